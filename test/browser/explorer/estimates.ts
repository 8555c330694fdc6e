import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** The views of estimates, coverage and trait effects, and the price basis, compared with the API. */
export function describeEstimates(started: () => TestExplorer): void {
  describe('the views of estimates, coverage and traits', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('the estimates view offers the price basis with known prices and shows the shares of the API', async () => {
      const { page, requests, complaints, close } = await explorer.visit(
        '/?view=estimates&gem_name=Ruby&is_synthetic=false',
      );
      expect(requests()).toContain(
        '/api/ext/estimates?group_by=auction_house&limit=12&gem_name=Ruby&is_synthetic=false',
      );
      await page.getByRole('link', { name: 'Compare prices with the buyer’s fees instead' }).click();
      await settled(page);
      expect(new URL(page.url()).searchParams.get('basis')).toBe('premium');
      const query = {
        ...{ basis: 'premium', gem_name: 'Ruby', is_synthetic: 'false' },
        ...{ group_by: 'auction_house', limit: '12' },
      };
      const { data } = (await get(explorer.url, '/api/ext/estimates', query)).body;
      expect(data.n).toBeGreaterThan(3);
      const [sold, withUnsold] = await page.locator('.figure-estimate-shares tbody tr').all();
      for (const [row, figures] of [
        [sold!, data],
        [withUnsold!, data.with_unsold],
      ]) {
        const cells = await row.locator('td.number').allInnerTexts();
        const shares = [figures.below, figures.within, figures.above].map(({ share }) => percent(share));
        expect(cells.slice(0, 3).map((cell: string) => cell.match(/\d+%/)![0])).toEqual(shares);
      }
      expect(await page.locator('.figure-estimate-shares h2').innerText()).toContain(
        percent(data.above.share),
      );
      const rows = page.locator('.figure-estimate-ratios tbody tr');
      expect(await rows.count()).toBe(data.groups.length + 1);
      expect(await rows.first().innerText()).toContain(data.price_to_low.median.toFixed(2));
      await page.locator('#by-estimate_band').click();
      await settled(page);
      expect(requests().at(-1)).toBe(
        '/api/ext/estimates?group_by=estimate_band&limit=12&gem_name=Ruby&is_synthetic=false&basis=premium',
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('the coverage view shows shares by house and year, rounded down', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=coverage&of=origin');
      const { data } = (await get(explorer.url, '/api/ext/coverage', { limit: '1000' })).body;
      const cells = page.locator('.coverage td a');
      expect(await cells.count()).toBe(data.groups.length);
      const group = data.groups.find(
        (one: { lots: number; year: number | null; auction_house: string | null }) =>
          one.lots > 5 && one.year && one.auction_house,
      );
      const floor = (share: number) => `${Math.floor(share * 100)}%`;
      const name = `${group.auction_house}, ${group.year}: ${floor(group.origin.share)}, `;
      const cell = page.getByRole('link', { name: new RegExp(`^${name}`) });
      await cell.first().click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toMatch(new RegExp(`^${group.lots} lots?$`));
      await page.goBack();
      await settled(page);
      await page.locator('#measure').selectOption('weight');
      await settled(page);
      expect(await page.locator('.figure-coverage h2').innerText()).toBe(
        `With sample lots: ${floor(data.weight.share)} of lots have a weight`,
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('a cell of the coverage table opens the lots that it counts, with the filters of the view', async () => {
      const filters = { is_synthetic: 'false', price_min: '1000000' };
      const { page, close } = await explorer.visit(`/?view=coverage&${new URLSearchParams(filters)}`);
      const { data } = (await get(explorer.url, '/api/ext/coverage', { ...filters, limit: '1000' })).body;
      const group = data.groups.find(
        (one: { lots: number; year: number | null; auction_house: string | null }) =>
          one.lots > 1 && one.year && one.auction_house,
      );
      await page.getByRole('link', { name: `${group.auction_house}, ${group.year}: ` }).click();
      await settled(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(filters);
      expect(await page.locator('h1').innerText()).toBe(`${group.lots} lots`);
      await close();
    });

    test('price basis and dollars stay selected in every view and are sent only to paths that accept them', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=market&gem_name=Ruby');
      requests();
      await page.locator('#basis-premium').click();
      await settled(page);
      await page.locator('#dollars-real').click();
      await settled(page);
      await page.locator('#month').selectOption('2015-01');
      await settled(page);
      expect(requests()).toContain(
        '/api/v1/stats/trends?interval=year&gem_name=Ruby&basis=premium&dollars=real&base=2015-01',
      );
      const note = await page.locator('.figure-trend .note').allInnerTexts();
      expect(note.join(' ')).toContain('Adjusted to Jan 2015 dollars');
      await page.getByRole('link', { name: 'Search', exact: true }).click();
      await settled(page);
      await page.locator('#sort-price').click();
      await settled(page);
      const ranking = requests().find((url) => url.includes('/rankings/top-price'));
      expect(ranking).toContain('basis=premium');
      expect(ranking).not.toContain('dollars');
      await page.getByRole('link', { name: 'Record prices', exact: true }).click();
      await settled(page);
      expect(requests().at(-1)).toContain('basis=premium&dollars=real&base=2015-01');
      await page.getByRole('link', { name: 'Prices', exact: true }).click();
      await settled(page);
      expect(new URL(page.url()).search).toBe(
        '?view=prices&gem_name=Ruby&basis=premium&dollars=real&month=2015-01',
      );
      expect(await page.locator('#month').inputValue()).toBe('2015-01');
      expect(complaints).toEqual([]);
      await close();
    });

    test('the traits view shows the trait effects of the API, the reference first', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=traits&gem_name=Ruby');
      expect(requests()).toContain('/api/ext/premia?gem_name=Ruby&trait=origin');
      const { data } = (await get(explorer.url, '/api/ext/premia', { gem_name: 'Ruby' })).body;
      expect(data.values.length).toBeGreaterThan(1);
      const names = await page.locator('.forest tbody th').allInnerTexts();
      expect(names).toEqual([data.reference, ...data.values].map(({ value }: { value: string }) => value));
      const [reference, first] = await page.locator('.forest tbody tr').allInnerTexts();
      expect(reference).toContain('reference');
      expect(first).toContain(`${data.values[0].factor.toFixed(2)}×`);
      expect(await page.locator('.forest-reference .forest-one').count()).toBe(1);
      await page.locator('#reference').selectOption(data.values[0].value);
      await settled(page);
      expect(new URL(page.url()).searchParams.get('reference')).toBe(data.values[0].value);
      await page.locator('#trait-price_basis').click();
      await settled(page);
      expect(requests().at(-1)).toBe('/api/ext/premia?gem_name=Ruby&trait=price_basis');
      expect(complaints).toEqual([]);
      await close();
    });

    test('the traits view shows the trait effects of each decade', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=traits&gem_name=Ruby');
      requests();
      await page.locator('#interval-decade').click();
      await settled(page);
      expect(requests()).toEqual(['/api/ext/premia?gem_name=Ruby&trait=origin&interval=decade']);
      const { data } = (await get(explorer.url, '/api/ext/premia', { gem_name: 'Ruby', interval: 'decade' }))
        .body;
      type Value = { value: string; factor: number | null };
      const [dearest] = data.values as Value[];
      const group = page.locator('.forest tbody').filter({ hasText: dearest!.value });
      const shown = (await group.locator('tr').allInnerTexts()).slice(1);
      const known = (data.periods as { period: string; values: Value[] }[]).flatMap(({ period, values }) =>
        values.filter(({ value }) => value === dearest!.value).map(({ factor }) => [period, factor] as const),
      );
      expect(known.length).toBeGreaterThan(1);
      expect(shown.map((row) => row.slice(0, 5))).toEqual(known.map(([period]) => period));
      for (const [place, [, factor]] of known.entries()) {
        if (factor !== null) expect(shown[place]).toContain(`${factor.toFixed(2)}×`);
      }
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
