import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAdjuster } from '../../../api/regression/adjust-prices.ts';
import { compareLots } from '../../../api/regression/compare-lots.ts';
import { indexOf, modelPrices } from '../../../api/regression/hedonic-index.ts';
import type { Traits } from '../../../api/regression/likeness.ts';
import { momentPowers, noMoments } from '../../../api/regression/moments.ts';
import { plainSummary } from '../../support/plain-statistics.ts';

const page = readFileSync(new URL('../../../docs/price-intelligence.md', import.meta.url), 'utf8');

/** The rows of the table of an example, and the text up to the next heading. */
function example(name: string): { rows: string[][]; told: string } {
  const [text] = page.split(`<!-- example: ${name} -->\n`)[1]!.split(/^#/m);
  const lines = text!.split('\n');
  const table = lines.filter((line) => line.startsWith('|')).slice(2);
  const rows = table.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { rows, told: lines.filter((line) => !line.startsWith('|')).join(' ') };
}

test('the worked example of the price index is what the service makes of it', () => {
  const { rows, told } = example('price index');
  const cells = rows.map(([year, carat, price]) => {
    const [x, y] = [Math.log(Number(carat)), Math.log(Number(price))];
    const sums = noMoments();
    for (const [place, powers] of momentPowers.entries()) sums[place] = x ** powers.x * y ** powers.y;
    return { period: `${year}-01-01`, values: ['Myanmar', 'No heat', null], sums };
  });
  const model = modelPrices(cells, { robust: true })!;
  const { value, low, high } = indexOf(model, '2023-01-01', '2022-01-01')!;
  const medianOf = (year: string) =>
    plainSummary(rows.filter(([of]) => of === year).map(([, , price]) => Number(price))).median!;
  const slope = model.fit.estimate([[1, 1]])!;
  expect(told).toContain(`${value.toFixed(1)} (95 %: ${low.toFixed(1)} to ${high.toFixed(1)})`);
  expect(told).toContain(`at ${((100 * medianOf('2023')) / medianOf('2022')).toFixed(1)} by medians`);
  expect(told).toContain(`weight of ${Math.exp(model.fit.center.x).toFixed(2)} carats`);
  expect(told).toContain(`worth ${slope.value.toFixed(2)} %`);
  expect(told).toContain(`error of ${slope.robustError!.toFixed(3)}`);
});

test('the worked example of comparables is what the service makes of it', () => {
  const { rows, told } = example('comparables');
  const lots = rows.map(([carat, years, origin, treatment, price]) => ({
    period: '2024-01-01',
    pricePerCarat: Number(price),
    traits: {
      carat: Number(carat),
      ageYears: Number(years),
      origin,
      treatment,
      auctionHouse: null,
    } as Traits,
  }));
  const target = { carat: 3, period: '2024-01-01' };
  const { lots: compared, effectiveLots, summary } = compareLots(target, lots, createAdjuster(undefined));
  expect(compared.map(({ weight }) => weight.toFixed(4))).toEqual(rows.map((row) => row[5]));
  const [median, low, high, medianLow, medianHigh] = [
    ...[summary!.median, summary!.low, summary!.high, summary!.medianLow, summary!.medianHigh],
  ].map((price) => price.toFixed(0));
  expect(told).toContain(`Effective n is ${effectiveLots.toFixed(2)}.`);
  expect(told).toContain(`${median} dollars a carat (95 %: ${medianLow} to ${medianHigh})`);
  expect(told).toContain(`interval ${low} to ${high},`);
});
