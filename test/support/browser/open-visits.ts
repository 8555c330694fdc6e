import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** One visitor. */
export interface Visit {
  page: Page;
  /** Counted requests to the API, as path and query, since the last call. */
  requests(): string[];
  /** What no visit should have: errors in the console, uncaught ones, requests to foreign hosts. */
  complaints: string[];
  close(): Promise<void>;
}

/** A window of a browser, and the visitor who is told what happens in it. */
interface Window {
  context: BrowserContext;
  page: Page;
  visitor?: { origin: string | undefined; requests: string[]; complaints: string[] };
}

const viewport = { width: 1280, height: 720 };

/**
 * Visits in the windows of a browser. A window that was closed opens again for the same options, without what was chosen
 * in it but with the files that it keeps: a new one costs as much as the visit.
 */
export function openVisits(browser: Browser) {
  const closed = new Map<string, Window[]>();

  /** Opens an address as a new visitor; without one, an empty window that never was open. */
  return async function visit(address?: URL, options: BrowserContextOptions = {}): Promise<Visit> {
    const kind = JSON.stringify(options);
    const window = (address && closed.get(kind)?.pop()) ?? (await openWindow(browser, options));
    const { page, context } = window;
    const visitor = { origin: address?.origin, requests: [], complaints: [] } as Required<Window>['visitor'];
    // Not earlier: the page before may still say something.
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

/** Resolves when the page has shown what it was asked for. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('#content > *');
  await page.waitForSelector('#content[aria-busy], #content .skeletons', { state: 'detached' });
}
