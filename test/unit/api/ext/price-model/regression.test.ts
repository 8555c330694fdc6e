import { expect, test } from 'vitest';
import { presentRegression } from '../../../../../api/ext/price-model/model-figures.ts';
import { type LotCell, modelPrices } from '../../../../../api/ext/regression/hedonic-index.ts';
import { cellsOf, generateLots, type HedonicLot, type Market } from '../../../../support/hedonic-lots.ts';

const market: Market = {
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  // Some prices are a hundred times as high.
  effects: [[0, 4.6, -0.4], [0, 3.9], [0, 5.1, -0.2], [0]],
  noise: () => 0.4,
};

function modelOf(lots: HedonicLot[]) {
  const cells = cellsOf(lots).map(({ levels, sums, heaviest }): LotCell => {
    return { period: '2020-01-01', values: levels.slice(0, 3).map(String), sums, heaviest };
  });
  return modelPrices(cells)!;
}

const presented = (lots: HedonicLot[]) => presentRegression(modelOf(lots), (period) => period);

/** Lots of weights from `light` to `heavy` carats, with random prices per carat. */
const between = (light: number, heavy: number) =>
  generateLots(market, 80, 3).map((lot, i) => ({
    ...lot,
    x: Math.log(light + ((heavy - light) * i) / 79),
  }));

test('the value of ten percent more weight is given only at weights that lots have', () => {
  expect(presented(between(1, 3)).elasticity.ten_percent_heavier).toEqual(expect.any(Number));
  expect(presented(between(2, 2.05)).elasticity.ten_percent_heavier).toBeNull();
  // The mean of the logarithms corresponds to 1 · √1.2 carats; ten percent more is 1.205 carats.
  const two = generateLots(market, 80, 3).map((lot, i) => ({ ...lot, x: i % 2 ? Math.log(1.2) : 0 }));
  expect(presented(two).elasticity.ten_percent_heavier).toBeNull();
});

test('R² is null when all prices are equal', () => {
  const lots = generateLots(market, 200, 200).map((lot) => ({ ...lot, y: Math.log(21_871.88) }));
  expect(presented(lots).r_squared).toBeNull();
});
