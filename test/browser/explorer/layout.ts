import { beforeAll, describe, expect, test } from 'vitest';
import { isFocused } from '../../support/browser/keyboard.ts';
import { settled, type TestExplorer } from '../../support/browser/start-explorer.ts';

const widths = [320, 360, 390, 480, 640, 720, 821, 901, 1024, 1110, 1440, 2560];
const views = {
  'opening page': '/',
  lots: '/?view=search',
  'lots with many filters':
    '/?gem_name=Ruby&origin=Myanmar&treatment=No+heat&weight_min=1&price_min=1000&date_from=2000-01-01',
  'no lots': '/?gem_name=Ruby&q=nothing',
  'a lot': '/?lot=2',
  market: '/?view=market',
  rankings: '/?view=rankings',
  index: '/?view=index&gem_name=Ruby',
  comparables: '/?view=comparables&gem_name=Ruby&carat=3',
  'size curve': '/?view=size-curve&gem_name=Ruby',
  records: '/?view=records',
  estimates: '/?view=estimates&gem_name=Ruby',
  traits: '/?view=traits&gem_name=Ruby',
  coverage: '/?view=coverage',
};

/** Whether every view fits every width, and what keys do. */
export function describeLayout(started: () => TestExplorer): void {
  describe('the layout of the explorer', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test.each(Object.entries(views))('%s overflow at none of twelve widths', async (_name, address) => {
      const { page, complaints, close } = await explorer.visit(address);
      await page.waitForLoadState('networkidle');
      const tooWide: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        // Figures are drawn again after a change of size.
        await page.evaluate(
          'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
        );
        const found = await page.evaluate(`document.documentElement.scrollWidth`);
        if ((found as number) > width) tooWide.push(`${width}: ${found}`);
      }
      expect(tooWide).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    });

    test('keys lead to the box, through the rows, and past the filters', async () => {
      const { page, close } = await explorer.visit('/?view=search');
      await page.keyboard.press('/');
      expect(await isFocused(page, '#search')).toBe(true);
      await page.keyboard.type('j/');
      expect(await page.locator('#search').inputValue()).toBe('j/');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('h1').focus();
      const titles = await page.locator('.row-link').allInnerTexts();
      const focused = () => page.locator('.row-link:focus').innerText();
      await page.keyboard.press('j');
      expect(await focused()).toBe(titles[0]);
      await page.keyboard.press('j');
      expect(await focused()).toBe(titles[1]);
      await page.keyboard.press('k');
      expect(await focused()).toBe(titles[0]);
      await page.keyboard.press('Enter');
      await settled(page);
      expect(new URL(page.url()).searchParams.get('lot')).toMatch(/^\d+$/);
      await close();
    });

    test('the views are in four groups', async () => {
      const { page, close } = await explorer.visit('/');
      expect(await page.locator('nav.views [role=group]').count()).toBe(4);
      const views = await page.locator('nav.views a').allInnerTexts();
      expect(views).toEqual(expect.arrayContaining(['Lots', 'Rankings', 'Market', 'Index', 'Comparables']));
      await close();
    });
  });
}
