import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { get } from '../../../support/get.ts';

/** What a collector wants to know about prices, in the words of the page. */
export function describePriceJobs(started: () => TestExplorer): void {
  describe('a collector of gems', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('a collector compares rubies and sapphires, reads both price indexes, and what two periods cost', async () => {
      const { page, requests, complaints, close } = await explorer.visit(
        '/?view=prices&section=index&gem_name=Ruby',
      );
      // Step 1: the sapphires beside the rubies.
      requests();
      await page.getByLabel('Compare with').selectOption('Sapphire');
      await settled(page);
      expect(requests().length).toBeLessThanOrEqual(5);
      expect(await page.locator('.figure-gem-indexes h2').innerText()).toContain(
        'Price indexes of Ruby and Sapphire',
      );
      const { base } = (await get(explorer.url, '/api/ext/price-index', { gem_name: 'Ruby' })).body.data;
      expect(await page.locator('.figure-gem-indexes .lead').innerText()).toContain(`100 in ${base}`);
      const sapphires = (await get(explorer.url, '/api/ext/price-index', { gem_name: 'Sapphire', base }))
        .body;
      const newest = sapphires.data.periods.findLast((one: { index: number | null }) => one.index !== null);
      await page.locator('.figure-gem-indexes .figure-table summary').click();
      const row = page.locator('.figure-gem-indexes .data-table tbody tr').filter({ hasText: newest.period });
      expect(await row.innerText()).toContain(newest.index.toFixed(1));
      expect(await page.locator('.figure-gem-indexes .legend').innerText()).toMatch(/Ruby\s+Sapphire/);

      // Step 2: the market of both gems, on one scale.
      await page.getByRole('link', { name: 'Market', exact: true }).click();
      await settled(page);
      expect(await page.locator('.multiple-name').allInnerTexts()).toEqual(['Sapphire', 'Ruby']);
      expect(await page.locator('.figure-gem-by-year .lead').innerText()).toContain(
        'share one logarithmic scale',
      );

      // Step 3: two periods of the sapphires.
      await page.locator('.multiple-name').first().click();
      await settled(page);
      expect(await page.locator('.figure-trend').innerText()).toMatch(
        /\d+ lots before 2005 are in the table/,
      );
      requests();
      await page.getByLabel('Compare periods').fill('2005-2009, 2021-2025');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await settled(page);
      expect(requests().length).toBeLessThanOrEqual(5);
      expect(new URL(page.url()).searchParams.get('periods')).toBe('2005-2009,2021-2025');
      const query = {
        group_by: 'gem_type',
        gem_name: 'Sapphire',
        date_from: '2021-01-01',
        date_to: '2025-12-31',
      };
      const [later] = (await get(explorer.url, '/api/v1/stats/market', query)).body.data;
      const cells = page.locator('.figure-periods tbody tr').last();
      const dollars = Math.round(later.price_per_carat_usd.median).toLocaleString('en-US');
      expect(await cells.innerText()).toContain(`$${dollars}`);
      expect(await cells.innerText()).toContain(String(later.price_per_carat_usd.n));
      expect(await cells.innerText()).toMatch(/[+−]\d+%|cannot be told apart/);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the market and the index of a gem say what their headlines compare', async () => {
      const { page, close } = await explorer.visit('/?view=prices&gem_name=Sapphire');
      expect(await page.locator('.figure-trend h2').innerText()).toContain(
        'Sapphire: the median price per carat of all lots sold',
      );
      await page.getByRole('link', { name: 'Price index', exact: true }).first().click();
      await settled(page);
      const figure = page.locator('.figure-price-index');
      expect(await figure.locator('h2').innerText()).toMatch(
        /Sapphire: (prices (rose|fell) \d+%|no clear price change) from \d{4} to \d{4}, for the same weight, origin, treatment and house$/,
      );
      // The base of the index is 2007. Its median in 2025 shows the direction that the page names, if it is another.
      const { data } = (await get(explorer.url, '/api/ext/price-index', { gem_name: 'Sapphire' })).body;
      const last = data.periods.findLast(
        ({ period, index }: { period: string; index: number | null }) => index !== null && period < '2026',
      );
      const differs = (last.index - 100) * (last.median_index - 100) < 0;
      expect(await figure.getByText('The plain median of all lots sold changed').count()).toBe(
        differs ? 1 : 0,
      );
      await page.goto(new URL('/', explorer.url).href);
      await settled(page);
      expect(await page.locator('.findings .lead').innerText()).toContain(
        'for the same weight, origin, treatment and house',
      );
      await close();
    });
  });
}
