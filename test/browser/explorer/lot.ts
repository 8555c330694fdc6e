import { beforeAll, describe, expect, test } from 'vitest';
import { sampleIds } from '../../../mappings/sample-ids.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

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

    test('the page of a lot shows a drawing, price axes and similar sales, and links to the value of the stone', async () => {
      const { page, requests, complaints, close } = await explorer.visit(`/?lot=${sunrise}`);
      await page.waitForSelector('.similar-list');
      expect(requests().length).toBe(3);
      const drawing = page.locator('.gem-figure svg');
      expect(await drawing.getAttribute('aria-label')).toMatch(/not a photo/);
      expect(await drawing.locator('path').count()).toBeGreaterThan(10);
      expect(await page.locator('.strip-axis .strip-tick').count()).toBeGreaterThan(3);
      expect(await page.locator('.estimate-strip .strip-scale').getAttribute('aria-label')).toMatch(
        /^Price with premium \$[\d,]+ and estimate \$[\d,]+ to \$[\d,]+/,
      );
      const similar = await page.locator('.similar-list a').allInnerTexts();
      expect(similar.length).toBeGreaterThan(0);
      expect(similar).not.toContain(await page.locator('h1').innerText());
      await page.getByRole('link', { name: 'Value this stone today' }).click();
      await settled(page);
      const asked = new URL(page.url()).searchParams;
      const { data: lot } = (await get(explorer.url, sunrisePath)).body;
      expect([asked.get('view'), asked.get('gem_name'), asked.get('origin'), asked.get('carat')]).toEqual([
        ...['comparables', lot.gem_type, lot.origin],
        String(lot.carat),
      ]);
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
      expect(beside.map((url) => url.split('?')[0]).toSorted()).toEqual([
        ...['/api/ext/comparables', '/api/v1/stats'],
      ]);
      for (const url of beside) expect(url).toContain('is_synthetic=false');
      const links = await page.locator('.lot-view a[href^="/?"]:not([href*="view=glossary"])').all();
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
      for (const hidden of ['.header nav', '.filter-tools', '.value-form', '.print-button', '.figure-tools']) {
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
