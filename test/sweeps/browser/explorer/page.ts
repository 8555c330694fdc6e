import { describe, expect, test } from 'vitest';
import { axeFindings } from '../../../support/browser/axe-findings.ts';
import { isFocused, tabTo } from '../../../support/browser/keyboard.ts';
import { follow, paramsOf, settled } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Keyboard and touch, the requests and bytes that a visit costs, and the messages for failed requests. */
export function describePage(started: () => TestExplorer): void {
  describe('the page of the explorer', () => {
    test('the explorer can be used by keyboard alone, from the search to the market charts', async () => {
      const { page, complaints, close } = await started().visit('/?view=search');
      await page.keyboard.press('Tab');
      expect(await isFocused(page, '.skip-link')).toBe(true);
      await page.keyboard.press('Enter');
      expect(await isFocused(page, '#content')).toBe(true);
      await page.keyboard.press('/');
      await page.keyboard.type('kash', { delay: 30 });
      await page.waitForSelector('[role=option]:has-text("Origin")');
      await page.keyboard.press('ArrowDown');
      const active = await page.locator('#search').getAttribute('aria-activedescendant');
      expect(await page.locator(`#${active}`).innerText()).toContain('Kashmir');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('[role=option]');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await settled(page);
      await tabTo(page, '#sort-price');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(paramsOf(page)).toEqual({ origin: 'Kashmir', sort: '-price' });
      expect(await isFocused(page, '#sort-price'), 'the focus stays on the column').toBe(true);

      await tabTo(page, '.results .row-link');
      const title = await page.locator('.row-link').first().innerText();
      expect(await page.locator(':focus').innerText()).toBe(title);
      await page.keyboard.press('Enter');
      await settled(page);
      expect(await isFocused(page, 'h1')).toBe(true);
      expect(await page.locator('h1').innerText()).toBe(title);
      await tabTo(page, '.back', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(await page.locator(':focus').innerText()).toBe(title);

      await tabTo(page, 'nav.views a:has-text("Prices")', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await settled(page);
      await tabTo(page, '.multiple-name');
      await page.keyboard.press('Enter');
      await settled(page);
      await tabTo(page, '#interval-quarter');
      await page.keyboard.press('Enter');
      await settled(page);
      await tabTo(page, '#trend-period');
      const shown = () => page.locator('#trend-readout div:first-child dd').innerText();
      const last = await shown();
      expect(last).toMatch(/^Q[1-4] \d{4}( so far)?$/);
      await page.keyboard.press('ArrowLeft');
      expect(await shown()).not.toBe(last);
      expect(complaints).toEqual([]);
      await close();
    });

    test('a phone shows the first lot on its first screen, filters by touch, and has one menu that works by keyboard', async () => {
      const { page, complaints, close } = await started().visit('/?gem_name=Ruby', phone);
      const first = (await page.locator('.results tbody tr').first().boundingBox())!;
      expect(first.y).toBeLessThan(phone.viewport.height - 48);
      await page.locator('.filters-opener').tap();
      expect(await axeFindings(page)).toEqual([]);
      await page.locator('#filters label').filter({ hasText: 'Myanmar' }).tap();
      await page.waitForURL(/origin=Myanmar/);
      await page.locator('.filters-done').tap();
      await settled(page);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      await page.locator('.results tbody tr').first().tap();
      await settled(page);
      expect(paramsOf(page).lot).toMatch(/^\d+$/);

      const prices = page.getByRole('link', { name: 'Prices', exact: true });
      await page.locator('.menu-opener').focus();
      await page.keyboard.press('Enter');
      expect(await prices.isVisible()).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await prices.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      await tabTo(page, 'nav.views a:has-text("Prices")');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(paramsOf(page).view).toBe('prices');
      expect(await prices.isVisible()).toBe(false);
      expect(complaints).toEqual([]);
      await close();
    });

    test('a change of view sends at most five requests that count towards the hourly limit, and going back sends none', async () => {
      const { page, requests, complaints, close } = await started().visit('/?view=search');
      const step = async (act: () => Promise<unknown>, most: number) => {
        requests();
        await act();
        await settled(page);
        await page.waitForLoadState('networkidle');
        expect(requests().length).toBeLessThanOrEqual(most);
      };
      const click = (selector: string, most: number) =>
        step(() => page.locator(selector).first().click(), most);
      const open = (name: string, most: number) =>
        step(() => page.getByRole('link', { name, exact: true }).click(), most);
      expect(requests()).toHaveLength(2);
      await click('#filters label:has-text("Ruby")', 2);
      await click('#sort-price', 1);
      await click('#page-next', 1);
      await click('.row-link', 3);
      await step(() => page.goBack(), 0);
      await open('Prices', 5);
      await click('#interval-month', 1);
      await open('Price index', 2);
      await click('#interval-quarter', 1);
      // The values that the form offers for the gem.
      await open('Value a stone', 1);
      await page.locator('#stone-carat').fill('3');
      await step(() => page.locator('#stone-carat').press('Enter'), 2);
      await open('Prices', 0);
      await open('Weight and traits', 2);
      await open('Search', 0);
      await open('Record prices', 1);
      await open('Lots', 0);
      await click('#sort-price', 0);
      expect(complaints).toEqual([]);
      await close();
    });

    test('typing requests suggestions once per pause, and never the same suggestions twice', async () => {
      const { page, requests, close } = await started().visit('/?view=search');
      requests();
      const box = page.locator('#search');
      await box.pressSequentially('kashmir');
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

    test('the first visit loads less than 40 kB in at most 4 files and 4.5 kB in each of three responses, and a second visit only revalidates', async () => {
      const { page, close } = await started().visit();
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
      await page.goto(started().url);
      await settled(page);
      await page.waitForLoadState('networkidle');
      // Headers included. Only responses grow with the data, up to the lots and names that they are limited to.
      const responses = sizes.filter(({ url }) => url.includes('/api/'));
      const files = sizes.filter((one) => !responses.includes(one));
      expect(files.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThan(40_000);
      expect(files.length).toBeLessThanOrEqual(4);
      expect(responses.length).toBe(3);
      for (const response of responses) expect(response.bytes, response.url).toBeLessThan(4_500);

      statuses.clear();
      await page.reload();
      await settled(page);
      await page.waitForLoadState('networkidle');
      expect([...statuses.values()]).toEqual(Array(4).fill(304));
      await close();
    });

    test('explorer files are cached forever, the page is revalidated, and neither scripts inside it nor frames of other sites are allowed', async () => {
      const page = await fetch(started().url, { headers: { 'Accept-Encoding': 'br' } });
      expect(page.headers.get('content-encoding')).toBe('br');
      expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
      expect(policy).not.toContain('unsafe');
      const known = { 'If-None-Match': page.headers.get('etag')!, 'Cache-Control': 'max-age=0' };
      expect((await fetch(started().url, { headers: known })).status).toBe(304);
      const [file] = /\/explorer\/[\w-]+\/main\.js/.exec(await page.text())!;
      const { headers } = await fetch(started().url + file);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect((await fetch(`${started().url}/explorer/older/main.js`)).status).toBe(404);
    });

    test('the explorer says how long to wait when no hourly requests are left', async () => {
      const limited = await started().startApi({ RATE_LIMIT_MAX: '20' });
      const { page, close } = await started().visit(`${limited.url}/?view=search`);
      for (let spent = 2; spent < 20; spent++) await fetch(`${limited.url}/api/v1/auctions?limit=1`);
      await follow(page, '#sort-carat');
      expect(await page.locator('.problem h1').textContent()).toBe('Request limit reached');
      expect(await page.locator('.problem').textContent()).toContain('You can try again in 60 minutes');
      await close();
      await limited.close();
    });

    test('the explorer says that it is offline and continues when the connection is back', async () => {
      const { page, close } = await started().visit('/?view=search');
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
  });
}
