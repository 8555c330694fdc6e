import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../../support/browser/axe-findings.ts';
import { isFocused, tabTo } from '../../../support/browser/keyboard.ts';
import { settled } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { get } from '../../../support/get.ts';

/** What visitors come to the search for, each in at most three steps. */
export function describeSearchJobs(started: () => TestExplorer): void {
  describe('a visitor of the search', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    async function ask(page: Page, phrase: string, address: RegExp): Promise<void> {
      await page.locator('#search').fill(phrase);
      await page.locator('#search').press('Enter');
      await page.waitForURL(address);
      await settled(page);
    }

    test('a journalist types "record ruby price", finds the current record, reads how long earlier ones stood, and sees them marked among rubies by price', async () => {
      const { page, complaints, close } = await explorer.visit('/');
      await ask(page, 'record ruby price', /section=records/);
      const { data } = (await get(explorer.url, '/api/ext/records', { gem_name: 'Ruby', of: 'price' })).body;
      const newest = page.locator('.records li').first();
      expect(await newest.innerText()).toContain('current record');
      expect(await page.locator('.records li').nth(1).innerText()).toMatch(/stood for [\d.]+ (years|days)/);

      await page.getByRole('link', { name: 'Lots', exact: true }).click();
      await settled(page);
      await page.locator('#sort-price').click();
      await settled(page);
      const marks = page.locator('.record-mark');
      expect(await marks.first().innerText()).toMatch(/^the record since [A-Z][a-z]{2} \d{4}$/);
      expect(await marks.first().getAttribute('title')).toContain('no earlier lot of these filters');
      expect(await marks.nth(1).innerText()).toMatch(/^record until [A-Z][a-z]{2} \d{4}$/);
      const marked = page.locator('.results tr', { has: page.locator('.record-mark') }).first();
      expect(await marked.locator('.row-link').innerText()).toBe(data.at(-1).lot.title);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    });

    test.each([
      ['what is a 4.2 ct colombian emerald worth', { view: 'value', gem_name: 'Emerald', carat: '4.2' }],
      ['who sells the most sapphires', { view: 'houses', gem_name: 'Sapphire' }],
      ['ruby price history', { view: 'prices', section: 'index', gem_name: 'Ruby' }],
    ])('a collector types "%s" and is led to the place that answers it', async (phrase, expected) => {
      const { page, complaints, close } = await explorer.visit('/');
      await ask(page, phrase, /gem_name=/);
      const address = Object.fromEntries(new URL(page.url()).searchParams);
      expect(address).toMatchObject(expected);
      expect(address).not.toHaveProperty('weight_min');
      expect(await page.locator('#search').inputValue()).toBe(phrase);
      expect(complaints).toEqual([]);
      await close();
    });

    test('a student filters sapphires from Kashmir and exports them as CSV', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=search');
      await ask(page, 'sapphires from kashmir', /origin=Kashmir/);
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download CSV' }).click();
      const file = readFileSync(await (await downloading).path());
      const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
      expect(await page.locator('h1').innerText()).toBe(`${rows.length} lots`);
      expect(new Set(rows.map(({ gem_type, origin }) => `${origin} ${gem_type}`))).toEqual(
        new Set(['Kashmir Sapphire']),
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('a keyboard user presses /, types a phrase and opens the first lot of the list', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=search');
      await page.keyboard.press('/');
      await page.keyboard.type('spinel over 5 ct');
      await page.keyboard.press('Enter');
      await page.waitForURL(/gem_name=Spinel/);
      await settled(page);
      const title = await page.locator('.row-link').first().innerText();
      await tabTo(page, '.row-link');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(title);
      expect(await isFocused(page, 'h1')).toBe(true);
      expect(complaints).toEqual([]);
      await close();
    });

    test('a visitor who comes back sees what is new in a saved search, and can remove it', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?gem_name=Sapphire');
      const save = page.getByRole('button', { name: 'Save this search' });
      await save.click();
      expect(await save.getAttribute('aria-pressed')).toBe('true');
      await page.locator('.saved-searches summary').click();
      await page.getByText('nothing new since your last visit').waitFor();

      // The last visit was before the import of the generated lots, and after that of the other sales.
      const generated = (await get(explorer.url, '/api/v1/auctions', 'is_synthetic=true&limit=1')).body
        .data[0];
      await page.evaluate(`localStorage.setItem('saved-searches', JSON.stringify(
        JSON.parse(localStorage.getItem('saved-searches')).map((one) => ({ ...one, seen: '${generated.updated_at}' }))))`);
      await page.goto(explorer.url);
      await settled(page);
      const since = { gem_name: 'Sapphire', updated_since: generated.updated_at };
      const { total_records: lots } = (await get(explorer.url, '/api/v1/auctions', since)).body.pagination;
      const all = (await get(explorer.url, '/api/v1/auctions', { gem_name: 'Sapphire' })).body.pagination;
      expect(lots).toBeLessThan(all.total_records);
      const news = page.locator('.saved').getByRole('link', { name: `${lots} lots new or changed` });
      await news.waitFor();
      expect(requests().filter((url) => url.includes('updated_since'))).toHaveLength(2);
      expect(await axeFindings(page)).toEqual([]);
      await news.click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(`${lots} lots`);
      expect(await page.locator('.chip').nth(1).innerText()).toMatch(/^New or changed since /);

      await page.locator('.brand a').click();
      await settled(page);
      await page.locator('.saved').getByText('nothing new since your last visit').waitFor();
      await page.getByRole('button', { name: 'Remove saved search: Sapphire' }).click();
      expect(await page.locator('.saved-list li').count()).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    });

    test('where the browser stores nothing, the search says that it cannot be kept', async () => {
      const { page, close } = await explorer.visit();
      await page.addInitScript(
        `Object.defineProperty(window, 'localStorage', { get() { throw new Error('off'); } })`,
      );
      await page.goto(`${explorer.url}/?gem_name=Ruby`);
      await settled(page);
      expect(await page.locator('.toolbar').innerText()).toContain('Searches cannot be kept here');
      expect(await page.getByRole('button', { name: 'Save this search' }).count()).toBe(0);
      await close();
    });
  });
}
