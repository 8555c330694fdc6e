import { beforeAll, describe, expect, test } from 'vitest';
import { isFocused } from '../../support/browser/keyboard.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';

/** Keyboard shortcuts, and the groups of the navigation. */
export function describeNavigation(started: () => TestExplorer): void {
  describe('the navigation of the explorer', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('the key / focuses the search box, and j and k move through the lots', async () => {
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

    test('the navigation shows the views in four groups', async () => {
      const { page, close } = await explorer.visit('/');
      expect(await page.locator('nav.views [role=group]').count()).toBe(4);
      const views = await page.locator('nav.views a').allInnerTexts();
      expect(views).toEqual(expect.arrayContaining(['Lots', 'Rankings', 'Market', 'Index', 'Comparables']));
      await close();
    });
  });
}
