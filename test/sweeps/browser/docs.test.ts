import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { sampleIds } from '../../../mappings/sample-ids.ts';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { isFocused, tabTo } from '../../support/browser/keyboard.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { startApi } from '../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

describe.skipIf(!inject('chromiumPath'))('the API reference', () => {
  /** An index of its own, because the page shows the id of a sample lot. */
  let index: TestIndex;
  let api: RunningApi;
  let browser: Browser;

  beforeAll(async () => {
    index = await createTestIndex([
      buildAuction({ id: sampleIds.first, title: 'The only ruby' }),
      buildAuction({ id: 2, title: 'An emerald', gem_type: 'Emerald' }),
    ]);
    api = await startApi({ INDEX_ALIAS: index.alias });
    browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    await index?.remove();
  });

  /** Opens the page; `complaints` are errors in the console and requests to other hosts. */
  async function open(hash = '', options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== api.url) complaints.push(`foreign request: ${request.url()}`);
    });
    await page.goto(`${api.url}/docs${hash}`);
    return { page, complaints, close: () => context.close() };
  }

  /** Removes nine tenths of the elements: parts that are not drawn do not depend on colors and width. */
  const removeFoldedParts = (page: Page) =>
    page.evaluate(
      `document.querySelectorAll('details:not([open]) > :not(summary)').forEach((part) => part.remove())`,
    );

  const documentOf = async () => (await fetch(`${api.url}/api/v1/openapi.json`)).json() as Promise<Document>;
  interface Document {
    paths: Record<string, { get: { operationId: string; parameters?: unknown[] } }>;
    components: { schemas: object; headers: object; responses: object };
  }

  test('the API reference shows every path, parameter, error, header and schema, and has no dead links', async () => {
    const { page, complaints, close } = await open();
    expect(await page.title()).toBe('API reference · Gemstone Auctions');
    const { paths, components } = await documentOf();
    const count = (selector: string) => page.locator(selector).count();
    expect(await count('details:not([id^="schema-"])')).toBe(Object.keys(paths).length);
    for (const { get } of Object.values(paths)) {
      expect(await count(`#${get.operationId} tbody > tr`)).toBe(get.parameters?.length ?? 0);
    }
    expect(await count('details[id^="schema-"]')).toBe(Object.keys(components.schemas).length);
    for (const code of Object.keys(components.responses)) {
      expect(await count(`a[href="/docs/errors#${code}"]`), code).toBeGreaterThan(0);
    }
    for (const name of Object.keys(components.headers)) {
      expect(await count(`#headers + .scrolled td:first-child > code:text-is("${name}")`), name).toBe(1);
    }
    const dead = await page.evaluate(
      `[...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute('href').slice(1)).filter((id) => !document.getElementById(id))`,
    );
    expect(dead).toEqual([]);
    const text = await page.locator('body').textContent();
    expect(text).not.toMatch(/undefined|\[object|NaN|\{\{/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the search of the documentation finds a section by two words, and leads to it', async () => {
    const { page, complaints, close } = await open('/operations/deployment');
    await page.getByRole('searchbox').fill('append-only file');
    await page.getByRole('status').getByRole('link', { name: 'Runbook: A corrupt append-only file' }).click();
    await page.waitForURL('**/docs/runbook#a-corrupt-append-only-file');
    await page.getByRole('searchbox').fill('no such words anywhere');
    await page.getByRole('status').getByText('Nothing found.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the API reference opens a path by keyboard alone, and its example in the browser', async () => {
    const { page, complaints, close } = await open();
    await page.keyboard.press('Tab');
    expect(await isFocused(page, '.skip-link')).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(page, '#getAuction > summary');
    await page.keyboard.press('Enter');
    const example = `/api/v1/auctions/${sampleIds.first}`;
    await tabTo(page, `#getAuction a[href="${example}"]`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${example}`);
    expect(await page.locator('body').textContent()).toContain('The only ruby');
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['light', 1440, 'all parts'],
    ['dark', 390, 'open parts'],
  ] as const)(
    'the API reference in %s colors, %i pixels wide, passes axe (%s) and does not scroll sideways',
    async (colorScheme, width, parts) => {
      const { page, close } = await open('#listAuctions', { colorScheme, viewport: { width, height: 900 } });
      for (const id of ['getStats', 'schema-AuctionRecord', 'schema-ErrorResponse']) {
        await page.locator(`[id="${id}"] > summary`).click();
      }
      const sideways = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(sideways).toBeLessThanOrEqual(0);
      if (parts === 'open parts') await removeFoldedParts(page);
      expect(await axeFindings(page)).toEqual([]);
      await close();
    },
  );
});
