import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { isFocused, tabTo } from '../../support/browser/keyboard.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

/** Visits by mouse, by keyboard alone and by touch. */
export function describeJourney(started: () => TestExplorer): void {
  describe('a visit', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    const kashmir = { origin: 'Kashmir', weight_min: '5', sort: '-price' };

    test('a search, filters, a lot and the way back each have a URL that shows the same again', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=search');
      await page.locator('#search').pressSequentially('kash', { delay: 30 });
      const option = page.getByRole('option').filter({ hasText: /^Kashmir.*Origin/ });
      await option.click();
      await settled(page);
      expect(new URL(page.url()).search).toBe('?origin=Kashmir');
      expect(await page.getByLabel('Remove filter: Kashmir').count()).toBe(1);

      await page.locator('#weight_min').fill('5');
      await page.locator('#weight_min').press('Enter');
      await settled(page);
      await page.locator('#sort-price').click();
      await settled(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(kashmir);

      const found = await get(explorer.url, '/api/v1/auctions', kashmir);
      const { total_records } = found.body.pagination;
      expect(total_records).toBeGreaterThan(5);
      expect(await page.locator('h1').innerText()).toBe(`${total_records} lots`);
      const titles = found.body.data.map(({ title }: { title: string }) => title);
      expect(await page.locator('.results .row-link').allInnerTexts()).toEqual(titles);
      expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');

      await page.locator('.results .row-link').nth(1).click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(titles[1]);
      await page.goBack();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(`${total_records} lots`);
      expect(await isFocused(page, `#lot-${found.body.data[1].id}`)).toBe(true);
      await page.goForward();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(titles[1]);
      await page.goBack();
      await settled(page);

      const other = await explorer.visit(page.url());
      expect(await other.page.locator('.results .row-link').allInnerTexts()).toEqual(titles);
      expect(await other.page.locator('#weight_min').inputValue()).toBe('5');
      await other.close();
      expect(complaints).toEqual([]);
      await close();
    });

    test('the CSV download has all lots of the filters, as the API lists them', async () => {
      const { page, complaints, close } = await explorer.visit('/?gem_name=Sapphire&weight_min=3');
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download CSV' }).click();
      const file = await (await downloading).path();
      const rows = parse(readFileSync(file), { bom: true, columns: true }) as Record<string, string>[];

      const filters = { gem_name: 'Sapphire', weight_min: '3', limit: '100' };
      const listed: { id: number; title: string; price_final_usd: number | null }[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { body } = await get(explorer.url, '/api/v1/auctions', { ...filters, page: String(page) });
        pages = body.pagination.total_pages;
        listed.push(...body.data);
      }
      const expected = listed.map((lot) => [String(lot.id), lot.title, String(lot.price_final_usd ?? '')]);
      expect(rows.map((row) => [row.id, row.title, row.price_final_usd])).toEqual(expected);
      expect(rows.length).toBeGreaterThan(100);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the explorer can be used by keyboard alone, from the search to the market charts', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=search');
      await page.keyboard.press('Tab');
      expect(await isFocused(page, '.skip-link')).toBe(true);
      await page.keyboard.press('Enter');
      expect(await isFocused(page, '#content')).toBe(true);
      await tabTo(page, '#search', 'Shift+Tab');
      await page.keyboard.type('kash', { delay: 30 });
      await page.waitForSelector('[role=option]:has-text("Origin")');
      await page.keyboard.press('ArrowDown');
      const active = await page.locator('#search').getAttribute('aria-activedescendant');
      expect(await page.locator(`#${active}`).innerText()).toContain('Kashmir');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('[role=option]');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await settled(page);
      await tabTo(page, '#weight_min');
      await page.keyboard.type('5');
      await page.keyboard.press('Enter');
      await settled(page);
      await tabTo(page, '#sort-price');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(kashmir);
      expect(await isFocused(page, '#sort-price'), 'the focus stays on the column').toBe(true);

      await tabTo(page, '.row-link');
      const title = await page.locator(':focus').innerText();
      await page.keyboard.press('Enter');
      await settled(page);
      expect(await isFocused(page, 'h1')).toBe(true);
      expect(await page.locator('h1').innerText()).toBe(title);
      await tabTo(page, '.back', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(await page.locator(':focus').innerText()).toBe(title);

      await tabTo(page, 'nav.views a:has-text("Prices")', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await settled(page);
      // Without a gem the market shows one chart per gem, and links to each.
      await tabTo(page, '.multiple-name');
      await page.keyboard.press('Enter');
      await settled(page);
      await tabTo(page, '#interval-quarter');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(new URL(page.url()).searchParams.get('interval')).toBe('quarter');
      await tabTo(page, '#trend-period');
      const shown = () => page.locator('#trend-readout div:first-child dd').innerText();
      const last = await shown();
      expect(last).toMatch(/^Q[1-4] \d{4}( so far)?$/);
      await page.keyboard.press('ArrowLeft');
      expect((await shown()) < last).toBe(true);
      expect(complaints).toEqual([]);
      await close();
    });

    test('views fit the width of a phone, and filters work by touch', async () => {
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
      const { page, complaints, close } = await explorer.visit('/?gem_name=Ruby', phone);
      // A phone widens its window instead of letting the page overflow, so that the width of the screen counts.
      const overflows = () => page.evaluate(`document.documentElement.scrollWidth > ${phone.viewport.width}`);
      expect(await overflows()).toBe(false);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      await page.locator('.filters-opener').tap();
      await page.locator('#filters label').filter({ hasText: 'Myanmar' }).tap();
      await page.waitForURL(/origin=Myanmar/);
      await page.locator('.filters-done').tap();
      await settled(page);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      await page.locator('.results tbody tr').first().tap();
      await settled(page);
      expect(new URL(page.url()).searchParams.get('lot')).toMatch(/^\d+$/);
      expect(await overflows()).toBe(false);
      for (const view of [
        ...['market', 'rankings', 'index&gem_name=Ruby', 'comparables&gem_name=Ruby&carat=3'],
        ...['size-curve&gem_name=Ruby', 'records'],
      ]) {
        await page.goto(`${explorer.url}/?view=${view}`);
        await settled(page);
        expect(await overflows(), view).toBe(false);
      }
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
