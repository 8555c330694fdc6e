import { describe, expect, test } from 'vitest';
import type { Comparables } from '../../../../api/ext/comparables/comparable-figures.ts';
import { isFocused, tabTo } from '../../../support/browser/keyboard.ts';
import { follow, paramsOf, settled } from '../../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { get } from '../../../support/get.ts';

const usd = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;

/** The value of a stone. */
export function describeValue(started: () => TestExplorer): void {
  describe('the value of a stone', () => {
    const ask = async (query: Record<string, string>) =>
      (await get(started().url, '/api/ext/comparables', { ...query, limit: '20' })).body.data as Comparables;

    test('a stone can be valued by keyboard, and the page shows how the API found its value', async () => {
      const { page, requests, complaints, close } = await started().visit(
        '/?view=value&gem_name=Ruby&origin=Myanmar',
      );
      expect(requests(), 'no weight, no value').toHaveLength(1);
      await tabTo(page, '#stone-carat');
      await page.keyboard.type('3');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(requests().join(), 'the options are remembered').not.toContain('/api/v1/auctions');
      expect(await isFocused(page, '#stone-carat'), 'the focus stays on the weight').toBe(true);
      const data = await ask({ gem_name: 'Ruby', origin: 'Myanmar', carat: '3' });
      const { price_usd: whole, price_per_carat_usd: perCarat } = data.prediction;
      expect(await page.locator('[role=status]:text("The median is")').innerText()).toContain(
        usd(whole!.median),
      );
      const card = await page.locator('.answer').innerText();
      for (const words of [
        `Confidence: ${data.grade.charAt(0).toUpperCase()}${data.grade.slice(1)}`,
        data.grade_reasons[0]!,
      ])
        expect(card).toContain(words);
      await page
        .locator('.scorecard-note')
        .filter({ hasText: /^Tested against \d+ later sales? of Ruby/ })
        .waitFor();
      const method = page.locator('.method p');
      expect(await method.isVisible(), 'the method is folded').toBe(false);
      await page.locator('.method summary').click();
      expect(await method.innerText()).toContain(
        `The range is ${usd(perCarat!.low)} to ${usd(perCarat!.high)} per carat. It is measured on ${data.range_n} known prices`,
      );
      expect(await method.innerText()).toContain(
        `of the median is ${usd(whole!.median_low)} to ${usd(whole!.median_high)}`,
      );
      const adjusted = await page.locator('.figure-evidence tbody td:last-child').allInnerTexts();
      expect(adjusted.map((price) => price.split('\n')[0])).toEqual(
        data.lots.map((lot) => usd(lot.adjusted_price_usd)),
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('the form shows the address, also a value that it does not offer, and changes the address', async () => {
      const { page, complaints, close } = await started().visit(
        '/?view=value&gem_name=rubis&origin=Burma&treatment=Soaked&carat=2.5&as_of=2024-12-31&is_synthetic=false',
      );
      const shown = () =>
        page.evaluate(`[...document.querySelectorAll('.value-form :is(select, [type=text])')].map((field) =>
          field.selectedOptions?.[0].textContent ?? field.value)`);
      const fields = ['Ruby', '2.5', 'Myanmar', 'Soaked', 'Any', '2024-12-31'];
      expect(await shown()).toEqual(fields);
      await page.locator('#stone-gem_name').selectOption('Emerald');
      await page.locator('#stone-origin option[value=Colombia]').waitFor({ state: 'attached' });
      await page.locator('#stone-origin').selectOption('Colombia');
      await page.locator('#stone-treatment').selectOption('');
      await page.locator('#real-only').uncheck();
      await settled(page);
      await follow(page, page.getByRole('button', { name: 'Show price range' }));
      expect(paramsOf(page)).toEqual({
        view: 'value',
        gem_name: 'Emerald',
        origin: 'Colombia',
        carat: '2.5',
        as_of: '2024-12-31',
      });
      await page.goBack();
      await settled(page);
      expect(await shown()).toEqual(fields);
      expect(complaints).toEqual([]);
      await close();
    });

    test('filters that the form does not have are used and can be removed, or are said to be unused', async () => {
      const { page, requests, close } = await started().visit(
        '/?view=value&gem_name=Ruby&carat=3&auction_house=Bonhams&treatment=Soaked&origin=Myanmar&origin=Thailand&weight_min=9',
      );
      expect(requests().find((url) => url.includes('comparables'))).toBe(
        '/api/ext/comparables?gem_name=Ruby&auction_house=Bonhams&treatment=Soaked&carat=3&limit=20',
      );
      const others = page.locator('.value-others');
      expect(await others.innerText()).toContain('Not used: Myanmar, Thailand, and Weight ≥ 9.00\u00a0ct.');
      expect(await page.locator('.answer').innerText()).toContain('“Soaked” is not a known name.');
      expect(await page.locator('.grade').innerText()).toContain('treatment Soaked');
      await follow(page, others.getByLabel('Remove filter: Bonhams'));
      expect(paramsOf(page).auction_house).toBeUndefined();
      await close();
    });

    test('a day that the API refuses stays in the form with the reason, and an earlier day adjusts each sale to it', async () => {
      const stone = { gem_name: 'Emerald', carat: '4.2', origin: 'Colombia', treatment: 'No oil' };
      const { page, close } = await started().visit(`/?view=value&${new URLSearchParams(stone)}`);
      const submit = () => follow(page, page.getByRole('button', { name: 'Show price range' }));
      await page.locator('#stone-as_of').fill('soon');
      await submit();
      expect(await page.getByRole('alert').innerText()).toContain('“Prices as of”: “soon” is not valid.');
      expect(await page.locator('#stone-as_of').inputValue()).toBe('soon');
      await page.locator('#stone-as_of').fill('2025');
      await submit();
      expect(paramsOf(page).as_of).toBe('2025-12-31');
      const data = await ask({ ...stone, as_of: '2025-12-31' });
      expect(await page.locator('.answer').innerText()).toContain('Prices as of Dec 31, 2025');
      for (const { message } of data.not_matched)
        expect(await page.locator('.grade').innerText()).toContain(message);
      for (const [place, sale] of (
        await page.locator('.figure-evidence tbody tr').allInnerTexts()
      ).entries()) {
        const { lot, price_usd: own, adjusted_price_usd: adjusted } = data.lots[place]!;
        for (const words of [lot.title, usd(own), usd(adjusted)]) expect(sale).toContain(words);
      }
      await close();
    });

    test('an owner reads why there is no range, and sees every similar sale', async () => {
      const { page, close } = await started().visit('/?view=value&gem_name=Ruby&carat=24');
      const data = await ask({ gem_name: 'Ruby', carat: '24' });
      expect(data.prediction.price_usd).toBe(null);
      expect(await page.locator('.answer h2').innerText()).toBe('No price range');
      expect(await page.locator('.answer .grade').innerText()).toContain(data.grade_reasons[0]);
      expect(await page.locator('.figure-evidence tbody tr').count()).toBe(data.lots.length);
      await close();
    });

    test('the value of a stone prints in light colors on one page, without navigation and buttons', async () => {
      const { page, close } = await started().visit('/?view=value&gem_name=Ruby&origin=Myanmar&carat=3', {
        colorScheme: 'dark',
      });
      const pdf = await page.pdf({ format: 'Letter' });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'print' });
      const isVisible = (selector: string) => page.locator(selector).first().isVisible();
      for (const hidden of ['.header nav', '.filter-tools', '.value-form', '.figure-tools'])
        expect(await isVisible(hidden), hidden).toBe(false);
      for (const shown of ['h1', '.answer-range', '.citation', '.figure-evidence table'])
        expect(await isVisible(shown), shown).toBe(true);
      expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(28, 27, 24)');
      await close();
    });

    test('charts of a dark screen are printed in light colors, and keep their lines with forced colors', async () => {
      const { page, close } = await started().visit('/?view=prices&gem_name=Ruby', { colorScheme: 'light' });
      const drawn = `getComputedStyle(document.querySelector('.figure-trend .stroke')).stroke`;
      const light = await page.evaluate(drawn);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await page.evaluate(drawn)).not.toBe(light);
      await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
      expect(await page.evaluate(drawn)).toBe(light);
      await page.emulateMedia({ colorScheme: 'light', media: 'screen', forcedColors: 'active' });
      const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(await page.evaluate(drawn)).not.toBe(paper);
      await page.emulateMedia({ forcedColors: 'none' });
      await close();
    });
  });
}
