import { describe, expect, test } from 'vitest';
import { indexOf, type LotCell, modelPrices } from '../../../../../api/ext/regression/hedonic-index.ts';
import { poolCategories } from '../../../../../api/ext/regression/pool-categories.ts';
import { cellsOf, generateLots, type HedonicLot, type Market } from '../../../../support/hedonic-lots.ts';
import { generateSales } from '../../../../support/lots-of-sales.ts';

const names = [
  ['Myanmar', 'Mozambique', null],
  ['No heat', 'Heated'],
  ["Christie's", "Sotheby's", 'Bonhams'],
];
const years = ['2015-01-01', '2016-01-01', '2017-01-01', '2018-01-01', '2019-01-01', '2020-01-01'];

/** The logarithms of a known index. */
const logIndex = [0, 0.1, 0.05, -0.2, 0.3, 0.25];

const marketOf = (periods: number[], noise: Market['noise'] = () => 0.4): Market => ({
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  effects: [[0, -0.7, -0.4], [0, -0.9], [0, 0.15, -0.2], periods],
  noise,
});

/** Each lot is its own sale, unless it names one. */
function lotCells(lots: HedonicLot[]): LotCell[] {
  const sold = lots.map((lot, i) => ({ sale: `of lot ${i}`, ...lot }));
  return cellsOf(sold).map(({ levels, sale, sums, heaviest }) => ({
    period: years[levels[3]!]!,
    values: names.map((some, kind) => some[levels[kind]!]!),
    sale: sale!,
    sums,
    heaviest,
  }));
}

const modelOf = (lots: HedonicLot[]) => modelPrices(lotCells(lots))!;

/** For each period, how many of 200 intervals of the index contain the true index; the base is the first period. */
function coverage(lotsOf: (seed: number) => HedonicLot[]) {
  const covered = years.slice(1).map(() => 0);
  let comparable = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const model = modelOf(lotsOf(seed));
    for (const [i, year] of years.slice(1).entries()) {
      const index = indexOf(model, year, years[0]!);
      if (!index) continue;
      comparable++;
      const { low, high } = index;
      const truth = 100 * Math.exp(logIndex[i + 1]! - logIndex[0]!);
      if (low <= truth && truth <= high) covered[i]!++;
    }
  }
  return { covered, comparable };
}

/** At 95%, only one of 2,000 runs has fewer than 179 or more than 199 successes in 200 trials. */
const likely = { least: 179, most: 199 };

describe('intervals of a price index', () => {
  test.for([
    ['lots that all vary alike', 150, () => 0.4],
    ['lots of which heavy ones vary more', 150, ({ x }) => 0.15 + 0.25 * x * x],
    ['lots of which later ones vary more', 150, ({ levels }) => 0.2 + 0.15 * levels[3]!],
    ['few lots a period', 90, () => 0.4],
  ] as [string, number, Market['noise']][])(
    'intervals cover the true index as often as promised: %s',
    ([name, count, noise]) => {
      const { covered, comparable } = coverage((seed) =>
        generateLots(marketOf(logIndex, noise), count, seed),
      );
      expect(comparable).toBe(200 * covered.length);
      console.log(`${name}: of 200 runs the intervals covered the index ${covered.join(', ')} times`);
      for (const times of covered) {
        expect(times).toBeGreaterThanOrEqual(likely.least);
        expect(times).toBeLessThanOrEqual(likely.most);
      }
    },
  );
});

describe('intervals of a price index with similar lots within a sale', () => {
  test.for([
    ['5 lots a period', [5, 5], 5],
    ['15 lots a period, in few sales', [15, 15], 15],
    ['5 to 50 lots a period', [5, 50], 10],
  ] as const)('intervals cover the true index 92 to 97 times in 100: %s', ([name, lots, lotsOfSale]) => {
    const market = marketOf(logIndex);
    const alike = { ...market, effects: market.effects.with(2, [0, 0, 0]) };
    const season = { lots, lotsOfSale, share: 0.25 };
    const { covered, comparable } = coverage((seed) => generateSales(alike, season, seed));
    expect(comparable).toBeGreaterThan(500);
    const share = covered.reduce((sum, times) => sum + times, 0) / comparable;
    console.log(`${name}: the intervals covered the index ${(100 * share).toFixed(1)} times in 100`);
    expect(share).toBeGreaterThanOrEqual(0.92);
    expect(share).toBeLessThanOrEqual(0.97);
  });
});

const growth = (yearly: number) => years.map((_, year) => year * Math.log(1 + yearly));

describe('a hedonic price index', () => {
  test('the index is flat without an effect of time, and grows as prices do', () => {
    for (const yearly of [0, 0.07]) {
      const model = modelOf(
        generateLots(
          marketOf(growth(yearly), () => 0.02),
          3000,
          5,
        ),
      );
      for (const [year, day] of years.entries()) {
        const { value, low, high } = indexOf(model, day, years[0]!)!;
        const truth = 100 * (1 + yearly) ** year;
        expect(Math.abs(value / truth - 1)).toBeLessThan(0.005);
        expect(high - low).toBeLessThan(0.02 * truth);
      }
    }
  });

  test('the index is exactly 100 in its base period', () => {
    const model = modelOf(generateLots(marketOf(logIndex), 300, 1));
    expect(indexOf(model, years[2]!, years[2]!)).toMatchObject({ value: 100, low: 100, high: 100 });
  });

  test('indices of different base periods are consistent', () => {
    const model = modelOf(generateLots(marketOf(logIndex), 300, 1));
    const [one, other] = [indexOf(model, years[4]!, years[1]!)!, indexOf(model, years[1]!, years[4]!)!];
    expect(one.value).toBeCloseTo(10_000 / other.value, 9);
    expect(one.low).toBeCloseTo(10_000 / other.high, 9);
  });

  test('a period with fewer than 5 lots has no index, and its lots are counted', () => {
    const lots = generateLots(marketOf(logIndex), 300, 1);
    const late = lots.filter(({ levels }) => levels[3] === 5);
    const model = modelOf([...lots.filter(({ levels }) => levels[3] !== 5), ...late.slice(0, 4)]);
    expect(model.periods).toEqual(years.slice(0, 5));
    expect(model.fit.n).toBe(lots.length - late.length);
    expect(modelOf([...lots.filter(({ levels }) => levels[3] !== 5), ...late.slice(0, 5)]).periods).toEqual(
      years,
    );
  });

  test('periods that cannot be separated from a change of auction houses have no index', () => {
    // Christie's has all lots of the first three years, and two other houses have all later lots.
    const lots = generateLots(marketOf(logIndex), 400, 2).map((lot) => {
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
    expect(modelPrices([])).toBeUndefined();
    expect(modelOf(generateLots(marketOf(logIndex), 9, 1))).toBeUndefined();
  });
});

describe('categories of a regression', () => {
  const ofLots = (lots: [string | null, number][]) => poolCategories(new Map(lots));

  test('categories with fewer than 5 lots are pooled and listed', () => {
    const { categories, pooled, placeOf } = ofLots([
      ['Laos', 4],
      ['Myanmar', 7],
      ['Nepal', 3],
      [null, 5],
    ]);
    expect(categories).toEqual([
      { name: null, isPool: true, lots: 7 },
      { name: 'Myanmar', isPool: false, lots: 7 },
      { name: null, isPool: false, lots: 5 },
    ]);
    expect(pooled).toEqual([
      { name: 'Laos', lots: 4 },
      { name: 'Nepal', lots: 3 },
    ]);
    expect([placeOf('Laos'), placeOf('Nepal')].map((place) => categories[place]!.isPool)).toEqual([
      true,
      true,
    ]);
    expect(categories[placeOf(null)]).toEqual({ name: null, isPool: false, lots: 5 });
  });

  test('there are at most 50 categories and a pool, and the most frequent ones are kept', () => {
    const { categories, pooled } = ofLots(Array.from({ length: 70 }, (_, i) => [`place ${i}`, 100 + i]));
    expect(categories).toHaveLength(51);
    expect(categories[0]!.isPool).toBe(true);
    expect(pooled.map(({ lots }) => lots)).toEqual(Array.from({ length: 20 }, (_, i) => 119 - i));
  });

  test('categories that all have enough lots need no pool', () => {
    expect(
      ofLots([
        ['Laos', 5],
        ['Nepal', 6],
      ]).categories.map(({ name }) => name),
    ).toEqual(['Nepal', 'Laos']);
  });
});
