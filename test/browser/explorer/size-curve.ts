import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SizeCurve } from '../../../api/ext/size-curve/size-figures.ts';
import { inkedPeriods } from '../../support/browser/inked-periods.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

/** The view of the size curve, compared with the API. */
export function describeSizeCurve(started: () => TestExplorer): void {
  describe('the view of the size curve', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    const ask = async (query: Record<string, string>) =>
      (await get(explorer.url, '/api/ext/size-curve', { detail: 'full', ...query })).body.data as SizeCurve;

    test('the size curve view asks for one gem and shows the bands, jumps and elasticities of the API', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=size-curve');
      expect(requests(), 'no gem, no curve').toHaveLength(1);
      await page
        .locator('.gem-choice a')
        .filter({ hasText: /^Diamond$/ })
        .click();
      await settled(page);
      const { bands, jumps } = await ask({ gem_name: 'Diamond' });
      expect(
        await csv(page, 'Price per carat by weight', 'carat_from', 'n', 'median', 'p10', 'median_high'),
      ).toEqual(
        bands.map(({ carat_from, n, median, p10, median_high }) =>
          [carat_from, n, median, p10, median_high].map(cell),
        ),
      );
      expect(
        await csv(
          page,
          'Price effect of twice the weight',
          'elasticity.elasticity',
          'elasticity.low',
          'elasticity.n',
        ),
      ).toEqual(
        bands.map(({ elasticity: one }) =>
          [one?.elasticity ?? null, one?.low ?? null, one?.n ?? null].map(cell),
        ),
      );
      expect(
        await csv(
          page,
          'Price jumps at round weights',
          'carat',
          'ln_jump',
          'standard_error',
          'below.n',
          'above.n',
          'gap',
        ),
      ).toEqual(
        jumps.map(({ carat, ln_jump, standard_error, below, above, gap }) =>
          [carat, ln_jump, standard_error, below.n, above.n, gap].map(cell),
        ),
      );
      expect(jumps.some(({ gap }) => gap === null)).toBe(true);
      const shown = await Promise.all(
        (await page.locator('.figure-jumps .forest tbody tr').all()).map((row) =>
          row.locator('td:not(.forest-cell)').allInnerTexts(),
        ),
      );
      expect(shown.map((cells) => cells.at(-1))).toEqual(
        jumps.map(({ below, above }) => [below.n, above.n].map((n) => n.toLocaleString('en-US')).join(' + ')),
      );
      expect(shown.map(([jump]) => jump)).toEqual(
        jumps.map(({ relative_jump: share }) =>
          share === null ? 'fewer than ten lots on one side' : signed(share),
        ),
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('the size curve has a gap at weights without lots', async () => {
      const query = { gem_name: 'Ruby' };
      const { bands } = await ask(query);
      const isInside = (place: number) =>
        bands.slice(0, place).some(({ n }) => n > 0) && place < bands.length - 1;
      expect(bands.filter(({ n }, place) => n === 0 && isInside(place)).length).toBeGreaterThan(0);
      const { page, close } = await explorer.visit('/?view=size-curve&gem_name=Ruby');
      const inked = await inkedPeriods(page, 'size-curve', bands.length);
      for (const [place, { n, low_sample }] of bands.entries()) {
        if (n === 0) expect(inked[place], `band ${place}`).toBe(false);
        if (!low_sample) expect(inked[place], `band ${place}`).toBe(true);
      }
      await close();
    });

    test('the figures of each weight band of the size curve can be read by keyboard', async () => {
      const { bands } = await ask({ gem_name: 'Ruby' });
      const { page, close } = await explorer.visit('/?view=size-curve&gem_name=Ruby');
      const slider = page.locator('#size-curve-period');
      const most = bands.reduce((best, band) => (band.n > best.n ? band : best));
      expect(await slider.getAttribute('aria-valuetext')).toContain(`Lots ${most.n}`);
      await tabTo(page, '#size-curve-period');
      await page.keyboard.press('Home');
      const first = bands[0]!;
      expect(await slider.getAttribute('aria-valuetext')).toContain(
        `: Median $${Math.round(first.median!).toLocaleString('en-US')},`,
      );
      await tabTo(page, '#elasticity-period');
      await page.keyboard.press('End');
      expect(await page.locator('#elasticity-readout').innerText()).toContain('cannot be estimated');
      await close();
    });

    test('the size curve view says why lots cannot be used', async () => {
      const { page, close } = await explorer.visit('/?view=size-curve&gem_name=Ruby&is_sold=false');
      expect(await page.locator('.size-curve-view .state').innerText()).toMatch(/Excluded: [\d,]+ not sold/);
      await close();
    });
  });
}

const cell = (value: number | string | null) => String(value ?? '');

const signed = (share: number) =>
  share.toLocaleString('en-US', { style: 'percent', signDisplay: 'exceptZero' }).replace('-', '−');

/** The named columns of the CSV file of a figure. */
async function csv(page: Page, figure: string, ...columns: string[]): Promise<string[][]> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save “${figure}” as CSV` }).click();
  const rows = parse(readFileSync(await (await downloading).path()), { columns: true });
  return (rows as Record<string, string>[]).map((row) => columns.map((column) => row[column]!));
}
