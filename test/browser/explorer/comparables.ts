import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Comparables } from '../../../api/ext/comparables/comparable-figures.ts';
import { isFocused, tabTo } from '../../support/browser/keyboard.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

const usd = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;

/** The view of comparable sales, compared with the API. */
export function describeComparables(started: () => TestExplorer): void {
  describe('the view of comparables', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    const ask = async (query: Record<string, string>) =>
      (await get(explorer.url, '/api/ext/comparables', { ...query, limit: '20', detail: 'full' })).body
        .data as Comparables;

    test('comparable sales can be requested by keyboard and show the figures of the API', async () => {
      const { page, requests, complaints, close } = await explorer.visit(
        '/?view=comparables&gem_name=Ruby&origin=Myanmar&weight_min=9',
      );
      expect(requests(), 'no weight, no comparables').toHaveLength(1);
      expect(await page.locator('.stone').innerText()).toContain('Not used here: Weight ≥ 9.00\u00a0ct');
      await tabTo(page, '#carat');
      await page.keyboard.type('3');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(new URL(page.url()).searchParams.get('carat')).toBe('3');
      expect(await isFocused(page, '#carat'), 'the focus stays on the weight').toBe(true);
      const data = await ask({ gem_name: 'Ruby', origin: 'Myanmar', carat: '3' });
      expect(data.price_usd).not.toBeNull();

      const grade = await page.locator('.grade').innerText();
      expect(grade.toLowerCase()).toContain(`confidence: ${data.grade}`);
      expect(await page.locator('[role=status]:text("The median is")').innerText()).toContain(
        usd(data.price_per_carat_usd!.median),
      );
      expect(await rows(page, '.sums tbody tr', 'td')).toEqual(
        (
          [
            ({ median }) => usd(median),
            ({ low, high }) => `${usd(low)} to ${usd(high)}`,
            ({ median_low, median_high }) => `${usd(median_low)} to ${usd(median_high)}`,
          ] as ((prices: NonNullable<Comparables['price_usd']>) => string)[]
        ).map((told) => [told(data.price_per_carat_usd!), told(data.price_usd!)]),
      );
      const [{ comparables: proved }] = (await get(explorer.url, '/api/ext/scorecard', { gem_name: 'Ruby' }))
        .body.data;
      const note = page.locator('.scorecard-note');
      await note.filter({ hasText: 'Tested' }).waitFor();
      expect(await note.innerText()).toMatch(
        new RegExp(
          `^Tested against ${proved.n} later sales of Ruby: .*${proved.grade ? ` Grade ${proved.grade}\\.` : ''}$`,
        ),
      );
      const facts = await page.locator('.comparables-view .facts').innerText();
      expect(facts).toContain(String(data.n));
      expect(facts).toContain(data.independent_sales.toFixed(1));
      await page.locator('.method summary').click();
      const levels = await rows(page, '.levels tbody tr', 'td:last-child');
      expect(levels.map(([lots]) => Number.parseInt(lots!, 10))).toEqual(data.levels.map(({ lots }) => lots));
      const used = await page.locator('.level-used td').first().innerText();
      expect(data.levels[Number(used) - 1]).toMatchObject(data.criteria);

      const shown = await page.locator('.compared .row-link').allInnerTexts();
      expect(shown).toEqual(data.lots.map(({ lot }) => lot.title));
      const cells = await rows(page, '.compared tbody tr', 'td .row-note');
      expect(
        cells.map(([size, age, origin]) => [size, age, origin].map((told) => told!.match(/[\d.]+/)![0])),
      ).toEqual(data.lots.map(({ distance: { size, age, origin } }) => [size, age, origin].map(twoDecimals)));
      const prices = await rows(page, '.compared tbody tr', 'td .cell-value');
      expect(prices.map((row) => row.slice(-2))).toEqual(
        data.lots.map((lot) => [usd(lot.price_per_carat_usd), usd(lot.adjusted_price_per_carat_usd)]),
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('comparable sales are labeled as not an appraisal and use no word for appraisal elsewhere', async () => {
      const { page, close } = await explorer.visit('/?view=comparables&gem_name=Ruby&carat=3');
      const notice = 'This is a summary of published sales, not an appraisal.';
      const told = await page.locator('#content').innerText();
      expect(told).toContain(notice);
      expect(told.replace(notice, '')).not.toMatch(/apprais|valuation|worth|fair value/i);
      await close();
    });

    test.each([
      [
        'without similar sales',
        { gem_name: 'Ruby', carat: '3000' },
        'No sales match, even with the widest criteria',
      ],
      ['with few similar sales', { gem_name: 'Ruby', carat: '24' }, 'A figure needs at least'],
    ])('comparable sales of a stone %s show no figure but the reason', async (_name, query, reason) => {
      const data = await ask(query);
      expect(data.grade).toBe('none');
      const { page, complaints, close } = await explorer.visit(
        `/?${new URLSearchParams({ view: 'comparables', ...query })}`,
      );
      const summary = await page.locator('.answer').innerText();
      expect(summary).toContain('No figure');
      expect(summary).toContain(reason);
      expect(summary.split('Most similar sales')[0]).not.toContain('$');
      expect(await page.locator('.sums').count()).toBe(0);
      expect(await page.locator('.compared tbody tr').count()).toBe(data.lots.length);
      expect(complaints).toEqual([]);
      await close();
    });

    test('a value that the API refuses stays in the form, with the reason', async () => {
      const { page, close } = await explorer.visit('/?view=comparables&gem_name=Ruby&carat=3');
      await page.locator('#as_of').fill('soon');
      await page.getByRole('button', { name: 'Compare' }).click();
      await settled(page);
      expect(await page.getByRole('alert').innerText()).toContain('“Prices as of”: “soon” is not valid.');
      expect(await page.locator('#as_of').inputValue()).toBe('soon');
      await page.locator('#as_of').fill('2020');
      await page.getByRole('button', { name: 'Compare' }).click();
      await settled(page);
      expect(new URL(page.url()).searchParams.get('as_of')).toBe('2020-12-31');
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.locator('.comparables-view .facts').innerText()).toContain('Dec 31, 2020');
      await close();
    });

    test('the CSV of comparable sales has the column names and values of the API', async () => {
      const { page, close } = await explorer.visit('/?view=comparables&gem_name=Ruby&carat=3');
      const data = await ask({ gem_name: 'Ruby', carat: '3' });
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save “Similar lots” as CSV' }).click();
      const csv = readFileSync(await (await downloading).path());
      const saved = parse(csv, { columns: true }) as Record<string, string>[];
      expect(saved.map((row) => [row['lot.id'], row.weight, row['distance.age'], row.index_factor])).toEqual(
        data.lots.map(({ lot, weight, distance, index_factor }) =>
          [lot.id, weight, distance.age, index_factor ?? ''].map(String),
        ),
      );
      await close();
    });
  });
}

const twoDecimals = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** The texts of the matching parts of each row. */
async function rows(page: Page, row: string, part: string): Promise<string[][]> {
  return Promise.all((await page.locator(row).all()).map((one) => one.locator(part).allInnerTexts()));
}
