import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { type Body, get } from '../../../support/get.ts';

/** What dealers do with the houses, and what a reader asks about the data. */
export function describeHouseJobs(started: () => TestExplorer): void {
  describe('the houses', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });
    const ask = async (path: string, query: Record<string, string>): Promise<Body> =>
      (await get(explorer.url, path, query)).body;
    const market = (query: Record<string, string>) =>
      ask('/api/v1/stats/market', { gem_name: 'Sapphire', ...query });

    test('a dealer finds which house sells the most sapphires, reads its turnover and number of lots', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=search');
      await page.getByRole('link', { name: 'Houses', exact: true }).click();
      await settled(page);
      await page.locator('#filters label').filter({ hasText: 'Sapphire' }).first().click();
      await page.waitForURL(/gem_name=Sapphire/);
      await settled(page);
      expect(requests().filter((one) => one.includes('Sapphire')).length).toBeLessThanOrEqual(5);
      await page.locator('#sort-sold_lots').click();
      await settled(page);
      // The houses are sorted on the page.
      expect(requests()).toEqual([]);
      expect(new URL(page.url()).searchParams.get('sort')).toBe('-sold_lots');
      const { data } = await market({ group_by: 'auction_house', limit: '1000' });
      const sold = data.map((house: Body) => house.sold_lots);
      const rows = await rowsOf(page, 'houses');
      expect(rows.map(([, , , number]) => Number(number))).toEqual(
        sold.toSorted((a: number, b: number) => b - a),
      );
      const best = data.find((house: Body) => house.auction_house === rows[0]![0]);
      expect(best.sold_lots).toBe(Math.max(...sold));
      const dollars = {
        style: 'currency',
        currency: 'USD',
        notation: 'compact',
        maximumSignificantDigits: 3,
      };
      const turnover = new Intl.NumberFormat('en-US', dollars as Intl.NumberFormatOptions);
      expect(rows[0]!.slice(1, 3)).toEqual([turnover.format(best.total_value_usd), String(best.lots)]);
      expect(await page.locator('.figure-houses .lead').innerText()).toContain('US$, as published');
      const ratios = await ask('/api/ext/estimates', {
        ...{ gem_name: 'Sapphire', group_by: 'auction_house', limit: '1000' },
      });
      const compared = ratios.data.groups.find((house: Body) => house.price_to_low.median !== null);
      const ratio = rows.find(([house]) => house === compared.auction_house)![5];
      expect(ratio).toBe(`${compared.price_to_low.median.toFixed(2)}×n ${compared.n}`);
      const basis = Math.round((100 * best.known_basis_lots) / best.sold_lots);
      expect(rows[0]![7]).toBe(`${basis}%n ${best.sold_lots}`);
      expect(complaints).toEqual([]);
      await close();
    });

    test('a dealer opens the newest sale of a house and its lots in order', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=houses&gem_name=Sapphire');
      const house = page.locator('.figure-houses tbody th a').first();
      const name = await house.innerText();
      await house.click();
      await page.waitForURL(/auction_house=/);
      await settled(page);
      const query = { auction_house: `"${name}"`, group_by: 'sale', sort: '-newest_sale' };
      const { data, meta } = await market({ ...query, limit: '50' });
      const rows = await rowsOf(page, 'sales');
      expect(rows.map(([sale, city, , lots, sold]) => [sale, city, Number(lots), Number(sold)])).toEqual(
        data.map((one: Body) => [
          one.sale ?? 'Sale without a name',
          one.location ?? '—',
          one.lots,
          one.sold_lots,
        ]),
      );
      expect(await page.locator('.figure-sales h2').innerText()).toContain(
        `${name}: ${meta.total_groups} sale`,
      );
      await page.locator('.figure-sales tbody th a').first().click();
      await page.waitForURL(/sort=lot_number/);
      await settled(page);
      const [newest] = data;
      const params = Object.fromEntries(new URL(page.url()).searchParams);
      expect(params).toMatchObject({
        sale: newest.sale ?? 'none',
        location: newest.location ?? 'none',
        sort: 'lot_number',
      });
      expect([params.date_from, params.date_to]).toEqual([newest.auction_date, newest.auction_date]);
      const inOrder = await ask('/api/v1/auctions', params);
      const shown = await page.locator('.results .row-link').allInnerTexts();
      expect(shown).toEqual(inOrder.data.map((lot: Body) => lot.title));
      expect(complaints).toEqual([]);
      await close();
    });

    test('a reader finds how accurate values and the price index of a gem were, and coverage opens on lot counts', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=about');
      const { data } = await ask('/api/ext/coverage', { limit: '1000' });
      expect(await page.locator('.figure-coverage h2').innerText()).toContain(
        'Lots by auction house and year',
      );
      const cells = await page.locator('.coverage td a').allInnerTexts();
      const sum = cells.reduce((total, cell) => total + Number(cell.replaceAll(',', '')), 0);
      expect(sum).toBe(data.lots);
      await page.getByRole('link', { name: 'Accuracy', exact: true }).click();
      await settled(page);
      const scored = (await ask('/api/ext/scorecard', {})).data;
      expect(scored.length).toBeGreaterThan(0);
      const [ranges, index] = [await rowsOf(page, 'scorecard-ranges'), await rowsOf(page, 'scorecard-index')];
      expect(ranges.map(([gem, n]) => [gem, Number(n)])).toEqual(
        scored.map((gem: Body) => [gem.gem_type, gem.comparables.n]),
      );
      expect(ranges.map((row) => row.at(-1))).toEqual(
        scored.map(({ comparables }: Body) => comparables.grade ?? comparables.grade_reason),
      );
      expect(index.map(([gem, years]) => [gem, Number(years)])).toEqual(
        scored.map((gem: Body) => [gem.gem_type, gem.index.periods]),
      );
      expect(complaints).toEqual([]);
      await close();
    });
  });
}

/** The cells of the rows of a figure, without line breaks. */
async function rowsOf(page: Page, figure: string): Promise<string[][]> {
  const rows = await page.locator(`.figure-${figure} .columns tbody tr`).all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('th, td').allInnerTexts()).map((cell) => cell.replaceAll('\n', '').trim()),
    ),
  );
}
