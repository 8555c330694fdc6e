import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { get } from '../get.ts';
import { startApi } from '../start-api.ts';
import { startIngest } from '../start-ingest.ts';
import { oddNames } from './odd-names.ts';
import { lotsCsv } from './sample-lots.ts';

/** The explorer on a real stack with the sample sales and generated lots, and a browser to look at it. */
export interface TestExplorer {
  url: string;
  /** Opens an address of the page as a new visitor; without one, an empty window. */
  visit(address?: string, options?: BrowserContextOptions): Promise<Visit>;
  /** Another API over the same data. */
  startApi(settings: Record<string, string>): Promise<RunningApi>;
  close(): Promise<void>;
}

/** One visitor. */
export interface Visit {
  page: Page;
  /** Counted requests to the API, as path and query, since the last call. */
  requests(): string[];
  /** What no visit should have: errors in the console, uncaught ones, requests to foreign hosts. */
  complaints: string[];
  close(): Promise<void>;
}

const flags = [
  ...['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];

/** Starts it: an index by way of a real import, an API on any port, a browser without a past. */
export async function startExplorer(): Promise<TestExplorer> {
  const worker = { reconcileEveryMs: 100, scorecardLimits: { maxGems: 3, maxYears: 6, maxLotsPerYear: 6 } };
  const ingest = await startIngest({ settings: { SCORECARD: 'on' }, worker });
  const sales = readFileSync(join(import.meta.dirname, '../../../local/samples/notable-sales.csv'));
  await ingest.import('notable-sales.csv', sales);
  await ingest.import('generated.csv', lotsCsv(1500));
  await ingest.import('odd-names.ndjson', oddNames.map((lot) => JSON.stringify(lot)).join('\n'));
  const start = (settings: Record<string, string>) => startApi({ INDEX_ALIAS: ingest.alias, ...settings });
  const api = await start({});
  while ((await get(api.url, '/api/ext/scorecard')).body.meta.status !== 'current') await pause(20);
  const browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: flags });
  return {
    url: api.url,
    visit: (address, options) => visit(browser, address && new URL(address, api.url), options),
    startApi: start,
    async close() {
      await browser.close();
      await api.close();
      await ingest.close();
    },
  };
}

async function visit(browser: Browser, address?: URL | '', options?: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', acceptDownloads: true, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  let requests: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'blob:') return;
    if (address && url.origin !== address.origin) complaints.push(`foreign request: ${url}`);
    if (url.pathname.startsWith('/api/')) requests.push(decodeURIComponent(`${url.pathname}${url.search}`));
  });
  if (address) {
    await page.goto(address.href);
    await settled(page);
  }
  return {
    page,
    complaints,
    requests() {
      const made = requests;
      requests = [];
      return made;
    },
    close: () => context.close(),
  };
}

/** Resolves when the page has shown what it was asked for. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('#content > *');
  await page.waitForSelector('#content[aria-busy], #content .skeletons', { state: 'detached' });
}
