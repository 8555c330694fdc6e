import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { layoutShift } from '../../support/browser/layout-shift.ts';
import { settled } from '../../support/browser/open-visits.ts';
import { startExplorer, type TestExplorer } from '../../support/browser/start-explorer.ts';

const widths = [
  320, 360, 390, 480, 640, 700, 720, 721, 821, 900, 901, 960, 1024, 1100, 1110, 1280, 1440, 1920, 2560,
];
/** Tables of every year or house have a few of them here: axe looks at each cell, and all cells are alike. */
const views = {
  'the opening page': '/',
  lots: '/?view=search',
  'lots with many filters':
    '/?gem_name=Ruby&origin=Myanmar&treatment=No+heat&weight_min=1&price_min=1000&date_from=2000-01-01',
  'a misspelled gem': '/?gem_name=rubby',
  'no lots': '/?gem_name=Ruby&q=nothing',
  'a refused request': '/?weight_min=9&weight_max=2',
  'a lot': '/?lot=2',
  market: '/?view=market&date_from=2025-01-01',
  'the market of one gem': '/?view=market&gem_name=Ruby&dollars=real&basis=premium&date_from=2015-01-01',
  rankings: '/?view=rankings&origin=Kashmir',
  'the price index of a gem that is yet to be chosen': '/?view=index',
  'a price index': '/?view=index&gem_name=Sapphire&interval=quarter&date_from=2022-01-01',
  'a stone that is yet to be weighed': '/?view=comparables&gem_name=Ruby',
  'the sales most like a stone':
    '/?view=comparables&gem_name=Ruby&origin=Myanmar&treatment=No+heat&auction_house=Christie%27s&carat=3',
  'a stone that no sale is like': '/?view=comparables&gem_name=Ruby&carat=3000',
  'a size curve': '/?view=size-curve&gem_name=Ruby',
  'record prices': '/?view=records&gem_name=Ruby',
  'prices and estimates': '/?view=estimates&basis=premium&by=auction_house',
  'estimates of one gem': '/?view=estimates&gem_name=Ruby',
  'estimates without a known price': '/?view=estimates&basis=hammer',
  'what an origin is worth': '/?view=traits&gem_name=Ruby',
  'a trait of a gem that is yet to be chosen': '/?view=traits',
  'what the data covers': '/?view=coverage&of=origin&date_from=2025-01-01',
  'the glossary': '/?view=glossary',
  'what an origin is worth by decade': '/?view=traits&gem_name=Ruby&interval=decade',
  'a chart alone': '/?view=market&gem_name=Ruby&embed=trend',
};

/** Every view at every width, how calmly it loads, and what axe says of it: wide and light, and on a phone and dark. */
describe.skipIf(inject('chromiumPath') === '')('every view of the explorer', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.close());

  test.each(Object.entries(views))(
    '%s fits every width, loads calmly, and axe finds nothing',
    async (_name, address) => {
      const wide = { width: 1280, height: 900 };
      const { page, complaints, close } = await explorer.visit(address, {
        ...{ colorScheme: 'light', viewport: wide, reducedMotion: 'reduce' },
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
      // A refused request is an error to the browser's console too.
      if (!address.includes('weight_min=9')) expect(complaints).toEqual([]);
      await forgetFiles(page);
      await close();
    },
  );

  test('axe finds nothing in open suggestions and in the filters of a phone', async () => {
    const { page, close } = await explorer.visit('/?view=search', {
      viewport: { width: 390, height: 844 },
    });
    await page.locator('#search').pressSequentially('burm');
    await page.waitForSelector('[role=option]:has-text("Origin")');
    await page.keyboard.press('ArrowDown');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.filters-opener').click();
    expect(await axeFindings(page)).toEqual([]);
    await close();
  });
});

/** The widths at which the page can be scrolled sideways. The window is low: less of the page has to be drawn. */
async function tooWideAt(page: Page): Promise<string[]> {
  const tooWide: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 100 });
    const found = await redrawn(page, 'document.documentElement.scrollWidth');
    if ((found as number) > width) tooWide.push(`${width}: ${found}`);
  }
  return tooWide;
}

/** Opens whatever can be folded. */
async function openAll(page: Page) {
  await page.evaluate(`[...document.querySelectorAll('summary')]
    .filter((summary) => summary.checkVisibility({ visibilityProperty: true }))
    .forEach((summary) => summary.click())`);
  await redrawn(page);
}

/** What an expression gives once the page was drawn again: figures follow a change of size. */
const redrawn = (page: Page, expression = 'true') =>
  page.evaluate(`new Promise((drawn) => {
    requestAnimationFrame(() => setTimeout(() => drawn(${expression})));
  })`);

/** A new visitor has none of the files, which come while the page is drawn. */
async function forgetFiles(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}
