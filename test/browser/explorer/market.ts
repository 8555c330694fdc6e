import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

/** The charts of the market and the lists by price, compared with the API. */
export function describeMarket(started: () => TestExplorer): void {
  describe('the market charts', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    async function save(page: Page, name: string): Promise<Buffer> {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      return readFileSync(await (await downloading).path());
    }

    test('the market chart by quarter shows the figures of the API, also as a table and as CSV', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=market&gem_name=Sapphire');
      requests();
      await page.locator('#interval-quarter').click();
      await settled(page);
      expect(requests()).toEqual(['/api/v1/stats/trends?interval=quarter&gem_name=Sapphire']);
      const query = { interval: 'quarter', gem_name: 'Sapphire' };
      const { data } = (await get(explorer.url, '/api/v1/stats/trends', query)).body;

      await page.locator('.figure-trend .figure-table summary').click();
      await page.waitForSelector('.figure-trend .data-table tbody tr');
      expect(await page.locator('.figure-trend .data-table tbody tr').count()).toBe(data.length);
      const csv = await save(page, 'Save “Price per carat over time” as CSV');
      const rows = parse(csv, { columns: true }) as Record<string, string>[];
      const text = (value: number | null) => (value === null ? '' : String(value));
      expect(rows.map((row) => [row.period, row['price_per_carat_usd.median'], row.lots])).toEqual(
        // biome-ignore lint/suspicious/noExplicitAny: the shape is checked by get
        data.map((period: any) => [
          period.period,
          text(period.price_per_carat_usd.median),
          text(period.lots),
        ]),
      );
      await page.goBack();
      await settled(page);
      expect(requests(), 'years are remembered').toEqual([]);
      expect(await page.locator('#trend-readout div:first-child dd').innerText()).toMatch(
        /^\d{4}( so far)?$/,
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('the market chart shows the figures of the period under the pointer', async () => {
      const { page, close } = await explorer.visit('/?view=market&gem_name=Ruby');
      const plot = page.locator('.figure-trend .u-over').first();
      await plot.scrollIntoViewIfNeeded();
      const box = (await plot.boundingBox())!;
      const slider = page.locator('#trend-period');
      const last = await slider.getAttribute('aria-valuetext');
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
      await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(last);
      expect(await slider.getAttribute('aria-valuetext')).toMatch(
        /^\d{4}( so far)?: Median \$[\d,]+, .*Lots [\d,]+$/,
      );
      await close();
    });

    test.each([
      ['market', '.figure-trend h2'],
      ['index', '.figure-price-index h2'],
      ['index', 'h1'],
      ['size-curve', 'h1'],
      ['traits', 'h1'],
      ['comparables&carat=3', 'h1'],
    ])(
      'the view "%s" shows in "%s" the gem name of the API instead of the synonym in the URL',
      async (view, named) => {
        const { page, close } = await explorer.visit(`/?gem_name=rubis&view=${view}`);
        expect(await page.locator(named).first().innerText()).toMatch(/\bRuby\b/);
        expect(await page.title()).toMatch(/\bRuby\b/);
        expect(new URL(page.url()).searchParams.get('gem_name')).toBe('Ruby');
        expect(await page.locator('body').innerText()).not.toContain('rubis');
        await close();
      },
    );

    test('each market chart can be saved as a PNG that is not blank', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=market&gem_name=Ruby');
      const buttons = await page.getByRole('button', { name: /as PNG$/ }).all();
      expect(buttons).toHaveLength(5);
      for (const button of buttons) {
        const png = await save(page, (await button.getAttribute('aria-label'))!);
        expect(png.subarray(1, 4).toString()).toBe('PNG');
        // An image of a single color would have a few kilobytes.
        expect(png.length).toBeGreaterThan(20_000);
      }
      expect(complaints).toEqual([]);
      await close();
    });

    test('a cell of the heat table leads to its lots', async () => {
      const { page, close } = await explorer.visit('/?view=market');
      const cell = page.getByRole('link', { name: /^Ruby, 5-10 carats: / });
      const lots = await get(explorer.url, '/api/v1/stats/market', {
        group_by: 'gem_type,carat_band',
        gem_name: 'ruby',
      });
      const group = lots.body.data.find((one: { carat_band: string }) => one.carat_band === '5-10');
      await cell.click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(`${group.lots} lots`);
      await close();
    });

    test('an earlier address of a ranking shows the lots by price per carat, and with a price basis the ranking of the API', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=rankings&by=price-per-carat');
      expect(new URL(page.url()).search).toBe('?sort=-price_per_carat');
      expect(await page.locator('#sort').inputValue()).toBe('-price_per_carat');
      await page.locator('#basis-hammer').click();
      await settled(page);
      const query = { basis: 'hammer', limit: '20' };
      const { data, meta, pagination } = (await get(explorer.url, '/api/v1/rankings/price-per-carat', query))
        .body;
      const rows = page.locator('.results tbody tr');
      expect(await rows.locator('.row-link').allInnerTexts()).toEqual(
        data.map(({ title }: { title: string }) => title),
      );
      expect(await rows.locator('.rank').allInnerTexts()).toEqual(
        data.map(({ rank }: { rank: number }) => `${rank}. `),
      );
      const dollars = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;
      expect(await rows.locator('.column-price').allInnerTexts()).toEqual(
        data.map(({ price_hammer_usd }: { price_hammer_usd: number }) => dollars(price_hammer_usd)),
      );
      expect(await page.locator('h1').innerText()).toBe(
        `${pagination.total_records.toLocaleString('en-US')} lots`,
      );
      expect(await page.locator('.results-body > .note').first().innerText()).toContain(
        `Excludes ${meta.prices.left_out} lots without a known hammer price.`,
      );
      expect(await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toMatch(
        /^\/api\/ext\/export\/price-per-carat\?.*basis=hammer/,
      );
      await rows.locator('.row-link').first().click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(data[0].title);
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
