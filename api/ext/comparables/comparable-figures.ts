import Type, { type Static } from 'typebox';
import { type PriceKind, perCaratOf } from '../../../mappings/price-amounts.ts';
import { AuctionRecord } from '../../../mappings/record.ts';
import { round } from '../../../mappings/round.ts';
import {
  count,
  estimateDecimals,
  figure,
  listOf,
  nameOrNull,
  number,
  object,
  oneOf,
  orNull,
  positive,
  text,
} from '../../statistics/fields.ts';
import { statisticDecimals } from '../../statistics/price-figures.ts';
import type { ComparedLot, Comparison } from './compare-lots.ts';
import { originMatches, type Traits, traitMatches } from './compare-lots.ts';
import { gradeRules, grades } from './grade.ts';
import { minComparables, modelLots, type SalesSummary } from './summarize-sales.ts';

const PriceSummary = object('PriceSummary', 'Summary of adjusted prices', {
  median: number('The weighted median of the adjusted prices × model_factor.'),
  low: number('Lower end of the interval that contains the price of about 80 of 100 such stones.'),
  high: number('Upper end of this interval.'),
  median_low: number('Lower end of the 95% interval of the median.'),
  median_high: number('Upper end of this interval.'),
});

const summaryOrNull = (description: string) => orNull(PriceSummary, description);

const Criteria = {
  size_window: number('Maximum ratio of the two weights, minus 1.'),
  years: orNull(
    Type.Integer({ minimum: 1 }),
    'Maximum years between the sale and as_of; null for any time before as_of.',
  ),
  origin: oneOf(
    ['same', 'region', 'any'],
    'The same origin, an origin of its region, or any; also any where none was described.',
  ),
  treatment: oneOf(['same', 'any'], 'The same treatment or any; also any where none was described.'),
};

const Level = object('ComparisonLevel', 'Level of criteria', {
  ...Criteria,
  lots: count('Number of lots that meet them.'),
});

const match = (names: readonly string[], of: string) =>
  orNull(Type.Enum([...names]), `${of}; null where the stone has none described.`);

const ComparableLot = object('ComparableLot', 'Comparable lot', {
  weight: number('Its weight in the figures: 2 to the power of minus the sum of its distances.', {
    maximum: 1,
  }),
  size_ratio: number('Its weight ÷ the stone’s.'),
  age_years: number('Years of 365.25 days from its sale to as_of.'),
  origin_match: match(originMatches, 'Its origin compared with the stone’s'),
  treatment_match: match(traitMatches, 'Its treatment compared with the stone’s'),
  auction_house_match: match(traitMatches, 'Its house compared with the stone’s'),
  distance: object('ComparableDistance', 'Distance by trait', {
    size: number('|ln(size ratio)| ÷ ln 1.4.'),
    age: number('Years ÷ 10.'),
    origin: number('Same 0, of the region 1, other or unknown 2.'),
    treatment: number('Same 0, other or unknown 1.'),
    auction_house: number('Same 0, other or unknown 0.5.'),
  }),
  price_per_carat_usd: number('The chosen price, as sold: in dollars of the day of its sale.'),
  index_factor: positive(
    'Factor that adjusts its price from the day of its sale to as_of, by a smoothed price level; null without a price model: the price is then not adjusted.',
  ),
  index_factor_error: positive(
    'Standard error of ln(index_factor). It grows with the time between the two days, and is larger where few sales show the price level. Null without a price model.',
  ),
  size_factor: positive(
    'Factor that adjusts its price to the size of the stone; null where the elasticity is unknown.',
  ),
  trait_factors: object('TraitFactors', 'Factors that adjust a price to the traits of the stone', {
    origin: positive(
      'Factor from the origin of the lot to the origin of the stone; null where the request gives no origin, or the price model does not know both origins.',
    ),
    treatment: positive('The same for the treatment.'),
    auction_house: positive('The same for the auction house.'),
  }),
  adjusted_price_per_carat_usd: number(
    'Price as sold × the available factors; with `dollars=real` in dollars of the month `base`.',
  ),
  lot: AuctionRecord,
});

/** A described stone and the most similar sales. */
export const Comparables = object('Comparables', 'Comparable sales', {
  stone: object('DescribedStone', 'Described stone', {
    gem_name: text('As understood.'),
    carat: number('Its weight.'),
    origin: nameOrNull('Its origin as understood; null where none was described.'),
    region: nameOrNull('The region of the origin; null where it is unknown.'),
    treatment: nameOrNull('Its treatment; null where none was described.'),
    auction_house: nameOrNull('The house; null where none was named.'),
  }),
  as_of: orNull(
    Type.String({ format: 'date' }),
    'The day to which prices are adjusted; null without any sale.',
  ),
  grade: oneOf(grades, gradeRules),
  price_per_carat_usd: summaryOrNull('Summary of the comparables per carat; null with grade `none`.'),
  price_usd: summaryOrNull('Summary for the stone: price per carat × its weight.'),
  n: count('Number of lots on which the figures are based: the most similar, at most 300.'),
  effective_n: number('Effective number of lots: (Σ weight)² ÷ Σ weight².'),
  independent_n: number(
    'The number of independent lots identical to the stone that would say as much as these lots: the sum of the weights, where lots of one sale count for less because they are priced alike.',
  ),
  model_factor: number(
    `The factor by which the price model moves the median toward its own price of the stone. The price of the model counts as ${modelLots} lots of independent_n. 1 without a model.`,
  ),
  range_n: count(
    'Number of lots from which low and high are measured: the comparables and, up to 300 in total, the most similar other lots. Each shows how far a figure of this kind misses an actual price.',
  ),
  range_effective_n: number(
    'Effective number of the lots of the range: (Σ weight)² ÷ Σ weight². A lot counts only if there is a comparable from another sale.',
  ),
  criteria: object('ComparisonCriteria', 'Criteria of comparison', Criteria),
  relaxed: listOf(
    Type.Enum(['size', 'age', 'origin', 'treatment']),
    'Criteria that were relaxed from ±10%, 5 years, the same origin and treatment.',
  ),
  levels: listOf(
    Level,
    `The levels of criteria in the order of relaxation, each with its number of lots. The first level with ${minComparables} lots, the minimum for a figure, is used; otherwise the last.`,
  ),
  adjusted_share: number('Share of the weight with prices adjusted to as_of, or sold within a year before.', {
    maximum: 1,
  }),
  adjustment_error: number(
    'Standard error of the mean adjustment of ln(price per carat), in time, size and traits, which widens both intervals.',
  ),
  market_weight: figure(
    'How much the mean adjustment in time relies on the market, that is on all other gem types, instead of the sales of this gem type: the share of a steady trend of the market that the adjustment follows if the sales of the gem type show no trend. Near 0 with many sales, near 1 with very few; 0 without enough sales of other gem types. Null without a price model or comparables.',
  ),
  price_basis: text('The basis of the prices.'),
  notice: text('The limits of this summary.'),
  lots: listOf(ComparableLot, 'The most similar lots, most similar first.'),
});

export type Comparables = Static<typeof Comparables>;

/** The limits of a summary. */
export const notice =
  'A summary of published sales, not an appraisal: color, clarity, cut, setting and history are not compared.';

/** The published summary: prices per carat × `times`. */
export function presentSummary(summary: SalesSummary | undefined, times: number): Comparables['price_usd'] {
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

export function presentEvidence(comparison: Comparison) {
  const { effectiveLots, adjustedShare, sharedError } = comparison;
  return {
    effective_n: round(effectiveLots, statisticDecimals),
    independent_n: round(comparison.independentLots, statisticDecimals),
    model_factor: round(comparison.modelFactor, estimateDecimals),
    range_n: comparison.rangeLots,
    range_effective_n: round(comparison.effectiveRangeLots, statisticDecimals),
    adjusted_share: Math.min(1, round(adjustedShare, estimateDecimals)),
    adjustment_error: round(sharedError, estimateDecimals),
    market_weight: published(comparison.marketWeight ?? null),
  };
}

const published = (value: number | null) => (value === null ? null : round(value, estimateDecimals));

/**
 * A published lot, compared with the stone.
 * @param target the stone and its price: `dollars` is the factor from dollars of as_of to published dollars
 */
export function presentComparable(
  lot: AuctionRecord,
  traits: Traits,
  compared: ComparedLot,
  { carat, basis = 'published', dollars }: { carat: number; basis?: PriceKind | undefined; dollars: number },
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
    price_per_carat_usd: perCaratOf(lot, basis)!,
    index_factor: published(compared.timeFactor),
    index_factor_error: published(compared.timeError),
    size_factor: published(compared.sizeFactor),
    trait_factors: {
      origin: published(compared.traitFactors.origin),
      treatment: published(compared.traitFactors.treatment),
      auction_house: published(compared.traitFactors.auction_house),
    },
    adjusted_price_per_carat_usd: round(dollars * compared.adjustedPrice, 2),
    lot,
  };
}
