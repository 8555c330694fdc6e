import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** One visitor. */
export interface Visit {
  page: Page;
  /** The requests to the API that count for the rate limit, as path and query, since the last call. */
  requests(): string[];
  /** Faults of a visit: console errors, uncaught errors, and requests to other hosts. */
  complaints: string[];
  close(): Promise<void>;
}

/** A browser window, and the visit that records its events. */
interface Window {
  context: BrowserContext;
  page: Page;
  visitor?: { origin: string | undefined; requests: string[]; complaints: string[] };
}

const viewport = { width: 1280, height: 720 };

/**
 * Visits in browser windows. A closed window is reused for the same options, with its cached files but without stored
 * choices, because a new window costs as much time as a visit.
 */
export function openVisits(browser: Browser) {
  const closed = new Map<string, Window[]>();

  /** Opens a URL as a new visitor; without a URL, opens a new empty window. */
  return async function visit(address?: URL, options: BrowserContextOptions = {}): Promise<Visit> {
    const kind = JSON.stringify(options);
    const window = (address && closed.get(kind)?.pop()) ?? (await openWindow(browser, options));
    const { page, context } = window;
    const visitor = { origin: address?.origin, requests: [], complaints: [] } as Required<Window>['visitor'];
    // Events are recorded only from here on, because the previous page may still emit some.
    page.once('framenavigated', () => {
      window.visitor = visitor;
    });
    if (address) {
      await page.goto(address.href);
      await settled(page);
    }
    return {
      page,
      complaints: visitor.complaints,
      requests: () => visitor.requests.splice(0),
      async close() {
        delete window.visitor;
        if (!address) return context.close();
        await page.evaluate('localStorage.clear()');
        const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
        await page.emulateMedia({ media: null, colorScheme, reducedMotion });
        await page.setViewportSize(options.viewport ?? viewport);
        await page.mouse.move(0, 0);
        closed.set(kind, [...(closed.get(kind) ?? []), window]);
      },
    };
  };
}

async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Window> {
  const context = await browser.newContext({ locale: 'en-US', viewport, ...options });
  const window: Window = { context, page: await context.newPage() };
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      window.visitor?.complaints.push(message.text());
  });
  context.on('weberror', (error) => window.visitor?.complaints.push(String(error.error())));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!window.visitor || url.protocol === 'blob:') return;
    const { origin, complaints, requests } = window.visitor;
    if (origin && url.origin !== origin) complaints.push(`foreign request: ${url}`);
    if (url.pathname.startsWith('/api/')) requests.push(decodeURIComponent(`${url.pathname}${url.search}`));
  });
  return window;
}

/** Resolves when the page has finished loading its view. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('#content > *');
  await page.waitForSelector('#content[aria-busy], #content .skeletons', { state: 'detached' });
}

/** Clicks a link or a button, and waits for the view that it leads to. */
export async function follow(page: Page, target: string | Locator): Promise<void> {
  await (typeof target === 'string' ? page.locator(target) : target).click();
  await settled(page);
}

/** Submits a phrase in the search box, and waits for the view at its address. */
export async function search(page: Page, phrase: string, address: RegExp): Promise<void> {
  await page.locator('#search').fill(phrase);
  await page.locator('#search').press('Enter');
  await page.waitForURL(address);
  await settled(page);
}

/** The parameters of the address. */
export const paramsOf = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams);

/** The file that a click saves. */
export async function savedFile(page: Page, target: Locator) {
  const downloading = page.waitForEvent('download');
  await target.click();
  const download = await downloading;
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** The rows of the CSV that a click saves; a text that a spreadsheet keeps is read as this text. */
export async function savedRows(page: Page, target: Locator): Promise<Record<string, string>[]> {
  const { content } = await savedFile(page, target);
  return parse(content, { bom: true, columns: true, cast: (cell) => cell.replace(/^="(.*)"$/s, '$1') });
}
