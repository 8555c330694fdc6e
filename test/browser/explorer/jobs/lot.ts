import { beforeAll, describe, expect, test } from 'vitest';
import { sampleIds } from '../../../../mappings/sample-ids.ts';
import { settled } from '../../../support/browser/open-visits.ts';
import { earlierOffer } from '../../../support/browser/sample-lots.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';

/** What visitors come to the page of a lot for, in three steps at most. */
export function describeLotJobs(started: () => TestExplorer): void {
  describe('a visitor who wants to know about one lot', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('a collector finds what happened to the Sunrise Ruby: reads house, date, price against estimate, and other lots with its report', async () => {
      const { page, close } = await explorer.visit('/');
      await page.getByRole('combobox', { name: 'Search by gem' }).fill('sunrise ruby');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'The Sunrise Ruby' }).first().click();
      await settled(page);
      await page.locator('.same-report .similar-list').waitFor();
      const read = await page.locator('.lot-view').innerText();
      expect(read).toContain("Sotheby's · Geneva · May 12, 2015");
      expect(read).toContain('$30,335,698');
      expect(read).toContain('$12,000,000 – $18,000,000');
      expect(read).toContain('Not compared: the price includes the buyer’s premium');
      expect(read).toContain(earlierOffer.title);
      await close();
    });

    test('a phone user at a viewing finds a stone by its words, and reads its estimate and what similar lots sold for', async () => {
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
      const { page, close } = await explorer.visit('/', phone);
      await page.getByRole('combobox', { name: 'Search by gem' }).fill('unheated burma ruby');
      await page.keyboard.press('Enter');
      const lot = page.locator('.results .row-link').first();
      await lot.waitFor();
      expect((await lot.boundingBox())!.y, 'on the first screen').toBeLessThan(844 - 48);
      await lot.tap();
      await settled(page);
      await page.locator('.lot-context .strip').waitFor();
      expect(await page.locator('.lot-context').innerText()).toMatch(/priced lots of Ruby \(Myanmar, /);
      expect(await page.locator('.prices').innerText()).toContain('Estimate');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await close();
    });

    test('somebody who was sent a link to a lot reads what it is, finds the lots of its sale, and takes a citation along', async () => {
      const { page, close } = await explorer.visit(`/?lot=${sampleIds.first + 1}`);
      expect(await page.locator('h1').innerText()).toContain('The Sunrise Ruby');
      await page.getByText('Cite or share this lot').click();
      const cited = await page.getByLabel('Cite', { exact: true }).innerText();
      expect(cited).toContain(`/?lot=${sampleIds.first + 1} (data version `);
      await page.getByRole('link', { name: 'View all lots of this sale' }).click();
      await settled(page);
      expect(await page.locator('.results .row-link').allInnerTexts()).toContainEqual(
        expect.stringContaining('The Sunrise Ruby'),
      );
      await close();
    });

    test('somebody who was sent a wrong link reads what is missing, and searches instead', async () => {
      const { page, close } = await explorer.visit('/?lot=123456789');
      expect(await page.locator('#content').innerText()).toContain('There is no lot with this number');
      await page.getByRole('link', { name: 'Search all lots' }).click();
      await settled(page);
      expect(await page.locator('.results tbody tr').count()).toBe(20);
      await close();
    });
  });
}
