import { expect, test } from 'vitest';
import type { ComparableLot, Comparables } from '../../../explorer/service/answers.ts';
import { adjustmentOf, basisOf, stoneName } from '../../../explorer/value/value-words.ts';

const stone: Comparables['stone'] = {
  gem_name: 'Ruby',
  carat: 3,
  origin: 'Myanmar',
  region: 'Southeast Asia',
  treatment: 'No heat',
  auction_house: null,
};

test('the stone is named by its known traits', () => {
  expect(stoneName(stone)).toBe('Ruby, 3.00\u00a0ct, Myanmar, No heat');
  expect(stoneName({ ...stone, origin: 'none', treatment: null, auction_house: 'Bonhams' })).toBe(
    'Ruby, 3.00\u00a0ct, Origin not known, Bonhams',
  );
});

const same: Comparables['criteria'] = {
  size_window: 0.1,
  years: 5,
  origin: 'same',
  treatment: 'same',
  lab: 'any',
};

test.for([
  [same, 'Ruby 2.73 – 3.30\u00a0ct, from Myanmar, No heat, sold in the 5 years before Dec 31, 2024.'],
  [
    { ...same, size_window: 0.5, years: null },
    'Ruby 2.00 – 4.50\u00a0ct, from Myanmar, No heat, sold at any time.',
  ],
  [{ ...same, origin: 'region' }, 'from Myanmar or elsewhere in Southeast Asia'],
  [{ ...same, origin: 'any', treatment: 'any' }, 'of any origin, of any treatment'],
] as [Comparables['criteria'], string][])(
  'the similar sales are described by the limits that they meet, %j: %s',
  ([criteria, words]) => {
    const data = { stone, criteria, as_of: '2024-12-31', newest_date: '2023-05-12' } as Comparables;
    expect(basisOf(data)).toContain(words);
    expect(basisOf(data)).toMatch(/\. The newest was sold in 2023\.$/);
  },
);

/** A sale of 4 carats, at 3600 dollars. */
const compared = (more: object = {}): ComparableLot =>
  ({
    size_ratio: 4 / 3,
    size_factor: 0.9,
    index_factor: 1.25,
    trait_factors: { origin: 1, treatment: 1, auction_house: null },
    distance: { size: 1, age: 0.5, origin: 0, treatment: 0, auction_house: 0 },
    ...more,
  }) as ComparableLot;

test('the adjustment of a sale names the factors of its whole price, and the differences without one', () => {
  // 0.9 per carat, for three quarters of the weight.
  expect(adjustmentOf(compared(), stone)).toBe('time 1.25× and weight 0.68×');
  const heated = {
    index_factor: null,
    distance: { size: 0, age: 0, origin: 2, treatment: 1, auction_house: 0 },
  };
  const factors = { origin: null, treatment: 1.8, auction_house: null };
  expect(adjustmentOf(compared({ ...heated, trait_factors: factors }), stone)).toBe(
    'weight 0.68× and treatment 1.80×; not adjusted for origin',
  );
  expect(adjustmentOf(compared({ size_ratio: 1, size_factor: 1, index_factor: null }), stone)).toBe(
    'as sold',
  );
});
