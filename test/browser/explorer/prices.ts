import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PriceIndex } from '../../../api/ext/price-index/index-figures.ts';
import type { PriceRecord } from '../../../api/ext/records/price-records.ts';
import { continuousFrom } from '../../../explorer/charts/shown-periods.ts';
import { inkedPeriods } from '../../support/browser/inked-periods.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

/** The views of the price index and of price records, compared with the API. */
export function describePrices(started: () => TestExplorer): void {
  describe('the views of prices', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('the price index view asks for one gem and shows the index of the API', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=index');
      expect(requests(), 'no gem, no index').toHaveLength(1);
      await page
        .locator('.gem-choice a')
        .filter({ hasText: /^Ruby$/ })
        .click();
      await settled(page);
      const { data } = (await get(explorer.url, '/api/ext/price-index', { gem_name: 'Ruby' })).body;
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save “Price index” as CSV' }).click();
      const csv = readFileSync(await (await downloading).path());
      const rows = parse(csv, { columns: true }) as Record<string, string>[];
      const text = (value: number | string | null) => String(value ?? '');
      expect(rows.map(({ period, index, low, high, gap }) => [period, index, low, high, gap])).toEqual(
        (data as PriceIndex).periods.map(({ period, index, low, high, gap }) =>
          [period, index, low, high, gap].map(text),
        ),
      );
      const spoken = await page.locator('#price-index-period').getAttribute('aria-valuetext');
      expect(spoken).toContain(data.periods.at(-1).period);

      const note = page.locator('.scorecard-note');
      await note.filter({ hasText: 'Tested' }).waitFor();
      expect(await note.innerText()).toMatch(
        /^Tested on \d+ years of Ruby: .* on average\. .* became better in ways that the data does not record\. How accurate our figures are$/,
      );

      const base = data.periods.findLast(({ index }: { index: number | null }) => index !== null).period;
      await page.locator('#base').selectOption(base);
      await settled(page);
      expect(new URL(page.url()).searchParams.get('base')).toBe(base);
      expect(await page.locator('#base').inputValue()).toBe(base);
      await page.locator('#interval-quarter').click();
      await settled(page);
      expect(await note.innerText()).toBe('Not tested with these filters.');
      expect(new URL(page.url()).search, 'a quarter has another base').toBe(
        '?view=prices&gem_name=Ruby&interval=quarter&section=index',
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('the line of the price index has a gap in each period without an index', async () => {
      const query = { gem_name: 'Sapphire', interval: 'quarter' };
      const { data } = (await get(explorer.url, '/api/ext/price-index', query)).body;
      const periods = (data as PriceIndex).periods.map(({ period, n }) => ({ period, lots: n }));
      const drawn = (data as PriceIndex).periods.slice(continuousFrom(periods).from);
      const has = drawn.map(({ index }) => index !== null);
      const isInside = (place: number) => place > has.indexOf(true) && place < has.lastIndexOf(true);
      expect(has.filter((one, place) => !one && isInside(place)).length).toBeGreaterThan(3);
      const { page, close } = await explorer.visit('/?view=index&gem_name=Sapphire&interval=quarter');
      expect(await inkedPeriods(page, 'price-index', has.length)).toEqual(has);
      await close();
    });

    test('the price records view shows each record of the API, and the record of each month', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=records&gem_name=Ruby&of=price');
      const query = { gem_name: 'Ruby', of: 'price', limit: '100' };
      const { data, meta } = (await get(explorer.url, '/api/ext/records', query)).body;
      const titles = (data as PriceRecord[]).map(({ lot }) => lot.title);
      expect(titles.length).toBeGreaterThan(3);
      expect(await page.locator('.records .row-link').allInnerTexts()).toEqual(titles.toReversed());
      expect(await page.locator('.records li').first().innerText()).toContain('current record');
      const slider = page.locator('#records-period');
      expect(await slider.getAttribute('aria-valuetext')).toMatch(`${monthOf(meta.as_of_date)}: Record `);
      await slider.press('Home');
      const first = data[0] as PriceRecord;
      const spoken = await slider.getAttribute('aria-valuetext');
      expect(spoken).toContain(monthOf(first.counts_from));
      await page.locator('#band').selectOption('5-10');
      await settled(page);
      expect(new URL(page.url()).searchParams.get('band')).toBe('5-10');
      const banded = (await get(explorer.url, '/api/ext/records', { ...query, carat_band: '5-10' })).body;
      expect(await page.locator('.records .row-link').count()).toBe(banded.data.length);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the price index view says why lots are not in the index', async () => {
      const { page, close } = await explorer.visit('/?view=index&gem_name=Ruby&is_sold=false');
      expect(await page.locator('.index-view .state').innerText()).toMatch(/Excluded: [\d,]+ not sold/);
      await close();
    });
  });
}

const monthOf = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { year: 'numeric', month: 'short', timeZone: 'UTC' });
