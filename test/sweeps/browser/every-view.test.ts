import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { settled } from '../../support/browser/open-visits.ts';
import { startExplorer, type TestExplorer } from '../../support/browser/start-explorer.ts';

const widths = [
  320, 360, 390, 480, 640, 700, 720, 721, 821, 900, 901, 960, 1024, 1100, 1110, 1280, 1440, 1920, 2560,
];
/** Date filters keep tables short: axe checks every cell, and all cells are alike. */
const views = {
  'home page': '/',
  lots: '/?view=search',
  'lots with many filters':
    '/?gem_name=Ruby&origin=Myanmar&treatment=No+heat&weight_min=1&price_min=1000&date_from=2000-01-01',
  'lots of a misspelled gem': '/?gem_name=rubby',
  'a search without results': '/?gem_name=Ruby&q=nothing',
  'a search that the API refuses': '/?weight_min=9&weight_max=2',
  'one lot': '/?lot=9000000000000002',
  market: '/?view=prices&date_from=2025-01-01',
  'the market of one gem': '/?view=prices&gem_name=Ruby&dollars=real&basis=premium&date_from=2015-01-01',
  'lots by price': '/?sort=-price&origin=Kashmir',
  'price index without a gem': '/?view=prices&section=index',
  'price index of one gem':
    '/?view=prices&section=index&gem_name=Sapphire&interval=quarter&date_from=2022-01-01',
  'comparable sales without a weight': '/?view=value&gem_name=Ruby',
  'comparable sales of a stone':
    '/?view=value&gem_name=Ruby&origin=Myanmar&treatment=No+heat&auction_house=Christie%27s&carat=3',
  'comparable sales of a stone without similar sales': '/?view=value&gem_name=Ruby&carat=3000',
  'record prices': '/?view=search&section=records&gem_name=Ruby',
  'stones that were sold again': '/?section=stones',
  'auction houses': '/?view=houses&date_from=2015-01-01',
  'the sales of an auction house': '/?view=houses&auction_house=Christie%27s&sort=newest_sale',
  'auction houses of a gem, at hammer': '/?view=houses&gem_name=Ruby&basis=hammer',
  'prices and estimates': '/?view=houses&basis=premium&by=auction_house',
  'estimates without a known price': '/?view=houses&basis=hammer',
  'weight and traits': '/?view=prices&section=factors&gem_name=Ruby',
  'weight and traits without a gem': '/?view=prices&section=factors',
  'numbers of lots by house and year': '/?view=about&date_from=2025-01-01',
  'the market of real lots': '/?view=prices&gem_name=Diamond&is_synthetic=false',
  glossary: '/?view=about&section=glossary',
  'the share sold of two houses by year':
    '/?view=houses&auction_house=Christie%27s&auction_house=Sotheby%27s',
};

/** Checks each view at all widths, its layout shift, and axe: wide in light colors, and as a phone in dark colors. */
describe.skipIf(inject('chromiumPath') === '')('every view of the explorer', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.close());

  test.each(Object.entries(views))(
    'the explorer view "%s" fits every width, does not shift while loading and passes axe',
    async (_name, address) => {
      const wide = { width: 1280, height: 900 };
      const { page, complaints, close } = await explorer.visit(address, {
        colorScheme: 'light',
        viewport: wide,
        reducedMotion: 'reduce',
      });
      await page.waitForLoadState('networkidle');
      expect(await layoutShift(page)).toBeLessThan(0.1);
      expect(await tooWideAt(page)).toEqual([]);
      await page.setViewportSize(wide);
      await openAll(page);
      expect(await axeFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 390, height: 900 });
      await page.reload();
      await settled(page);
      expect(await layoutShift(page)).toBeLessThan(0.1);
      await openAll(page);
      expect(await axeFindings(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      // A refused request is an error to the browser's console too.
      if (!address.includes('weight_min=9')) expect(complaints).toEqual([]);
      await forgetFiles(page);
      await close();
    },
  );

  test('open search suggestions pass axe', async () => {
    const { page, close } = await explorer.visit('/?view=search');
    await page.locator('#search').pressSequentially('burm');
    await page.waitForSelector('[role=option]:has-text("Origin")');
    await page.keyboard.press('ArrowDown');
    expect(await axeFindings(page)).toEqual([]);
    await close();
  });
});

/** The sum of the layout shifts without input since the page was opened. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const moves = list.getEntries().filter((entry) => !entry.hadRecentInput);
      resolve(moves.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // The observer is not called if nothing has shifted.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  })`);

/** Lists the widths at which the page scrolls sideways. The window is low so that the browser draws less. */
async function tooWideAt(page: Page): Promise<string[]> {
  const tooWide: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 100 });
    const found = await redrawn(page, 'document.documentElement.scrollWidth');
    if ((found as number) > width) tooWide.push(`${width}: ${found}`);
  }
  return tooWide;
}

/** Lists the links and controls that are less than 24 pixels wide or high. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('a, button, summary, select, input[type=text], label:has(input)')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return Math.min(width, height) < 24;
    })
    .map((one) => one.outerHTML.slice(0, 120))`);

/** Opens all folded parts. */
async function openAll(page: Page) {
  await page.evaluate(`[...document.querySelectorAll('summary')]
    .filter((summary) => summary.checkVisibility({ visibilityProperty: true }))
    .forEach((summary) => summary.click())`);
  await redrawn(page);
}

/** Evaluates an expression after the page has been redrawn, because charts follow a change of size. */
const redrawn = (page: Page, expression = 'true') =>
  page.evaluate(`new Promise((drawn) => {
    requestAnimationFrame(() => setTimeout(() => drawn(${expression})));
  })`);

/** Clears the browser cache, because a new visitor has no files cached. */
async function forgetFiles(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}
