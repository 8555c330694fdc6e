import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../api/server.ts';
import { buildAuction } from '../support/build-auction.ts';
import { startApi } from '../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../support/test-index.ts';

describe.skipIf(!inject('chromiumPath'))('the API reference', () => {
  let index: TestIndex;
  let api: RunningApi;
  let browser: Browser;

  beforeAll(async () => {
    index = await createTestIndex([buildAuction({ id: 1, title: 'The only lot' })]);
    api = await startApi({ INDEX_ALIAS: index.alias });
    browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    await index?.remove();
  });

  /** Opens the page; `complaints` are errors in the console and requests to other hosts. */
  async function open(): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== api.url) complaints.push(`foreign request: ${request.url()}`);
    });
    await page.goto(`${api.url}/docs`);
    await page.waitForSelector('.opblock');
    return { page, complaints };
  }

  test('shows every path, without errors and without asking another host', async () => {
    const { page, complaints } = await open();
    expect(await page.title()).toContain('API reference');
    const document = await fetch(`${api.url}/api/v1/openapi.json`);
    const { paths } = (await document.json()) as { paths: object };
    expect(await page.locator('.opblock').count()).toBe(Object.keys(paths).length);
    expect(await page.locator('.information-container').textContent()).toContain('Apache-2.0');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('tries a request out', async () => {
    const { page, complaints } = await open();
    await page.click('#operations-Auction_records-getAuction .opblock-summary-control');
    await page.click('.opblock-body .execute');
    await page.waitForSelector('.live-responses-table .response');
    expect(await page.locator('.live-responses-table').textContent()).toContain('The only lot');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('lets its files be kept, and nothing else run', async () => {
    const answer = await fetch(`${api.url}/docs`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    const headers = { 'If-None-Match': answer.headers.get('etag')! };
    expect((await fetch(`${api.url}/docs`, { headers })).status).toBe(304);
    const files = [...(await answer.text()).matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(
      ([, file]) => file,
    );
    expect(files).toHaveLength(4);
    for (const file of files) {
      const { status, headers } = await fetch(`${api.url}${file}`, { headers: { 'Accept-Encoding': 'br' } });
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers.get('content-encoding')).toBe('br');
    }
    expect((await fetch(`${api.url}/docs/older/page.js`)).status).toBe(404);
  });
});
