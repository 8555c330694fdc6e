import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { isFocused } from '../support/browser/keyboard.ts';
import { follow, paramsOf, savedRows, search, settled } from '../support/browser/open-visits.ts';
import { startExplorer, type TestExplorer } from '../support/browser/start-explorer.ts';
import { type Body, get } from '../support/get.ts';

/** A journey through each place of the explorer. Everything else is in test/sweeps/browser. */
describe.skipIf(inject('chromiumPath') === '')('a visitor of the explorer', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer({ hasScorecard: false });
  });
  afterAll(() => explorer?.close());

  const ask = async (path: string, query: Record<string, string> = {}): Promise<Body> =>
    (await get(explorer.url, path, query)).body;

  test('a collector searches by phrase, narrows and orders the lots, opens one and goes back to it', async () => {
    const { page, complaints, close } = await explorer.visit('/');
    const newest = await ask('/api/v1/auctions', { is_synthetic: 'false', is_sold: 'true', limit: '6' });
    expect(await page.locator('.newest-lots .row-link').allInnerTexts()).toEqual(titlesOf(newest.data));
    const banner = page.locator('.samples-banner');
    await banner.getByText(/^Latest sales are real\. Other figures use [\d,]+ invented/).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await search(page, 'burma rubby', /gem_name=Ruby/);
    expect(await page.locator('.corrections').innerText()).toContain('Ruby instead of “rubby”');
    await page.locator('#weight_min').fill('2');
    await page.locator('#weight_min').press('Enter');
    await settled(page);
    await follow(page, '#sort-price');
    const filters = { gem_name: 'Ruby', origin: 'Myanmar', weight_min: '2' };
    const query = { ...filters, sort: '-price' };
    expect(paramsOf(page)).toEqual(query);
    const found = await ask('/api/v1/auctions', query);
    const { data: figures, meta } = await ask('/api/v1/stats', filters);
    const invented = `${meta.synthetic_lots} of the ${figures.lots} lots behind the figures.`;
    await banner.getByText(invented).waitFor();
    const titles = titlesOf(found.data);
    expect(await page.locator('h1').innerText()).toBe(`${found.pagination.total_records} lots`);
    expect(await page.locator('.results .row-link').allInnerTexts()).toEqual(titles);
    expect(await axeFindings(page)).toEqual([]);
    const rows = await savedRows(page, page.getByRole('link', { name: 'Download CSV' }));
    expect(rows).toHaveLength(found.pagination.total_records);
    expect(rows.slice(0, 20).map(({ title }) => title)).toEqual(titles);

    await follow(page, page.locator('.results .row-link').nth(1));
    expect(await page.locator('h1').innerText()).toBe(titles[1]);
    expect(await page.locator('.prices').innerText()).toContain(usd(found.data[1].price_final_usd));
    expect(await axeFindings(page)).toEqual([]);
    await page.goBack();
    await settled(page);
    expect(await isFocused(page, `#lot-${found.data[1].id}`)).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a journalist follows the price of rubies, reads their index and compares it with sapphires', async () => {
    const { page, complaints, close } = await explorer.visit('/?view=prices');
    expect(await page.locator('.figure-trend').count(), 'no median over all gems').toBe(0);
    await follow(page, page.locator('.multiple-name', { hasText: /^Ruby$/ }));
    await follow(page, '#interval-quarter');
    const trends = await ask('/api/v1/stats/trends', { interval: 'quarter', gem_name: 'Ruby' });
    const csv = page.getByRole('button', { name: 'Save “Price per carat over time” as CSV' });
    expect(
      (await savedRows(page, csv)).map((row) => [row.period, row['price_per_carat_usd.median'], row.lots]),
    ).toEqual(
      trends.data.map((one: Body) =>
        [one.period, one.price_per_carat_usd.median ?? '', one.lots].map(String),
      ),
    );
    await page.locator('#trend-period').press('Home');
    expect(await page.locator('#trend-period').getAttribute('aria-valuetext')).toMatch(
      /^Q[1-4] \d{4}: Median .*Lots \d+/,
    );

    await follow(page, page.getByRole('link', { name: 'Price index', exact: true }));
    const { data } = await ask('/api/ext/price-index', { gem_name: 'Ruby' });
    const index = await savedRows(page, page.getByRole('button', { name: 'Save “Price index” as CSV' }));
    expect(index.map(({ period, index, low, high }) => [period, index, low, high])).toEqual(
      data.periods.map((one: Body) =>
        [one.period, one.index ?? '', one.low ?? '', one.high ?? ''].map(String),
      ),
    );
    expect(await page.locator('.figure-price-index h2').innerText()).toMatch(
      /Ruby: (prices (rose|fell) \d+%|no clear price change) from \d{4} to \d{4}/,
    );
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Compare with').selectOption('Sapphire');
    await settled(page);
    expect(await page.locator('.figure-price-index h2').innerText()).toMatch(
      /Ruby: .* to \d{4}\. Sapphire: .* to \d{4}/,
    );
    expect(await page.locator('.figure-price-index .legend').innerText()).toMatch(/Ruby\s+Sapphire/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an heir describes a ruby on a dark phone, and reads its price range and the sales behind it', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
    const { page, complaints, close } = await explorer.visit('/', { ...phone, colorScheme: 'dark' });
    await page.locator('#stone-gem_name').selectOption('Ruby');
    await page.locator('#stone-treatment option[value="No heat"]').waitFor({ state: 'attached' });
    await page.locator('#stone-origin').selectOption('Myanmar');
    await page.locator('#stone-carat').fill('2');
    await page.getByRole('button', { name: 'Show price range' }).tap();
    await page.waitForURL(/view=value/);
    await settled(page);
    const stone = { gem_name: 'Ruby', origin: 'Myanmar', carat: '2' };
    expect(paramsOf(page)).toEqual({ view: 'value', ...stone });
    const { data } = await ask('/api/ext/comparables', { ...stone, limit: '20' });
    const { price_usd: whole, price_per_carat_usd: perCarat } = data.prediction;
    const card = page.locator('.answer');
    for (const words of [
      `${short(whole.low)} – ${short(whole.high)}`,
      `the median is ${usd(whole.median)}, or ${usd(perCarat.median)} per carat`,
      'A report by a laboratory',
      'This is a summary of published sales, not an appraisal.',
    ])
      expect(await card.innerText()).toContain(words);
    const { y, height } = (await page.locator('.answer-range').boundingBox())!;
    expect(y, 'the page opens at the answer').toBeGreaterThan(0);
    expect(y + height).toBeLessThan(phone.viewport.height);
    expect(await page.locator('.figure-evidence .row-link').allInnerTexts()).toEqual(
      titlesOf(data.lots.map(({ lot }: Body) => lot)),
    );
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a dealer finds the house that sells the most sapphires, its newest sale and the lots in catalog order', async () => {
    const { page, requests, complaints, close } = await explorer.visit('/?view=houses&gem_name=Sapphire');
    requests();
    await follow(page, '#sort-sold_lots');
    expect(requests(), 'the page sorts the houses itself').toEqual([]);
    const market = { gem_name: 'Sapphire', group_by: 'auction_house' };
    const { data } = await ask('/api/v1/stats/market', { ...market, limit: '1000' });
    const houses = await rowsOf(page, 'houses');
    expect(houses.map(([, , , sold]) => Number(sold))).toEqual(
      data.map((house: Body) => house.sold_lots).toSorted((a: number, b: number) => b - a),
    );
    const best = data.find((house: Body) => house.auction_house === houses[0]![0]);
    expect(houses[0]!.slice(1, 3)).toEqual([short(best.total_value_usd), String(best.lots)]);
    expect(await axeFindings(page)).toEqual([]);

    await follow(page, page.locator('.figure-houses tbody th a').first());
    const query = { gem_name: 'Sapphire', auction_house: `"${best.auction_house}"`, limit: '50' };
    const sales = await ask('/api/v1/stats/market', { ...query, group_by: 'sale', sort: '-newest_sale' });
    expect((await rowsOf(page, 'sales')).map(([sale, , , lots]) => [sale, Number(lots)])).toEqual(
      sales.data.map((one: Body) => [one.sale ?? 'Sale without a name', one.lots]),
    );
    await follow(page, page.locator('.figure-sales tbody th a').first());
    const ordered = await ask('/api/v1/auctions', paramsOf(page));
    expect(paramsOf(page).sort).toBe('lot_number');
    expect(ordered.pagination.total_records).toBe(sales.data[0].lots);
    expect(await page.locator('.results .row-link').allInnerTexts()).toEqual(titlesOf(ordered.data));
    expect(complaints).toEqual([]);
    await close();
  });

  test('a student reads what the data cover, what a term means, and leaves the generated lots out', async () => {
    const { page, requests, complaints, close } = await explorer.visit('/?view=about');
    const { data } = await ask('/api/ext/coverage', { limit: '1000' });
    const cells = await page.locator('.shaded td a').allInnerTexts();
    expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(data.lots);
    const group = data.groups.find(
      ({ lots, year, auction_house }: Body) => lots > 5 && year && auction_house,
    );
    await page.getByRole('link', { name: `${group.auction_house}, ${group.year}: ` }).click();
    await settled(page);
    expect(await page.locator('h1').innerText()).toBe(`${group.lots} lots`);
    await page.goBack();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await follow(page, page.getByRole('link', { name: 'Glossary', exact: true }));
    expect(await page.locator('.glossary').innerText()).toContain('No signs of heating were found');

    await follow(page, page.getByRole('link', { name: 'Search', exact: true }));
    expect(await page.locator('.sample-row .mark').first().innerText()).toBe('Sample, not a real sale');
    requests();
    await page.locator('#real-only').check();
    await page.waitForURL(/is_synthetic=false/);
    await settled(page);
    const real = await ask('/api/v1/auctions', { is_synthetic: 'false' });
    expect(await page.locator('h1').innerText()).toBe(`${real.pagination.total_records} lots`);
    expect(await page.locator('.sample-row').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});

const usd = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;
const compact = { style: 'currency', currency: 'USD', notation: 'compact' } as const;
const short = (value: number) => value.toLocaleString('en-US', { ...compact, maximumSignificantDigits: 3 });
const titlesOf = (lots: Body[]): string[] => lots.map(({ title }) => title);

/** The cells of the rows of a figure, without line breaks. */
async function rowsOf(page: Page, figure: string): Promise<string[][]> {
  const rows = await page.locator(`.figure-${figure} .columns tbody tr`).all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('th, td').allInnerTexts()).map((cell) => cell.replaceAll('\n', '').trim()),
    ),
  );
}
