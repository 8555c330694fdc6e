import { describe, expect, test } from 'vitest';
import { follow, paramsOf } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { type Body, get } from '../../../support/get.ts';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Estimates, coverage, and the accuracy of figures. */
export function describeData(started: () => TestExplorer): void {
  describe('estimates, coverage and accuracy', () => {
    const ask = async (path: string, query: Record<string, string> = {}): Promise<Body> =>
      (await get(started().url, path, query)).body;

    test('prices against estimates offer the basis with known prices, and show the shares of the API', async () => {
      const { page, requests, complaints, close } = await started().visit(
        '/?view=houses&gem_name=Ruby&is_synthetic=false',
      );
      await follow(page, page.getByRole('link', { name: 'Compare prices with the buyer’s fees instead' }));
      const query = {
        basis: 'premium',
        gem_name: 'Ruby',
        is_synthetic: 'false',
        group_by: 'auction_house',
        limit: '1000',
      };
      const { data } = await ask('/api/ext/estimates', query);
      expect(data.n).toBeGreaterThan(3);
      const rows = page.locator('.figure-estimates .figure-body tbody tr');
      expect(await rows.count()).toBe(Math.min(data.groups.length, 12) + 1);
      const all = await rows.first().innerText();
      expect(all).toContain(`${data.price_to_low.median.toFixed(2)}×`);
      for (const { share } of [data.below, data.within, data.above]) expect(all).toContain(percent(share));
      await follow(page, '#by-estimate_band');
      expect(requests().at(-1)).toBe(
        '/api/ext/estimates?gem_name=Ruby&is_synthetic=false&group_by=estimate_band&limit=1000&basis=premium',
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('coverage shows shares of known values, and a cell opens its lots with the filters of the view', async () => {
      const filters = { selection: 'all', is_synthetic: 'false', price_min: '1000000' };
      const { page, complaints, close } = await started().visit(
        `/?view=about&${new URLSearchParams(filters)}`,
      );
      const { data } = await ask('/api/ext/coverage', { ...filters, limit: '1000' });
      const origins = page.locator('.figure-coverage-totals tr', { hasText: 'Origin' });
      // Rounded down, so that 100% means all.
      expect(await origins.innerText()).toContain(`${Math.floor(data.origin.share * 100)}%`);
      const group = data.groups.find(
        ({ lots, year, auction_house }: Body) => lots > 1 && year && auction_house,
      );
      const name = `${group.auction_house}, ${group.year}: ${group.lots} lots`;
      await follow(page, page.getByRole('link', { name }));
      expect(paramsOf(page)).toMatchObject(filters);
      expect(await page.locator('h1').innerText()).toBe(`${group.lots} lots`);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the accuracy of values is that of the scorecard', async () => {
      const { page, complaints, close } = await started().visit('/?view=about');
      const { data } = await ask('/api/ext/scorecard');
      expect(data.length).toBeGreaterThan(0);
      const rows = await page.locator('.figure-scorecard .columns tbody tr').all();
      const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
      expect(cells.map(([gem, sales]) => [gem, sales])).toEqual(
        data.map(({ gem_type, comparables }: Body) => [gem_type, String(comparables.n)]),
      );
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
