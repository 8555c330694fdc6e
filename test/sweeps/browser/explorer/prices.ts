import { describe, expect, test } from 'vitest';
import { follow, paramsOf, savedFile, savedRows, settled } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { type Body, get } from '../../../support/get.ts';

/** The charts of prices, their files, and the price choices. */
export function describePrices(started: () => TestExplorer): void {
  describe('the prices of the explorer', () => {
    const ask = async (path: string, query: Record<string, string> = {}): Promise<Body> =>
      (await get(started().url, path, query)).body;
    const written = (value: unknown) => String(value ?? '');

    test('a chart shows the figures of a period by mouse, by touch and by keyboard', async () => {
      const { page, close } = await started().visit('/?view=prices&gem_name=Ruby', { hasTouch: true });
      const shown = page.locator('#trend-readout div:first-child dd');
      const plot = page.locator('.figure-trend .plot');
      await plot.scrollIntoViewIfNeeded();
      const box = (await plot.boundingBox())!;
      const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
      await page.mouse.move(...at(0.3));
      const first = await shown.innerText();
      await page.touchscreen.tap(...at(0.7));
      expect(await shown.innerText()).not.toBe(first);
      const slider = page.locator('#trend-period');
      await slider.focus();
      await slider.press('Home');
      expect(await page.locator('#trend-readout').innerText()).toMatch(/^Period\s*\d{4}\s*Median\s*\$/);
      expect(await slider.getAttribute('aria-valuetext')).toContain(await shown.innerText());
      await close();
    });

    test('a chart is saved under a name of filters, basis and data version, plots also as PNG, and shows its request', async () => {
      const address = '/?view=prices&origin=Myanmar&gem_name=Ruby&basis=premium&weight_min=2';
      const { page, complaints, close } = await started().visit(address);
      const { meta } = await ask('/api/v1/stats');
      const name = `myanmar-ruby-weight-from-2-00-ct_trend_premium_${meta.data_version}`;
      const save = (format: string) =>
        savedFile(page, page.getByRole('button', { name: `Save “Price per carat over time” as ${format}` }));
      expect((await save('CSV')).name).toBe(`${name}.csv`);
      const png = await save('PNG');
      expect([png.name, png.content.subarray(1, 4).toString()]).toEqual([`${name}.png`, 'PNG']);
      // An image of a single color would have a few kilobytes.
      expect(png.content.length).toBeGreaterThan(20_000);
      expect(await page.getByRole('button', { name: /as PNG$/ }).count(), 'tables have no image').toBe(2);
      const tools = page.locator('.figure-trend .figure-tools');
      await tools.getByText('Show API request').click();
      const shown = tools.locator('.request').filter({ hasText: 'Show API request' });
      const [url, ...codes] = await shown.locator('code').allInnerTexts();
      await tools.getByText('Cite this figure').click();
      expect(await tools.locator('code').first().innerText()).toContain(`data version ${meta.data_version}`);
      const invented = /Invented samples, not real sales: [\d,]+ of the lots of this figure\.$/;
      expect(await tools.locator('code').first().innerText()).toMatch(invented);
      const csv = page.getByRole('button', { name: 'Save “Price per carat over time” as CSV' });
      for (const { samples } of await savedRows(page, csv)) expect(samples).toMatch(invented);
      expect(await page.locator('.samples-banner').innerText()).toMatch(
        /^Invented samples, not real sales: (all|[\d,]+) of the lots behind the figures\./,
      );
      expect(url).toMatch(/\/api\/v1\/stats\/trends\?origin=Myanmar&gem_name=Ruby&.*interval=year/);
      expect(codes[0]).toBe(`curl '${url}'`);
      expect(codes[1]).toContain(`requests.get("${url}")`);
      expect(codes[2]).toContain(`fromJSON("${url}")$data`);
      expect(complaints).toEqual([]);
      await close();
    });

    test.each(['prices', 'prices&section=index', 'prices&section=factors', 'value&carat=3'])(
      'the view "%s" shows the gem name of the API instead of the synonym in the URL',
      async (view) => {
        const { page, close } = await started().visit(`/?gem_name=rubis&view=${view}`);
        expect(await page.title()).toMatch(/\bRuby\b/);
        expect(paramsOf(page).gem_name).toBe('Ruby');
        expect(await page.locator('body').innerText()).not.toContain('rubis');
        await close();
      },
    );

    test('the price index asks for one gem, and begins at 100 in the chosen year', async () => {
      const { page, requests, complaints, close } = await started().visit('/?view=prices&section=index');
      expect(requests(), 'no gem, no index').toHaveLength(1);
      await follow(page, page.locator('.gem-choice a').filter({ hasText: /^Ruby$/ }));
      await page.locator('#index-date_from').selectOption('2012');
      await settled(page);
      expect(paramsOf(page).date_from).toBe('2012-01-01');
      const { data } = await ask('/api/ext/price-index', { gem_name: 'Ruby', date_from: '2012-01-01' });
      const slider = page.locator('#price-index-period');
      await slider.press('Home');
      expect(await slider.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${data.base}: Index 100\\.0`));
      await follow(page, '#interval-quarter');
      await page.goto(`${started().url}/?view=prices&section=index&gem_name=Ruby&is_sold=false`);
      await settled(page);
      expect(await page.locator('.state').innerText()).toMatch(/Excludes [\d,]+ not sold/);
      await page.goto(`${started().url}/?view=prices&section=index&gem_name=Ruby&date_from=2026-01-01`);
      await settled(page);
      expect(await page.locator('.figure-price-index').innerText()).toContain('Too few lots for an index');
      expect(await page.locator('.figure-price-index .chart').count(), 'no empty plot').toBe(0);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the line of the price index has a gap in each period without an index', async () => {
      const { data } = await ask('/api/ext/price-index', { gem_name: 'Sapphire', interval: 'quarter' });
      const has: boolean[] = data.periods
        .filter(({ period }: Body) => period >= data.base)
        .map(({ index }: Body) => index !== null);
      const isInside = (place: number) => place > has.indexOf(true) && place < has.lastIndexOf(true);
      expect(has.filter((one, place) => !one && isInside(place)).length).toBeGreaterThan(3);
      const { page, close } = await started().visit(
        '/?view=prices&section=index&gem_name=Sapphire&interval=quarter',
      );
      const chart = page.locator('.figure-price-index .chart');
      expect(await chart.locator('.point').count()).toBe(has.filter(Boolean).length);
      const line = await chart.locator('.line-0 .stroke').getAttribute('d');
      const starts = has.filter((one, place) => one && !has[place - 1]).length;
      expect(line!.match(/M/g)).toHaveLength(starts);
      await close();
    });

    test('prices by weight are the bands of the API', async () => {
      const { page, complaints, close } = await started().visit(
        '/?view=prices&section=factors&gem_name=Diamond',
      );
      const { data } = await ask('/api/ext/size-curve', { gem_name: 'Diamond' });
      const csv = page.getByRole('button', { name: 'Save “Price per carat by weight” as CSV' });
      expect((await savedRows(page, csv)).map((row) => [row.carat_from, row.n, row.median])).toEqual(
        data.bands.map((band: Body) => [band.carat_from, band.n, band.median].map(written)),
      );
      const fullest = Math.max(...data.bands.map(({ n }: Body) => n));
      expect(await page.locator('#size-curve-period').getAttribute('aria-valuetext')).toContain(
        `Lots ${fullest}`,
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('trait effects are those of the API, the reference first', async () => {
      const { page, requests, complaints, close } = await started().visit(
        '/?view=prices&section=factors&gem_name=Ruby',
      );
      const { data } = await ask('/api/ext/premia', { gem_name: 'Ruby' });
      const names = page.locator('.figure-traits tbody th');
      expect(await names.allInnerTexts()).toEqual(
        [data.reference, ...data.values].map(({ value }: Body) => value),
      );
      const [dearest] = data.values;
      expect(await page.locator('.figure-traits tbody tr').nth(1).innerText()).toContain(
        `${dearest.factor.toFixed(2)}×`,
      );
      await follow(page, '#trait-treatment');
      expect(requests().at(-1)).toBe('/api/ext/premia?gem_name=Ruby&trait=treatment');
      expect(complaints).toEqual([]);
      await close();
    });

    test('price basis and dollars stay selected in every view and are sent only to paths that accept them', async () => {
      const { page, requests, complaints, close } = await started().visit('/?view=prices&gem_name=Ruby');
      requests();
      await follow(page, '#basis-premium');
      await follow(page, '#dollars-real');
      expect(requests()).toContain(
        '/api/v1/stats/trends?gem_name=Ruby&interval=year&basis=premium&dollars=real',
      );
      expect(await page.locator('.figure-trend').innerText()).toMatch(/Adjusted to \w+ \d{4} dollars/);
      await follow(page, page.getByRole('link', { name: 'Search', exact: true }));
      for (const url of requests().filter((one) => one.includes('/auctions')))
        expect(url).not.toContain('basis');
      await follow(page, page.getByRole('link', { name: 'Record prices', exact: true }));
      expect(requests().at(-1)).toContain('basis=premium&dollars=real');
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
