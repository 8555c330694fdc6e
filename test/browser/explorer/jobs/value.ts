import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Comparables } from '../../../../api/ext/comparables/comparable-figures.ts';
import { settled } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { get } from '../../../support/get.ts';

const usd = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;
const short = (value: number) =>
  value.toLocaleString('en-US', {
    ...{ style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 },
  } as const);
const carats = (value: number) => value.toFixed(2);

/** What people want to know about a stone, in at most three steps each. */
export function describeValueJobs(started: () => TestExplorer): void {
  describe('the value of a stone for people', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    const ask = async (query: Record<string, string>) =>
      (await get(explorer.url, '/api/ext/comparables', { ...query, limit: '20', detail: 'full' })).body
        .data as Comparables;

    /** Types into the form and submits it: one step. */
    async function describeStone(page: Page, stone: Record<string, string>) {
      for (const [name, value] of Object.entries(stone)) {
        const field = page.locator(`#stone-${name}`);
        if (name === 'carat' || name === 'as_of') await field.fill(value);
        else {
          await field.locator(`option[value="${value}"]`).waitFor({ state: 'attached' });
          await field.selectOption(value);
        }
      }
      await page.getByRole('button', { name: 'Show price range' }).click();
      await page.waitForURL(/view=value.*carat=/);
      await settled(page);
    }

    test('an heir with a ring finds what a 2 ct Burmese ruby is worth, reads the range, the median and the number of sales', async () => {
      const { page, complaints, close } = await explorer.visit('/');
      await describeStone(page, { gem_name: 'Ruby', origin: 'Myanmar', carat: '2' });
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        ...{ view: 'value', gem_name: 'Ruby', origin: 'Myanmar', carat: '2' },
      });
      const data = await ask({ gem_name: 'Ruby', origin: 'Myanmar', carat: '2' });
      const { low, median, high } = data.price_usd!;
      expect(await page.locator('.answer-range').innerText()).toBe(
        `With sample lots: ${short(low)} – ${short(high)}`,
      );
      expect(await page.locator('.answer-point').innerText()).toContain(`Median ${usd(median)}, or `);
      const card = await page.locator('.answer').innerText();
      expect(card).toMatch(new RegExp(`${data.n}( similar sales|.* most similar of [\\d,]+ sales): Ruby `));
      expect(card).toContain('from Myanmar');
      expect(complaints).toEqual([]);
      await close();
    });

    test('an appraiser values an emerald for an earlier day, and reads how each of the most similar sales is adjusted', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=value');
      const stone = { gem_name: 'Emerald', carat: '4.2', origin: 'Colombia', treatment: 'No oil' };
      await describeStone(page, { ...stone, as_of: '2025-12-31' });
      const data = await ask({ ...stone, as_of: '2025-12-31' });
      expect(await page.locator('.answer').innerText()).toContain('Prices as of Dec 31, 2025');
      expect(await page.locator('.not-matched').allInnerTexts()).toEqual(
        data.not_matched.map(({ message }) => message),
      );
      expect(data.not_matched.length, 'the test data have few unoiled emeralds').toBeGreaterThan(0);
      const sales = await page.locator('.answer-sales li').allInnerTexts();
      expect(sales).toHaveLength(3);
      for (const [place, sale] of sales.entries()) {
        const { lot, price_usd: own, adjusted_price_usd: adjusted, carat } = data.lots[place]!;
        expect(sale).toContain(lot.title);
        expect(sale).toContain(`Sold for ${usd(own)}, `);
        expect(sale).toContain(
          `Adjusted to this stone: ${usd(adjusted)}, for weight ${carats(carat)} to 4.20`,
        );
        expect(sale).toMatch(/ time .* to Dec 31, 2025 \(\d+\.\d\d×\)/);
        if (lot.treatment !== 'No oil')
          expect(sale).toMatch(new RegExp(`treatment .?${lot.treatment ?? 'Not known'}`));
      }
      // The second step.
      await page.locator('.method summary').click();
      expect(await page.locator('.levels tbody tr').count()).toBe(data.levels.length);
      expect(complaints).toEqual([]);
      await close();
    });

    test.each([
      ['24', 'similar sales, too few for a price range'],
      ['3000', 'No similar sales'],
    ])(
      'an owner of a ruby of %s ct reads that there is no range, and why, and sees every similar sale',
      async (carat, words) => {
        const { page, complaints, close } = await explorer.visit('/');
        await describeStone(page, { gem_name: 'Ruby', carat });
        const data = await ask({ gem_name: 'Ruby', carat });
        expect(data.price_usd).toBe(null);
        expect(await page.locator('.answer-range').count()).toBe(0);
        const heading = await page.locator('.answer h2').innerText();
        expect(heading).toContain(words);
        if (data.n > 0) {
          expect(heading).toContain(`Only ${data.n} similar`);
          expect(await page.locator('.answer .grade').innerText()).toContain(data.grade_reasons[0]);
        }
        expect(await page.locator('.answer-sales li').count()).toBe(data.lots.length);
        expect(complaints).toEqual([]);
        await close();
      },
    );
  });
}
