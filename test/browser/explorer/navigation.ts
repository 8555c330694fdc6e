import { beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { isFocused, tabTo } from '../../support/browser/keyboard.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';

/** Keyboard shortcuts, the header, and what a phone shows first. */
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

    test('the header of a wide screen links to the five places and the API reference', async () => {
      const { page, close } = await explorer.visit('/');
      expect(await page.locator('nav.views a').allInnerTexts()).toEqual([
        ...['Search', 'Prices', 'Value a stone', 'Houses', 'About the data', 'API reference'],
      ]);
      expect(await page.getByRole('combobox', { name: 'Colors' }).isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false);
      expect((await page.locator('.header').boundingBox())!.height).toBeLessThan(110);
      await close();
    });

    test('the header of a phone has one menu, which works by keyboard and closes after a choice', async () => {
      const { page, complaints, close } = await explorer.visit('/', phone);
      const prices = page.getByRole('link', { name: 'Prices', exact: true });
      expect(await prices.isVisible()).toBe(false);
      await tabTo(page, '.menu-opener');
      await page.keyboard.press('Enter');
      expect(await prices.isVisible()).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await prices.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).click();
      await tabTo(page, 'nav.views a:has-text("Prices")');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(new URL(page.url()).searchParams.get('view')).toBe('prices');
      expect(await prices.isVisible()).toBe(false);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the first lot of a search is on the first screen of a phone', async () => {
      const { page, close } = await explorer.visit('/?gem_name=Ruby&origin=Myanmar', phone);
      const first = (await page.locator('.results tbody tr').first().boundingBox())!;
      expect(first.y).toBeLessThan(phone.viewport.height - 48);
      await close();
    });

    test.each(['/', '/?view=search', '/?view=prices', '/?view=value', '/?view=houses', '/?view=about'])(
      'every link and button of %s on a phone is a target of at least 24 pixels',
      async (address) => {
        const { page, close } = await explorer.visit(address, phone);
        await page.waitForLoadState('networkidle');
        const targets: [string, number, number][] = await page.evaluate(`[
          ...document.querySelectorAll('a, button, summary, select, input[type=text], label:has(input)'),
        ].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
          const { width, height } = one.getBoundingClientRect();
          return [one.outerHTML.slice(0, 120), width, height];
        })`);
        expect(targets.length).toBeGreaterThan(5);
        expect(targets.filter(([, width, height]) => Math.min(width, height) < 24)).toEqual([]);
        await close();
      },
    );
  });
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
