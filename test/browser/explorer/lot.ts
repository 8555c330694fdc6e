import { beforeAll, describe, expect, test } from 'vitest';
import { sampleIds } from '../../../mappings/sample-ids.ts';
import { settled } from '../../support/browser/open-visits.ts';
import { earlierOffer, sunrisePhoto } from '../../support/browser/sample-lots.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

type Lot = Record<string, unknown>;

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The Sunrise Ruby of the notable sales. */
const sunrise = sampleIds.first + 1;
const sunrisePath = `/api/v1/auctions/${sunrise}`;

/** The page of a lot, its link preview, and the result for a stone. */
export function describeLot(started: () => TestExplorer): void {
  describe('the page of a lot and the result for a stone', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('the server adds an escaped title and link preview to the page of a lot, and ignores invalid ids', async () => {
      const { data: lot } = (await get(explorer.url, sunrisePath)).body;
      const { complaints, close } = await explorer.visit(`/?lot=${sunrise}`);
      const html = await (await fetch(`${explorer.url}/?lot=${sunrise}`)).text();
      expect(html).toContain(`<title>${lot.title} · Gemstone Auctions</title>`);
      expect(html).toContain(`<meta property="og:title" content="${lot.title}">`);
      expect(html).toMatch(/<meta property="og:description" content="Sold for \$[\d,]+\./);
      const plain = await (await fetch(explorer.url)).text();
      expect(plain).not.toContain('og:title');
      for (const odd of ['999999999', 'x', '-1', '1e3', `${sunrise}&lot=3`, '%00', '<script>']) {
        const answer = await fetch(`${explorer.url}/?lot=${odd}`);
        expect(answer.status, odd).toBe(200);
        expect(await answer.text(), odd).toBe(plain);
      }
      expect(complaints).toEqual([]);
      await close();
    });

    test('a term on the page of a lot leads to its explanation in the glossary', async () => {
      const { page, complaints, close } = await explorer.visit(`/?lot=${sunrise}`);
      const term = page.locator('.facts a.term').first();
      const meaning = (await term.getAttribute('title'))!;
      expect(meaning).toMatch(/^[A-Z].*\.$/);
      await term.click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe('Glossary');
      expect(await page.locator('.glossary :focus').innerText()).toContain(meaning);
      expect(await page.locator('.glossary dd').filter({ hasText: 'Also: Unheated' }).count()).toBe(1);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the page of a lot says where and when it was offered, and compares it with the next wider group', async () => {
      const { page, requests, complaints, close } = await explorer.visit(`/?lot=${sunrise}`);
      await page.getByRole('button', { name: 'Show the three most similar sales' }).waitFor();
      expect(requests().length).toBeLessThanOrEqual(5);
      expect(await page.locator('h1 + .lead').innerText()).toBe(
        "Sotheby's · Geneva · May 12, 2015 · Magnificent Jewels and Noble Jewels · Lot 502",
      );
      const drawing = page.locator('.gem-figure svg');
      expect(await drawing.getAttribute('aria-label')).toMatch(/not a photo/);
      expect(await drawing.locator('path').count()).toBeGreaterThan(10);
      const { data: wide } = (await get(explorer.url, '/api/v1/stats', 'gem_name=Ruby&origin=Myanmar')).body;
      const context = page.locator('.lot-context');
      expect(await context.innerText()).toContain(
        'Ruby (Myanmar, No heat, 20+\u00a0ct): only 1 priced lot, too few to compare. A wider group follows.',
      );
      expect(await context.innerText()).toContain(
        `Half of the ${wide.price_per_carat_usd.n} priced lots of Ruby (Myanmar, any treatment, any weight)`,
      );
      expect(await context.locator('.strip .axis-tick').count()).toBeGreaterThan(3);
      await page.getByRole('button', { name: 'Show the three most similar sales' }).click();
      await page.locator('.similar-sales .similar-list').waitFor();
      const similar = await page.locator('.similar-sales .similar-list a').allInnerTexts();
      expect(similar.length).toBeGreaterThan(0);
      expect(similar).not.toContain(await page.locator('h1').innerText());
      await page.getByRole('link', { name: 'Value this stone today' }).click();
      await settled(page);
      const asked = new URL(page.url()).searchParams;
      const { data: lot } = (await get(explorer.url, sunrisePath)).body;
      expect([asked.get('view'), asked.get('gem_name'), asked.get('origin'), asked.get('carat')]).toEqual([
        ...['value', lot.gem_type, lot.origin],
        String(lot.carat),
      ]);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the page of a lot compares the hammer price with the estimate, never a price with premium', async () => {
      const { page, close } = await explorer.visit(`/?lot=${sunrise}`);
      expect(await page.locator('.prices').innerText()).toContain(
        'Not compared: the price includes the buyer’s premium (the fee of the house), the estimate does not',
      );
      expect(await page.locator('.estimate-strip').count()).toBe(0);
      const query = 'is_synthetic=true&is_sold=true&limit=100';
      const { data: lots } = (await get(explorer.url, '/api/v1/auctions', query)).body;
      const lot = lots.find((one: Lot) => one.price_hammer_usd !== null && one.estimate_low_usd !== null);
      await page.goto(`${explorer.url}/?lot=${lot.id}`);
      await settled(page);
      const hammer = `$${lot.price_hammer_usd.toLocaleString('en-US')}`;
      expect(await page.locator('.prices').innerText()).toContain(`Hammer price (without fees) ${hammer}: `);
      const label = await page.locator('.estimate-strip .strip-scale').getAttribute('aria-label');
      expect(label).toContain(`Hammer price (without fees) ${hammer} and estimate `);
      await close();
    });

    test('the page of a lot shows lots with its report, and where a laboratory confirms reports', async () => {
      const { page, close } = await explorer.visit(`/?lot=${sunrise}`);
      const same = page.locator('.same-report');
      await same.locator('.similar-list').waitFor();
      expect(await same.locator('a').allInnerTexts()).toEqual([earlierOffer.title]);
      expect(await same.innerText()).toContain(
        'The number means the same stone only if the laboratory is the same.',
      );
      expect(await same.innerText()).toContain(`Report ${earlierOffer.report_numbers[0]}, SSEF`);
      const check = page.getByRole('link', { name: 'Check at SSEF' });
      expect(await check.getAttribute('href')).toBe('https://www.myssef.ch/');
      await close();
    });

    test('the page of a lot shows its photo where the operator allows its host, and the drawing where it fails', async () => {
      const api = await explorer.startApi({ IMAGE_HOSTS: new URL(sunrisePhoto).host });
      const { page, close } = await explorer.visit();
      try {
        await page.route(sunrisePhoto, (route) => route.fulfill({ body: pixel, contentType: 'image/png' }));
        await page.goto(`${api.url}/?lot=${sunrise}`);
        await settled(page);
        const photo = page.locator('.gem-figure img');
        expect(await photo.getAttribute('alt')).toContain('The Sunrise Ruby');
        expect(await photo.getAttribute('loading')).toBe('lazy');
        expect(await photo.getAttribute('referrerpolicy')).toBe('no-referrer');
        const { width, height } = (await photo.boundingBox())!;
        expect(Math.abs(width - height)).toBeLessThan(1);
        await page.route(sunrisePhoto, (route) => route.abort());
        await page.reload();
        await page.locator('.gem-figure svg').waitFor();
        expect(await photo.count()).toBe(0);
      } finally {
        await close();
        await api.close();
      }
    });

    test('the page of a lot leads to the previous and the next lot of its sale', async () => {
      const { data: lots } = (await get(explorer.url, '/api/v1/auctions', 'limit=100&is_synthetic=true'))
        .body;
      const sale = (lot: Lot) => `${lot.auction_house}, ${lot.sale}, ${lot.auction_date}`;
      const lot = lots.find((one: Lot) => lots.filter((other: Lot) => sale(other) === sale(one)).length > 2);
      const { auction_house, sale: name, auction_date: day } = lot;
      const query = { auction_house, sale: name, date_from: day, date_to: day, sort: 'lot_number' };
      const [first, second, third] = (await get(explorer.url, '/api/v1/auctions', query)).body.data;
      const { page, complaints, close } = await explorer.visit(`/?lot=${second.id}`);
      const neighbors = page.getByRole('navigation', { name: 'Other lots of this sale' });
      await neighbors.getByRole('link', { name: `← Lot ${first.lot_number}: ${first.title}` }).waitFor();
      await neighbors.getByRole('link', { name: `Lot ${third.lot_number}: ${third.title} →` }).click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(third.title);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the page of a lot leads to the lots of its sale, in the order of the catalog', async () => {
      const { data: lots } = (await get(explorer.url, '/api/v1/auctions', 'limit=100&is_synthetic=true'))
        .body;
      const lot = lots.find(({ sale, auction_house }: Record<string, unknown>) => sale && auction_house);
      const { page, complaints, close } = await explorer.visit(`/?lot=${lot.id}`);
      await page.getByRole('link', { name: 'View all lots of this sale' }).click();
      await settled(page);
      const query = Object.fromEntries(new URL(page.url()).searchParams);
      expect(query).toMatchObject({
        sort: 'lot_number',
        date_from: lot.auction_date,
        date_to: lot.auction_date,
      });
      const { status, body } = await get(explorer.url, '/api/v1/auctions', query);
      expect(status).toBe(200);
      const numbers = body.data.map((one: Record<string, string>) => Number.parseInt(one.lot_number!, 10));
      expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
      for (const one of body.data) {
        expect([one.auction_house, one.sale]).toEqual([lot.auction_house, lot.sale]);
      }
      expect(body.data.map(({ id }: { id: number }) => id)).toContain(lot.id);
      expect(await page.locator('.results tbody tr, table tbody tr').count()).toBe(body.data.length);
      expect(await page.getByLabel(`Remove filter: Sale: ${lot.sale}`).count()).toBe(1);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the page of a lot compares with real sales only when "Real sales only" is on', async () => {
      const { page, requests, complaints, close } = await explorer.visit(
        `/?lot=${sunrise}&is_synthetic=false`,
      );
      await page.waitForSelector('.lot-context .links');
      await page.waitForLoadState('networkidle');
      const beside = requests().filter((url) => url !== sunrisePath);
      expect(beside.length).toBeGreaterThan(2);
      expect(beside.length).toBeLessThanOrEqual(4);
      for (const url of beside) expect(url).toContain('is_synthetic=false');
      const links = await page.locator('.lot-view a[href^="/?"]:not([href*="section=glossary"])').all();
      expect(links.length).toBeGreaterThan(3);
      for (const link of links) expect(await link.getAttribute('href')).toContain('is_synthetic=false');
      expect(await page.locator('.facts a[href^="https://www.diamonds.net/"]').count()).toBe(1);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the price range of a stone prints on one page without navigation and buttons', async () => {
      const { page, close } = await explorer.visit(
        '/?view=comparables&gem_name=Ruby&origin=Myanmar&carat=3',
        { colorScheme: 'dark' },
      );
      const pdf = await page.pdf({ format: 'Letter' });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'print' });
      for (const hidden of [
        '.header nav',
        '.filter-tools',
        '.value-form',
        '.print-button',
        '.figure-tools',
      ]) {
        expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
      }
      for (const shown of ['h1', '.answer-range', '.citation', '.dots']) {
        expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
      }
      const ink = await page.evaluate('getComputedStyle(document.body).color');
      expect(ink).toBe('rgb(28, 27, 24)');
      await page.goto(`${explorer.url}/?view=market&gem_name=Ruby`);
      await settled(page);
      for (const hidden of ['.header nav', '.filters', '.figure-tools']) {
        expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
      }
      expect(await page.locator('.figure-trend').isVisible()).toBe(true);
      const narrowed = await page.evaluate(`(() => {
        const figure = document.querySelector('.figure-trend');
        figure.style.width = '600px';
        return figure.querySelector('canvas').getBoundingClientRect().width;
      })()`);
      expect(narrowed, 'a chart on narrower paper, before it can be drawn again').toBe(600);
      await close();
    });

    test('charts of a dark screen are printed in light colors', async () => {
      const { page, close } = await explorer.visit('/?view=market&gem_name=Ruby', { colorScheme: 'light' });
      const drawn = `document.querySelector('.figure-trend canvas').toDataURL()`;
      const light = await page.evaluate(drawn);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(async () => (await page.evaluate(drawn)) === light).toBe(false);
      const dark = await page.evaluate(drawn);
      await page.evaluate(
        `addEventListener('beforeprint', () => queueMicrotask(() => { window.printed = ${drawn}; }))`,
      );
      await page.pdf();
      expect((await page.evaluate('window.printed')) === light, 'light on paper').toBe(true);
      await expect.poll(async () => (await page.evaluate(drawn)) === dark).toBe(true);
      await close();
    });
  });
}
