import { describe, expect, test } from 'vitest';
import { sampleIds } from '../../../../mappings/sample-ids.ts';
import { follow, paramsOf, settled } from '../../../support/browser/open-visits.ts';
import { earlierOffer, sunrisePhoto } from '../../../support/browser/sample-lots.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { type Body, get } from '../../../support/get.ts';

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The Sunrise Ruby of the notable sales. */
const sunrise = sampleIds.first + 1;

/** The page of a lot. */
export function describeLot(started: () => TestExplorer): void {
  describe('the page of a lot', () => {
    const ask = async (path: string, query: string): Promise<Body> =>
      (await get(started().url, path, query)).body;

    test('the page says where a lot was offered, compares it with earlier sales of such stones, and leads to its value', async () => {
      const { page, requests, complaints, close } = await started().visit(`/?lot=${sunrise}`);
      const similar = page.locator('.similar-sales');
      await similar.locator('.similar-list').waitFor();
      expect(requests().length).toBeLessThanOrEqual(3);
      expect(await page.locator('h1 + .lead').innerText()).toBe(
        "Sotheby's · Geneva · May 12, 2015 · Magnificent Jewels and Noble Jewels · Lot 502",
      );
      expect(await page.locator('.prices').innerText()).toContain(
        'Not compared: the price includes the buyer’s premium (the fee of the house), the estimate does not',
      );
      const stone = 'gem_name=Ruby&carat=25.59&origin=Myanmar&treatment=No+heat';
      const { data: before } = await ask('/api/ext/comparables', `${stone}&as_of=2015-05-11`);
      expect(await similar.innerText()).toContain(before.grade_reasons[0]);
      expect(await similar.locator('li > a').allInnerTexts()).toEqual(
        before.lots.slice(0, 3).map(({ lot }: Body) => lot.title),
      );
      await page.getByText('Cite or share this lot').click();
      expect(await page.getByLabel('Cite', { exact: true }).innerText()).toContain(
        `/?lot=${sunrise} (data version `,
      );
      await follow(page, page.getByRole('link', { name: 'Value this stone today' }));
      expect(paramsOf(page)).toMatchObject({ view: 'value', gem_name: 'Ruby', carat: '25.59' });
      expect(complaints).toEqual([]);
      await close();
    });

    test('the hammer price of a lot is compared with its estimate', async () => {
      const { data } = await ask('/api/v1/auctions', 'is_synthetic=true&is_sold=true&limit=100');
      const lot = data.find((one: Body) => one.price_hammer_usd !== null && one.estimate_low_usd !== null);
      const { page, close } = await started().visit(`/?lot=${lot.id}`);
      const hammer = `Hammer price (without fees) $${lot.price_hammer_usd.toLocaleString('en-US')}`;
      expect(await page.locator('.prices').innerText()).toContain(`${hammer}: `);
      await close();
    });

    test('a lot shows the other offers of its stone, and leads to the page of the stone', async () => {
      const { page, complaints, close } = await started().visit(`/?lot=${sunrise}`);
      const sales = page.locator('.other-sales');
      await sales.getByRole('heading', { name: 'Sold before' }).waitFor();
      const title = await page.locator('h1').innerText();
      expect(await sales.locator('li > a').allInnerTexts()).toEqual([earlierOffer.title, title]);
      expect(await sales.innerText()).toContain('Linked by its report');
      await follow(page, page.getByRole('link', { name: 'This stone on a page of its own' }));
      expect(paramsOf(page)).toEqual({ section: 'stones', stone_id: String(earlierOffer.id) });
      expect(await page.locator('.similar-list a').allInnerTexts()).toContain(title);
      await follow(page, page.locator('.similar-list li > a').first());
      expect(await page.locator('.other-sales h2').innerText()).toBe('Sold again');
      expect(complaints).toEqual([]);
      await close();
    });

    test('the page leads to the lots with its report number, and says what its terms mean', async () => {
      const { page, close } = await started().visit(`/?lot=${sunrise}`);
      const [number] = earlierOffer.report_numbers;
      await follow(page, page.getByRole('link', { name: `All lots with report ${number}` }));
      expect(paramsOf(page)).toEqual({ report_number: number });
      expect(await page.locator('.row-link').allInnerTexts()).toContain(earlierOffer.title);
      await page.goBack();
      await settled(page);
      const term = page.locator('.facts a.term').first();
      const meaning = (await term.getAttribute('title'))!;
      await follow(page, term);
      expect(await page.locator('.glossary :focus').innerText()).toContain(meaning);
      await close();
    });

    test('a lot shows its photo where the operator allows its host, and none where it fails', async () => {
      const api = await started().startApi({ IMAGE_HOSTS: new URL(sunrisePhoto).host });
      const { page, close } = await started().visit();
      try {
        await page.route(sunrisePhoto, (route) => route.fulfill({ body: pixel, contentType: 'image/png' }));
        await page.goto(`${api.url}/?lot=${sunrise}`);
        await settled(page);
        const photo = page.locator('.gem-figure img');
        expect(await photo.getAttribute('alt')).toContain('The Sunrise Ruby');
        expect(await photo.getAttribute('referrerpolicy')).toBe('no-referrer');
        await page.route(sunrisePhoto, (route) => route.abort());
        await page.reload();
        await expect.poll(() => page.locator('.gem-figure').count()).toBe(0);
        expect(await page.locator('h1').innerText()).toContain('The Sunrise Ruby');
      } finally {
        await close();
        await api.close();
      }
    });
  });
}
