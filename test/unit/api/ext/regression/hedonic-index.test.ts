import { describe, expect, test } from 'vitest';
import { indexOf, modelPrices } from '../../../../../api/ext/regression/hedonic-index.ts';
import { poolCategories } from '../../../../../api/ext/regression/pool-categories.ts';
import { generateLots, type HedonicLot, type Market, modelLotsOf } from '../../../../support/hedonic-lots.ts';

const names = [
  ['Myanmar', 'Mozambique', null],
  ['No heat', 'Heated'],
  ["Christie's", "Sotheby's", 'Bonhams'],
];
const years = ['2015-01-01', '2016-01-01', '2017-01-01', '2018-01-01', '2019-01-01', '2020-01-01'];

const market: Market = {
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  effects: [
    [0, -0.7, -0.4],
    [0, -0.9],
    [0, 0.15, -0.2],
    [0, 0.1, 0.05, -0.2, 0.3, 0.25],
  ],
  noise: () => 0.4,
};

const modelOf = (lots: HedonicLot[]) => modelPrices(modelLotsOf(lots, years, names))!;

describe('a hedonic price index', () => {
  test('periods that cannot be separated from a change of auction houses have no index', () => {
    // Christie's has all lots of the first three years, and two other houses have all later lots.
    const lots = generateLots(market, 400, 2).map((lot) => {
      const [origin, treatment, house, year] = lot.levels as [number, number, number, number];
      return { ...lot, levels: [origin, treatment, year < 3 ? 0 : 1 + (house % 2), year] };
    });
    const model = modelOf(lots);
    const comparable = (from: string) => years.filter((year) => indexOf(model, year, from) !== undefined);
    expect(comparable(years[0]!)).toEqual(years.slice(0, 3));
    expect(comparable(years[5]!)).toEqual(years.slice(3));
    // The index covers the part that contains the year with the most lots.
    const half = years.indexOf(model.reference) < 3 ? 0 : 3;
    expect(comparable(model.reference)).toEqual(years.slice(half, half + 3));
    const sameHalf = indexOf(modelOf(lots.filter(({ levels }) => levels[3]! >= 3)), years[5]!, years[3]!)!;
    expect(Math.abs(indexOf(model, years[5]!, years[3]!)!.value / sameHalf.value - 1)).toBeLessThan(0.05);
  });

  test('without lots there is no index', () => {
    expect(modelOf([])).toBeUndefined();
    expect(modelOf(generateLots(market, 9, 1))).toBeUndefined();
  });
});

test('R² is null when all prices are equal', () => {
  const lots = generateLots(market, 200, 200).map((lot) => ({ ...lot, y: Math.log(21_871.88) }));
  expect(modelOf(lots).fit.rSquared).toBeNull();
});

describe('categories of a regression', () => {
  test('there are at most 50 categories and a pool, and the most frequent ones are kept', () => {
    const { categories, pooled } = poolCategories(
      new Map(Array.from({ length: 70 }, (_, i) => [`place ${i}`, 100 + i])),
    );
    expect(categories).toHaveLength(51);
    expect(categories[0]!.isPool).toBe(true);
    expect(pooled.map(({ lots }) => lots)).toEqual(Array.from({ length: 20 }, (_, i) => 119 - i));
  });
});
