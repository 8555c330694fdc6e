import { expect, test } from 'vitest';
import { gradeOf } from '../../../api/ext/comparables/grade.ts';
import type { ComparableLot, Comparables } from '../../../explorer/service/answers.ts';
import { stackRows } from '../../../explorer/value/stack-rows.ts';
import {
  adjustmentOf,
  basisOf,
  fewestForRange,
  hasRange,
  stoneName,
  usedLevel,
  weightsWithin,
} from '../../../explorer/value/value-words.ts';

type Level = Comparables['levels'][number];

const level = (
  size_window: number,
  years: number | null,
  lots: number,
  more: Partial<Level> = {},
): Level => ({
  size_window,
  years,
  origin: 'same',
  treatment: 'same',
  lots,
  ...more,
});

/** A response whose last level is the used one. */
function answer(levels: Level[], more: Partial<Comparables> = {}): Comparables {
  const { lots, ...criteria } = levels.at(-1)!;
  const [first] = levels as [Level];
  const relaxed = (
    [
      ['size', 'size_window'],
      ['age', 'years'],
      ['origin', 'origin'],
      ['treatment', 'treatment'],
    ] as const
  ).flatMap(([name, field]) => (first[field] === criteria[field] ? [] : [name]));
  return {
    not_matched: [],
    stone: {
      gem_name: 'Ruby',
      carat: 3,
      origin: 'Myanmar',
      region: 'Southeast Asia',
      treatment: 'No heat',
      auction_house: null,
    },
    as_of: '2024-12-31',
    grade: 'good',
    price_per_carat_usd: null,
    price_usd: null,
    grade_reasons: [],
    independent_sales: lots,
    newest_date: '2023-05-12',
    real_lots: lots,
    synthetic_lots: 0,
    moved_by_model: 0,
    range_n: lots,
    n: lots,
    criteria,
    relaxed,
    levels,
    adjusted_share: 1,
    adjustment_error: 0,
    price_basis: '',
    notice: '',
    lots: [],
    ...more,
  };
}

test('the stone is named by its known traits', () => {
  const { stone } = answer([level(0.1, 5, 9)]);
  expect(stoneName(stone)).toBe('Ruby, 3.00\u00a0ct, Myanmar, No heat');
  expect(stoneName({ ...stone, origin: 'none', treatment: null, auction_house: 'Bonhams' })).toBe(
    'Ruby, 3.00\u00a0ct, Origin not known, Bonhams',
  );
});

test.for([
  [
    level(0.1, 5, 30),
    {},
    '30 similar sales: Ruby 2.73 – 3.30\u00a0ct, from Myanmar, No heat, sold in the 5 years before Dec 31, 2024.',
  ],
  [
    level(0.4, null, 1),
    {},
    '1 similar sale: Ruby 2.14 – 4.20\u00a0ct, from Myanmar, No heat, sold at any time.',
  ],
  [level(0.1, 5, 1200), { n: 300 }, 'The 300 most similar of 1,200 sales: '],
  [level(0.1, 5, 50, { origin: 'region' }), {}, 'from Myanmar or elsewhere in Southeast Asia'],
  [level(0.1, 5, 50, { origin: 'any', treatment: 'any' }), {}, 'of any origin, of any treatment'],
] as [Level, Partial<Comparables>, string][])(
  'the sales behind a range are described by their number and the limits that they meet: %j %j',
  ([used, more, words]) => {
    const told = basisOf(answer([level(0.05, 5, 2), used], more));
    expect(told).toContain(words);
    expect(told).toMatch(/\. The newest was on May 12, 2023\.$/);
  },
);

/** A sale of 4 carats in 2020. */
const compared = (more: Partial<ComparableLot> = {}): ComparableLot =>
  ({
    size_ratio: 4 / 3,
    size_factor: 0.9,
    index_factor: 1.25,
    trait_factors: { origin: 1, treatment: 1, auction_house: null },
    lot: {
      carat: 4,
      auction_date: '2020-05-12',
      auction_date_precision: 'day',
      origin: 'Myanmar',
      treatment: 'No heat',
      auction_house: 'Bonhams',
    },
    distance: { size: 1, age: 0.5, origin: 0, treatment: 0, auction_house: 0 },
    ...more,
  }) as ComparableLot;

test('the adjustment of a sale names what differs, from and to which value, and by which factor', () => {
  const data = answer([level(0.1, 5, 9)]);
  // 0.9 per carat, for three quarters of the weight.
  const steps = 'weight 4.00 to 3.00\u00a0ct (0.68×)';
  expect(adjustmentOf(compared(), data, '$9')).toBe(
    `Adjusted to this stone: $9, for ${steps} and time May 12, 2020 to Dec 31, 2024 (1.25×).`,
  );
  const heated = compared({
    distance: { size: 0, age: 0, origin: 2, treatment: 1, auction_house: 0 },
    index_factor: null,
    trait_factors: { origin: null, treatment: 1.8, auction_house: null },
  });
  Object.assign(heated.lot, { treatment: 'Heated', origin: 'Thailand' });
  expect(adjustmentOf(heated, data, '$9')).toBe(
    `Adjusted to this stone: $9, for ${steps} and treatment Heated to No heat (1.80×). Not adjusted for origin (Thailand).`,
  );
});

test('a weight window is a ratio that is equal in both directions', () => {
  expect(weightsWithin(10, 0.25)).toBe('8.00 – 12.50\u00a0ct');
});

test('the used level is the one with the criteria of the response', () => {
  expect(usedLevel(answer([level(0.1, 5, 2), level(0.2, 5, 40)]))).toBe(1);
});

test('a range stands out from the number of sales on at which a grade is above thin', () => {
  const price = { low: 1, median: 2, high: 3, median_low: 1, median_high: 3 };
  const evidence = { rangeRatio: 3, newestAgeYears: 1, modelFactor: 1, notMatched: [], isRegional: false };
  for (const [sales, isEnough] of [
    [fewestForRange - 0.1, false],
    [fewestForRange, true],
  ] as const) {
    expect(hasRange(answer([level(0.1, 5, 9)], { price_usd: price, independent_sales: sales }))).toBe(
      isEnough,
    );
    expect(gradeOf({ ...evidence, independentSales: sales }).grade === 'thin').toBe(!isEnough);
  }
  expect(hasRange(answer([level(0.1, 5, 9)], { price_usd: null, independent_sales: 9 }))).toBe(false);
});

test('dots that are close together are placed in different rows', () => {
  expect(stackRows([0.1, 0.11, 0.5, 0.105, 0.9], 0.025)).toEqual([0, 1, 0, 2, 0]);
});
