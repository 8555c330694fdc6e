import Type, { type Static } from 'typebox';
import { AuctionRecord } from '../../../mappings/record.ts';
import { round } from '../../../mappings/round.ts';
import { statisticDecimals } from '../../present/figure.ts';
import type { ComparedLot, Comparison } from '../regression/compare-lots.ts';
import { gradeRules, grades } from '../regression/grade.ts';
import { originMatches, type Traits, traitMatches } from '../regression/likeness.ts';
import type { SalesSummary } from '../regression/summarize-sales.ts';
import { count, estimateDecimals, extension, figure, nameOrNull, object } from './fields.ts';

const number = (description: string, options: { maximum?: number } = {}) =>
  Type.Number({ minimum: 0, description, ...options, ...extension });

const PriceSummary = object('PriceSummary', 'Summary of adjusted prices', {
  median: number('The weighted median.'),
  low: number('Lower end of the interval that holds the price of about 80 of 100 such stones.'),
  high: number('Upper end of it.'),
  median_low: number('Lower end of the 95 % interval of the median.'),
  median_high: number('Upper end of it.'),
});

const summaryOrNull = (description: string) =>
  Type.Union([PriceSummary, Type.Null()], { description, ...extension });

const Criteria = {
  size_window: number('A weight at most this share above the stone’s, or the stone’s that much above it.'),
  years: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'Sold at most so many years before as_of; null for any time before.',
    ...extension,
  }),
  origin: Type.Enum(['same', 'region', 'any'], {
    description: 'The same origin, one of its region, or any; any too where none was described.',
    ...extension,
  }),
  treatment: Type.Enum(['same', 'any'], {
    description: 'The same treatment or any; any too where none was described.',
    ...extension,
  }),
};

const Level = object('ComparisonLevel', 'Level of criteria', {
  ...Criteria,
  lots: count('Lots that meet them.'),
});

const match = (names: readonly string[], of: string) =>
  Type.Union([Type.Enum([...names]), Type.Null()], {
    description: `${of}; null where the stone’s was not described.`,
    ...extension,
  });

const ComparableLot = object('ComparableLot', 'Comparable lot', {
  weight: number('How much it counts: 2 to the power of minus the sum of its distances.', { maximum: 1 }),
  size_ratio: number('Its weight ÷ the stone’s.'),
  age_years: number('Years of 365.25 days from its sale to as_of.'),
  origin_match: match(originMatches, 'How its origin is to the stone’s'),
  treatment_match: match(traitMatches, 'How its treatment is to the stone’s'),
  auction_house_match: match(traitMatches, 'How its house is to the stone’s'),
  distance: object('ComparableDistance', 'Distance by trait', {
    size: number('|ln(size ratio)| ÷ ln 1.4.'),
    age: number('Years ÷ 10.'),
    origin: number('Same 0, of the region 1, other or unknown 2.'),
    treatment: number('Same 0, other or unknown 1.'),
    auction_house: number('Same 0, other or unknown 0.5.'),
  }),
  price_per_carat_usd: number('As sold.'),
  index_factor: figure(
    'What brings it to the period of as_of; null where the index lacks either period: then the price stays as it was.',
    { minimum: 0 },
  ),
  size_factor: figure('What brings it to the stone’s size; null where the elasticity is not known.', {
    minimum: 0,
  }),
  adjusted_price_per_carat_usd: number('As sold × the factors that there are.'),
  lot: AuctionRecord,
});

/** A described stone and the most similar sales. */
export const Comparables = object('Comparables', 'Comparable sales', {
  stone: object('DescribedStone', 'Described stone', {
    gem_name: Type.String({ description: 'As understood.', ...extension }),
    carat: number('Its weight.'),
    origin: nameOrNull('Its origin as understood; null where none was described.'),
    region: nameOrNull('The region of the origin; null where there is none.'),
    treatment: nameOrNull('Its treatment; null where none was described.'),
    auction_house: nameOrNull('The house; null where none was named.'),
  }),
  as_of: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'The day that prices are brought to; null without any sale.',
    ...extension,
  }),
  grade: Type.Enum([...grades], { description: gradeRules, ...extension }),
  price_per_carat_usd: summaryOrNull('What the comparables come to per carat; null with grade `none`.'),
  price_usd: summaryOrNull('The same for the stone: per carat × its weight.'),
  n: count('Lots that the figures rest on: the nearest, 300 at most.'),
  effective_n: number('How many equally like ones tell as much: (Σ weight)² ÷ Σ weight².'),
  criteria: object('ComparisonCriteria', 'Criteria of comparison', Criteria),
  relaxed: Type.Array(Type.Enum(['size', 'age', 'origin', 'treatment']), {
    description: 'Criteria that had to be made wider than ±10 %, 5 years, the same origin and treatment.',
    ...extension,
  }),
  levels: Type.Array(Level, {
    description:
      'The criteria in the order in which they are made wider, each with its lots. The first with 20 counts, or with 40 once origin or treatment are wider; else the last.',
    ...extension,
  }),
  adjusted_share: number('Share of the weight whose prices stand at the period of as_of.', { maximum: 1 }),
  adjustment_error: number(
    'Standard error of the mean adjustment of ln(price per carat), which makes both intervals wider.',
  ),
  price_basis: Type.String({ description: 'What the prices are.', ...extension }),
  notice: Type.String({ description: 'What this is not.', ...extension }),
  lots: Type.Array(ComparableLot, { description: 'The likest lots, likest first.', ...extension }),
});

export type Comparables = Static<typeof Comparables>;

/** What the response is not. */
export const notice =
  'A summary of published sales, not an appraisal: colour, clarity, cut, setting and history are not compared.';

/** Published prices; `times` is the weight of the stone for the price of the whole stone. */
export function presentSummary(summary: SalesSummary | undefined, times = 1): Comparables['price_usd'] {
  if (!summary) return null;
  const published = (value: number) => round(times * value, 2);
  return {
    median: published(summary.median),
    low: published(summary.low),
    high: published(summary.high),
    median_low: published(summary.medianLow),
    median_high: published(summary.medianHigh),
  };
}

export function presentEvidence({ effectiveLots, adjustedShare, sharedError }: Comparison) {
  return {
    effective_n: round(effectiveLots, statisticDecimals),
    adjusted_share: Math.min(1, round(adjustedShare, estimateDecimals)),
    adjustment_error: round(sharedError, estimateDecimals),
  };
}

const published = (value: number | null) => (value === null ? null : round(value, estimateDecimals));

/** A published lot, compared with the stone. */
export function presentComparable(
  lot: AuctionRecord,
  traits: Traits,
  compared: ComparedLot,
  carat: number,
): Comparables['lots'][number] {
  const { size, age, origin, treatment, auctionHouse } = compared.distance;
  return {
    weight: round(compared.weight, estimateDecimals),
    size_ratio: round(traits.carat / carat, estimateDecimals),
    age_years: round(traits.ageYears, statisticDecimals),
    origin_match: traits.origin,
    treatment_match: traits.treatment,
    auction_house_match: traits.auctionHouse,
    distance: {
      size: round(size, estimateDecimals),
      age: round(age, estimateDecimals),
      origin,
      treatment,
      auction_house: auctionHouse,
    },
    price_per_carat_usd: lot.price_per_carat_usd!,
    index_factor: published(compared.timeFactor),
    size_factor: published(compared.sizeFactor),
    adjusted_price_per_carat_usd: round(compared.adjustedPrice, 2),
    lot,
  };
}
