import { describe, expect, test } from 'vitest';
import type { Comparables } from '../../../explorer/service/answers.ts';
import {
  gradeMeaning,
  lotsBehind,
  priceLevel,
  relaxedWords,
  usedLevel,
  weightsWithin,
} from '../../../explorer/value/comparable-words.ts';

type Level = Comparables['levels'][number];

const level = (
  size_window: number,
  years: number | null,
  lots: number,
  more: Partial<Level> = {},
): Level => ({
  ...{ size_window, years, origin: 'same', treatment: 'same', lots, ...more },
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
      ...{ gem_name: 'Ruby', carat: 3, origin: 'Myanmar', region: 'Southeast Asia' },
      ...{ treatment: 'No heat', auction_house: null },
    },
    ...{ as_of: '2024-12-31', grade: 'good', price_per_carat_usd: null, price_usd: null },
    ...{ grade_reasons: [], independent_sales: lots, newest_date: null, real_lots: lots, synthetic_lots: 0 },
    ...{ moved_by_model: 0, range_n: lots, range_effective_n: lots, range_lots: [], sale_correlation: 0 },
    ...{ n: lots, effective_n: lots, criteria, relaxed, levels, adjusted_share: 1, adjustment_error: 0 },
    ...{ market_weight: 0, price_basis: '', notice: '', lots: [] },
    ...more,
  };
}

describe('descriptions of relaxed criteria', () => {
  test('relaxed criteria are described with their current and original weights and years', () => {
    const steps = [level(0.1, 5, 2), level(0.2, 5, 4), level(0.4, 5, 9), level(0.4, 10, 30)];
    expect(relaxedWords(answer(steps))).toEqual([
      'Includes weights of 2.14 – 4.20\u00a0ct, not only 2.73 – 3.30\u00a0ct.',
      'Includes sales of the last 10 years, not only 5.',
    ]);
  });

  test('relaxed criteria name the region, then any origin and any treatment', () => {
    const region = [level(0.1, 5, 1), level(0.4, null, 50, { origin: 'region', treatment: 'any' })];
    expect(relaxedWords(answer(region)).slice(1)).toEqual([
      'Includes all earlier sales, not only those of the last 5 years.',
      'Includes lots from elsewhere in Southeast Asia, not only from Myanmar.',
      'Includes lots of any treatment, not only “No heat”.',
    ]);
    const any = [level(0.1, 5, 1), level(0.1, 5, 50, { origin: 'any' })];
    expect(relaxedWords(answer(any))).toEqual(['Includes lots of any origin, not only from Myanmar.']);
  });

  test('criteria that were not relaxed have no description, and traits that were not given are named', () => {
    expect(relaxedWords(answer([level(0.1, 5, 30)]))).toEqual(['No criterion was relaxed.']);
    const open = answer([level(0.1, 5, 30, { origin: 'any', treatment: 'any' })], {
      stone: { gem_name: 'Ruby', carat: 3, origin: null, region: null, treatment: null, auction_house: null },
    });
    expect(relaxedWords(open)).toEqual([
      'No criterion was relaxed.',
      'Includes lots of any origin, because none was chosen.',
      'Includes lots of any treatment, because none was chosen.',
    ]);
  });
});

test('a weight window is a ratio that is equal in both directions', () => {
  expect(weightsWithin(10, 0.25)).toBe('8.00 – 12.50\u00a0ct');
});

test('the used level is the one with the criteria of the response', () => {
  const data = answer([level(0.1, 5, 2), level(0.2, 5, 40)]);
  expect(usedLevel(data)).toBe(1);
  expect(lotsBehind(data)).toBe('40');
  expect(lotsBehind(answer([level(0.1, 5, 1200)], { n: 300 }))).toBe('the most similar 300 of 1,200');
});

test('the grade is explained by the reasons of the response; without lots, by how to find some', () => {
  const meaning = (n: number, grade: Comparables['grade'], ...grade_reasons: string[]) =>
    gradeMeaning(answer([level(0.1, 5, n)], { grade, n, grade_reasons }));
  expect(meaning(0, 'none', 'There are 0.')).toMatch(/No sales match, even with the widest criteria/);
  expect(meaning(5, 'none', 'There are 5.')).toBe('There are 5.');
  expect(meaning(40, 'thin', 'One.', 'Two.')).toBe('One. Two.');
  expect(meaning(40, 'good')).toMatch(/Every trait is matched/);
});

test('prices are stated at the level of the year of as_of, as far as they could be adjusted', () => {
  const data = answer([level(0.1, 5, 20)]);
  expect(priceLevel(data)).toBe('all prices are adjusted to 2024');
  expect(priceLevel({ ...data, adjusted_share: 0.625 })).toMatch(
    /^63% of the influence comes from prices adjusted to 2024/,
  );
  expect(priceLevel({ ...data, adjusted_share: 0 })).toMatch(/^no price could be adjusted to 2024/);
});
