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

/** The value of a stone, compared with the API. */
export function describeValue(started: () => TestExplorer): void {
  describe('the value of a stone', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    const ask = async (query: Record<string, string>) =>
      (await get(explorer.url, '/api/ext/comparables', { ...query, limit: '20', detail: 'full' })).body
        .data as Comparables;

    test('a stone can be valued by keyboard, and the page shows the figures of the API', async () => {
      const { page, requests, complaints, close } = await explorer.visit(
        '/?view=value&gem_name=Ruby&origin=Myanmar',
      );
      expect(requests(), 'no weight, no value').toHaveLength(1);
      expect(await page.locator('#filters').isVisible(), 'the form is the filter').toBe(false);
      await tabTo(page, '#stone-carat');
      await page.keyboard.type('3');
      await page.keyboard.press('Enter');
      await settled(page);
      const sent = requests().map((url) => url.split('?')[0]);
      expect(sent, 'the options are remembered').not.toContain('/api/v1/auctions');
      expect(new URL(page.url()).searchParams.get('carat')).toBe('3');
      expect(await isFocused(page, '#stone-carat'), 'the focus stays on the weight').toBe(true);
      const data = await ask({ gem_name: 'Ruby', origin: 'Myanmar', carat: '3' });
      const { price_usd: whole, price_per_carat_usd: perCarat } = data as Required<typeof data>;
      expect(await page.locator('[role=status]:text("The median is")').innerText()).toContain(
        usd(whole!.median),
      );
      const card = await page.locator('.answer').innerText();
      for (const words of [
        `Median ${usd(whole!.median)}, or ${usd(perCarat!.median)} per carat`,
        `95% confidence: ${usd(whole!.median_low)} to ${usd(whole!.median_high)}`,
        `or ${usd(perCarat!.low)} to ${usd(perCarat!.high)} per carat`,
        `the range of ${data.range_n} test predictions`,
        `Confidence: ${data.grade.charAt(0).toUpperCase()}${data.grade.slice(1)}`,
        ...data.grade_reasons,
      ])
        expect(card).toContain(words);
      const shown = data.lots.map((lot) => lot.adjusted_price_usd);
      const isBeyond = whole!.low < Math.min(...shown) || whole!.high > Math.max(...shown);
      expect(card.includes('reaches beyond the adjusted prices')).toBe(isBeyond);
      const [{ comparables: proved }] = (await get(explorer.url, '/api/ext/scorecard', { gem_name: 'Ruby' }))
        .body.data;
      const note = page.locator('.scorecard-note');
      await note.filter({ hasText: 'Tested' }).waitFor();
      expect(await note.innerText()).toContain(`Tested against ${proved.n} later sales of Ruby: `);

      await page.locator('.method summary').click();
      expect(await page.locator('.method .facts').innerText()).toContain(data.independent_sales.toFixed(1));
      const levels = await rows(page, '.levels tbody tr', 'td:last-child');
      expect(levels.map(([lots]) => Number.parseInt(lots!, 10))).toEqual(data.levels.map(({ lots }) => lots));
      const used = await page.locator('.level-used td').first().innerText();
      expect(data.levels[Number(used) - 1]).toMatchObject(data.criteria);

      expect(await page.locator('.compared .row-link').allInnerTexts()).toEqual(
        data.lots.map(({ lot }) => lot.title),
      );
      const prices = await rows(page, '.compared tbody tr', 'td:nth-last-child(-n + 2)');
      expect(prices.map((row) => row.map((price) => price.split('\n')[0]))).toEqual(
        data.lots.map((lot) => [usd(lot.price_per_carat_usd), usd(lot.adjusted_price_per_carat_usd)]),
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('the form comes before the answer, and each similar sale is a dot', async () => {
      const address = '/?view=value&gem_name=Ruby&origin=Myanmar&carat=3';
      const { page, complaints, close } = await explorer.visit(address);
      const query = { gem_name: 'Ruby', origin: 'Myanmar', carat: '3', limit: '20', detail: 'full' };
      const { data, meta } = (await get(explorer.url, '/api/ext/comparables', query)).body;
      const parts = ['.value-form', '.answer', '.dots', '.compared', '.method'];
      const tops = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
      const places = tops.map((box) => box!.y);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(await page.locator('.answer').innerText()).toContain(`data version ${meta.data_version}`);
      expect(await page.locator('.dots .dot').count()).toBe(data.lots.length);
      const dot = page.locator('.dots .dot').first();
      await dot.focus();
      expect(await dot.locator('.dot-tip').isVisible()).toBe(true);
      expect(await page.locator('.levels').isVisible(), 'the method is folded').toBe(false);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the form shows the address, also a value that it does not offer, and changes the address', async () => {
      const { page, complaints, close } = await explorer.visit(
        '/?view=value&gem_name=rubis&origin=Burma&treatment=Soaked&carat=2.5&as_of=2024-12-31&is_synthetic=false',
      );
      const shown = () =>
        page.evaluate(`[...document.querySelectorAll('.value-form :is(select, [type=text])')].map((field) =>
          field.selectedOptions?.[0].textContent ?? field.value)`);
      expect(await shown()).toEqual(['Ruby', '2.5', 'Myanmar', 'Soaked', 'Any', '2024-12-31']);
      expect(await page.locator('.value-form [type=checkbox]').isChecked()).toBe(true);

      await page.locator('#stone-gem_name').selectOption('Emerald');
      await page.locator('#stone-origin option[value=Colombia]').waitFor({ state: 'attached' });
      await page.locator('#stone-origin').selectOption('Colombia');
      await page.locator('#stone-treatment').selectOption('');
      await page.locator('.value-form [type=checkbox]').uncheck();
      await page.getByRole('button', { name: 'Show price range' }).click();
      await settled(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        ...{ view: 'value', gem_name: 'Emerald', origin: 'Colombia', carat: '2.5', as_of: '2024-12-31' },
      });
      expect(await page.locator('h1').innerText()).toMatch(/^Emerald, 2.50\sct, Colombia: /);
      await page.goBack();
      await settled(page);
      expect(await shown()).toEqual(['Ruby', '2.5', 'Myanmar', 'Soaked', 'Any', '2024-12-31']);
      expect(complaints).toEqual([]);
      await close();
    });

    test('filters that the form does not have are used and can be removed, or are said to be unused', async () => {
      const { page, requests, close } = await explorer.visit(
        '/?view=value&gem_name=Ruby&carat=3&auction_house=Bonhams&treatment=Soaked&origin=Myanmar&origin=Thailand&weight_min=9',
      );
      expect(requests().find((url) => url.includes('comparables'))).toBe(
        '/api/ext/comparables?gem_name=Ruby&auction_house=Bonhams&treatment=Soaked&carat=3&limit=20&detail=full',
      );
      expect(await page.locator('.value-others').innerText()).toContain(
        'Not used: Myanmar, Thailand, and Weight ≥ 9.00\u00a0ct.',
      );
      expect(await page.locator('.value-others').innerText()).toContain('“Soaked” is not a known name.');
      expect(await page.locator('.not-matched').innerText()).toContain('treatment Soaked');
      await page.locator('.value-others').getByLabel('Remove filter: Bonhams').click();
      await settled(page);
      expect(new URL(page.url()).searchParams.get('auction_house')).toBe(null);
      expect(await page.locator('.value-others .chip').count()).toBe(0);
      await close();
    });

    test('a value is labeled as not an appraisal, and the page needs no glossary', async () => {
      const { page, close } = await explorer.visit('/?view=value&gem_name=Ruby&carat=3');
      const notice = 'This is a summary of published sales, not an appraisal.';
      const told = await page.locator('#content').innerText();
      expect(told).toContain(notice);
      expect(told.replace(notice, '')).not.toMatch(
        /apprais|valuation|fair value|comparable|hedonic|effective|independent|residual|regression|as_of/i,
      );
      expect(await page.locator('.answer a.term').count()).toBe(0);
      await close();
    });

    test('a value that the API refuses stays in the form, with the reason', async () => {
      const { page, close } = await explorer.visit('/?view=value&gem_name=Ruby&carat=3');
      await page.locator('#stone-as_of').fill('soon');
      await page.getByRole('button', { name: 'Show price range' }).click();
      await settled(page);
      expect(await page.getByRole('alert').innerText()).toContain('“Prices as of”: “soon” is not valid.');
      expect(await page.locator('#stone-as_of').inputValue()).toBe('soon');
      await page.locator('#stone-as_of').fill('2020');
      await page.getByRole('button', { name: 'Show price range' }).click();
      await settled(page);
      expect(new URL(page.url()).searchParams.get('as_of')).toBe('2020-12-31');
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.locator('.answer').innerText()).toContain('Prices as of Dec 31, 2020');
      await close();
    });

    test('the CSV of similar sales has the column names and values of the API', async () => {
      const { page, close } = await explorer.visit('/?view=value&gem_name=Ruby&carat=3');
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

/** The texts of the matching parts of each row. */
async function rows(page: Page, row: string, part: string): Promise<string[][]> {
  return Promise.all((await page.locator(row).all()).map((one) => one.locator(part).allInnerTexts()));
}
