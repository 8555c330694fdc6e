import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';

/** The requests and bytes that a visit costs, and the messages for failed requests. */
export function describeRequests(started: () => TestExplorer): void {
  describe('the requests of the explorer', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('a change of view sends at most five requests that count towards the hourly limit, and going back sends none', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=search');
      const step = async (act: () => Promise<unknown>, most: number) => {
        requests();
        await act();
        await settled(page);
        await page.waitForLoadState('networkidle');
        expect(requests().length).toBeLessThanOrEqual(most);
      };
      expect(requests()).toHaveLength(2);
      await step(() => page.locator('#filters label').filter({ hasText: 'Ruby' }).first().click(), 2);
      // The list, and the price records that it marks.
      await step(() => page.locator('#sort-price').click(), 2);
      await step(() => page.locator('#page-next').click(), 1);
      await step(() => page.locator('.row-link').first().click(), 5);
      await step(() => page.goBack(), 0);
      await step(() => page.getByRole('link', { name: 'Prices', exact: true }).click(), 5);
      await step(() => page.locator('#scale-log').click(), 0);
      await step(() => page.locator('#interval-month').click(), 1);
      await step(() => page.getByRole('link', { name: 'Price index', exact: true }).click(), 2);
      await step(() => page.locator('#interval-quarter').click(), 1);
      await step(() => page.locator('#scale-log').click(), 0);
      // The values that the form offers for the gem.
      await step(() => page.getByRole('link', { name: 'Value a stone', exact: true }).click(), 1);
      await page.locator('#stone-carat').fill('3');
      await step(() => page.locator('#stone-carat').press('Enter'), 2);
      await step(() => page.getByRole('link', { name: 'Prices', exact: true }).click(), 0);
      await step(() => page.getByRole('link', { name: 'By weight', exact: true }).click(), 1);
      await step(() => page.locator('#scale-linear').click(), 0);
      await step(() => page.getByRole('link', { name: 'Search', exact: true }).click(), 0);
      await step(() => page.getByRole('link', { name: 'Record prices', exact: true }).click(), 1);
      await step(() => page.getByRole('link', { name: 'Lots', exact: true }).click(), 0);
      await step(() => page.locator('#sort-price').click(), 0);
      await step(() => page.locator('#basis-hammer').click(), 3);
      expect(complaints).toEqual([]);
      await close();
    });

    test('typing requests suggestions once per pause, and never the same suggestions twice', async () => {
      const { page, requests, close } = await explorer.visit('/?view=search');
      requests();
      const box = page.locator('#search');
      await box.pressSequentially('kashmir', { delay: 40 });
      await page.waitForSelector('[role=option]:has-text("Origin")');
      expect(requests()).toEqual(['/api/v1/suggestions?q=kashmir&limit=8']);
      await box.press('Backspace');
      await page.waitForResponse(/suggestions/);
      requests();
      await box.pressSequentially('r');
      await page.waitForSelector('[role=option]:has-text("Kashmir")');
      await page.waitForLoadState('networkidle');
      expect(requests()).toEqual([]);
      await close();
    });

    test('the first visit loads less than 60 kB of files and 4.5 kB in each response, and a second visit only revalidates', async () => {
      const { page, close } = await explorer.visit();
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      const urls = new Map<string, string>();
      const sizes: { url: string; bytes: number }[] = [];
      session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
        sizes.push({ url: urls.get(requestId)!, bytes });
      });
      const statuses = new Map<string, number>();
      session.on('Network.responseReceivedExtraInfo', ({ statusCode, headers }) => {
        statuses.set(String(headers.ETag ?? headers.etag ?? statuses.size), statusCode);
      });
      await page.goto(explorer.url);
      await settled(page);
      await page.waitForLoadState('networkidle');
      // Headers included. Only responses grow with the data, up to the lots, years and names that they are limited to.
      const responses = sizes.filter(({ url }) => url.includes('/api/'));
      const files = sizes.filter((one) => !responses.includes(one));
      const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
      console.log(`The first view: ${files.length} files, ${bytes} bytes; responses:`, responses);
      expect(bytes).toBeLessThan(60_000);
      expect(responses.length).toBe(4);
      for (const response of responses) expect(response.bytes, response.url).toBeLessThan(4_500);

      statuses.clear();
      await page.reload();
      await settled(page);
      await page.waitForLoadState('networkidle');
      expect([...statuses.values()].every((status) => status === 304)).toBe(true);
      expect(statuses.size).toBe(5);
      await close();
    });

    test('explorer files are cached forever, the page is revalidated, and inline scripts are forbidden', async () => {
      const page = await fetch(explorer.url, { headers: { 'Accept-Encoding': 'br' } });
      expect(page.headers.get('content-encoding')).toBe('br');
      expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      const known = { 'If-None-Match': page.headers.get('etag')!, 'Cache-Control': 'max-age=0' };
      const again = await fetch(explorer.url, { headers: known });
      expect(again.status).toBe(304);
      const [file] = /\/explorer\/[\w-]+\/main\.js/.exec(await page.text())!;
      const module = await fetch(explorer.url + file);
      expect(module.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(module.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(module.headers.get('access-control-expose-headers')).toBeNull();
      expect((await fetch(`${explorer.url}/explorer/older/main.js`)).status).toBe(404);
    });

    test('the explorer shows how many hourly requests are left when few are, and the waiting time when none are', async () => {
      // The notice appears below a tenth of 20 requests. A visit of the lots sends two.
      const limited = await explorer.startApi({ RATE_LIMIT_MAX: '20' });
      const { page, close } = await explorer.visit(`${limited.url}/?view=search`);
      expect(await page.locator('.notice').isVisible()).toBe(false);
      for (let spent = 2; spent < 19; spent++) await fetch(`${limited.url}/api/v1/auctions?limit=1`);
      await page.locator('#sort-price').click();
      await settled(page);
      await expect
        .poll(() => page.locator('.notice').textContent())
        .toMatch(/^You have 0 of 20 hourly requests left/);
      await page.locator('#sort-carat').click();
      await settled(page);
      expect(await page.locator('.problem h1').textContent()).toBe('Request limit reached');
      expect(await page.locator('.problem').textContent()).toContain('You can try again in 60 minutes');
      expect(await page.locator('.problem button').isDisabled()).toBe(true);
      await close();
      await limited.close();
    });

    test('the explorer says that it is offline and continues when the connection is back', async () => {
      const { page, close } = await explorer.visit('/?view=search');
      await page.context().setOffline(true);
      await page.locator('#sort-price').click();
      await page.waitForSelector('.problem');
      expect(await page.locator('.problem h1').textContent()).toBe('You are offline');
      await page.context().setOffline(false);
      await page.waitForSelector('.problem', { state: 'detached' });
      await settled(page);
      expect(await page.locator('th[aria-sort]').textContent()).toContain('Price');
      await close();
    });

    test('the explorer explains refused requests without parameter names of the API', async () => {
      const { page, close } = await explorer.visit('/?gem=ruby');
      const refused = await page.locator('.problem').textContent();
      expect(refused).toContain('The address has a filter that does not exist.');
      expect(refused).not.toMatch(/gem_name|allowed/);
      await page.getByRole('link', { name: 'Clear all filters' }).click();
      await settled(page);
      expect(await page.locator('h1').textContent()).toMatch(/lots$/);
      await page.goto(`${explorer.url}/?gem_name=rubby`);
      await settled(page);
      await page.getByRole('link', { name: 'Ruby', exact: true }).click();
      await settled(page);
      expect(new URL(page.url()).search).toBe('?gem_name=Ruby');
      await page.goto(`${explorer.url}/?lot=999999999`);
      await settled(page);
      expect(await page.locator('.problem h1').textContent()).toBe('There is no lot with this number');
      expect(await page.locator('.back').count()).toBe(1);
      await close();
    });
  });
}
