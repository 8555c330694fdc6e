import { describe, expect, test } from 'vitest';
import { indexOf, modelPrices } from '../../../../../api/ext/regression/hedonic-index.ts';
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

test('the 50 most frequent values have effects of their own, and all others one', () => {
  const places = Array.from({ length: 70 }, (_, i) => `place ${String(i).padStart(2, '0')}`);
  const lots = generateLots({ ...market, effects: [Array(70).fill(0), [0], [0], [0, 0]] }, 3_000, 1);
  const model = modelPrices(modelLotsOf(lots, years, [places, ['x'], ['y']]))!;
  const values = model.valuesOf('origin');
  expect(values.map(({ lots }) => lots)).toEqual(values.map(({ lots }) => lots).sort((a, b) => b - a));
  expect(values.map(({ isPooled }) => isPooled)).toEqual(places.map((_, i) => i >= 50));
  const columns = values.map(({ name }) => model.columnOf('origin', name));
  expect(new Set(columns.slice(0, 50)).size).toBe(50);
  expect(new Set([...columns.slice(50), model.columnOf('origin', 'Atlantis')])).toEqual(
    new Set([columns[50]]),
  );
  expect(model.columnOf('treatment', 'Atlantis')).toBeUndefined();
});

describe('two lots more or less', () => {
  /** 12 years, of which every third has few lots; in each year a house of its own sold four. */
  const periods = Array.from({ length: 12 }, (_, i) => `${2010 + i}-01-01`);
  const course = periods.map((_, i) => 0.2 * Math.sin(i));
  const effects = [[0, -0.7, -0.4, 0.3], [0, -0.9, -0.2], [0, 0.15, -0.2, 0.1], course];
  const ordinary: Market = { ...market, effects };
  const houses = Array.from({ length: 16 }, (_, i) => `house ${i}`);
  const values = [['Myanmar', 'Mozambique', null, 'Sri Lanka'], ['No heat', 'Heated', null], houses];
  const indexesOf = (lots: HedonicLot[]) => {
    const model = modelPrices(modelLotsOf(lots, periods, values))!;
    return periods.map((period) => indexOf(model, period, periods[0]!)!.value);
  };
  /** Lots of one year and of the house that sold in that year alone. */
  const rareLots = (count: number, year: number, seed: number) =>
    generateLots({ ...ordinary, effects: [...effects.slice(0, 2), [0], [course[year]!]] }, count, seed).map(
      (lot) => ({ ...lot, levels: [lot.levels[0]!, lot.levels[1]!, 4 + year, year] }),
    );

  test.for([1, 2, 3, 4, 5])(
    'two ordinary lots change no year of an index by more than a tenth: market %i',
    (seed) => {
      const common = generateLots(ordinary, 1_450, seed).filter(
        ({ levels }, i) => levels[3]! % 3 !== 1 || i % 15 === 0,
      );
      const rare = periods.map((_, year) => rareLots(4, year, 100 * seed + year));
      const before = indexesOf([...common, ...rare.flat()]);
      for (const year of periods.keys()) {
        const others = rare.filter((_, other) => other !== year).flat();
        const more = [...rare[year]!, ...rareLots(2, year, 1_000 * seed + year)];
        for (const lots of [more, rare[year]!.slice(2)]) {
          for (const [i, value] of indexesOf([...common, ...others, ...lots]).entries())
            expect(Math.abs(Math.log(value / before[i]!)), `${periods[year]}`).toBeLessThan(0.1);
        }
      }
    },
  );
});
