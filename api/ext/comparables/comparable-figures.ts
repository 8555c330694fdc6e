import Type, { type Static, type TSchema } from 'typebox';
import { type PriceKind, perCaratOf, priceFieldOf } from '../../../mappings/price-amounts.ts';
import { AuctionRecord } from '../../../mappings/record.ts';
import { round } from '../../../mappings/round.ts';
import { noValue } from '../../../mappings/vocabulary/vocabulary.ts';
import { extension } from '../../parameters/kinds.ts';
import {
  count,
  estimateDecimals,
  listOf,
  nameOrNull,
  number,
  object,
  oneOf,
  orNull,
  positive,
  text,
} from '../../statistics/fields.ts';
import type { ComparedLot, Traits } from './compare-lots.ts';
import { describedNames, type UnmatchedTrait as FoundUnmatched } from './find-comparables.ts';
import { gradeRules, grades } from './grade.ts';
import { minComparables, modelLots } from './summarize-sales.ts';

const AdjustedPrices = object('AdjustedPrices', 'Adjusted prices of the comparables', {
  low: number('A tenth of the weight of the comparables is below.'),
  median: number('Their weighted median.'),
  high: number('A tenth of the weight is above.'),
});

const PredictedPrice = object('PredictedPrice', 'Predicted price', {
  low: number('Lower end of the 80% range: of 100 such stones about 80 sell within it.'),
  median: number('The weighted median of the adjusted prices, moved toward the price by the price model.'),
  high: number('Upper end of the 80% range.'),
  median_low: number('Lower end of the 95% interval of the median, not of the price of one stone.'),
  median_high: number('Upper end of this 95% interval.'),
});

/** The same prices for the stone and per carat. */
const inBoth = <Prices extends TSchema>(prices: Prices) => ({
  price_usd: orNull(prices, 'For the whole stone; null with grade `none`.'),
  price_per_carat_usd: orNull(prices, 'Per carat.'),
});

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
  lab: oneOf(['same', 'any'], 'A report of the same laboratory or any; also any where none was described.'),
};

const Level = object('ComparisonLevel', 'Level of criteria', {
  ...Criteria,
  lots: count('Number of lots that meet them.'),
});

const relative = (description: string) => Type.Number({ minimum: -1, description, ...extension });

const ComparableLot = object('ComparableLot', 'Comparable lot', {
  price_usd: number('The chosen price, as sold: in dollars of the day of its sale.'),
  price_per_carat_usd: number('This price per carat.'),
  adjusted_price_usd: number(
    'The price per carat adjusted to the stone and to as_of × the weight of the stone.',
  ),
  adjusted_price_per_carat_usd: number(
    'Price per carat as sold × the available factors; with `dollars=real` in dollars of the month `base`.',
  ),
  weight: number('Its weight in the figures: 2 to the power of minus the sum of its distances.', {
    maximum: 1,
  }),
  size_ratio: number('Its weight ÷ the stone’s.'),
  distance: object('ComparableDistance', 'Distance by trait', {
    size: number('|ln(size ratio)| ÷ ln 1.4.'),
    age: number('Years ÷ 10.'),
    origin: number('Same 0, of the region 1, other or unknown 2.'),
    treatment: number('Same 0, other or unknown 1.'),
    auction_house: number('Same 0, other or unknown 0.5.'),
  }),
  index_factor: positive(
    'Factor of the price per carat from the day of its sale to as_of, by a smoothed price level; null without a price model: the price is then not adjusted. All factors are those of the price per carat; the total price also changes with the weight.',
  ),
  size_factor: positive(
    'Factor of the price per carat to the size of the stone; null where the elasticity is unknown.',
  ),
  trait_factors: object('TraitFactors', 'Factors of the price per carat to the traits of the stone', {
    origin: positive(
      'Factor from the origin of the lot to the origin of the stone; null where the request gives no origin, or the price model does not know both origins.',
    ),
    treatment: positive('The same for the treatment.'),
    auction_house: positive('The same for the auction house.'),
  }),
  lot: Type.Union([AuctionRecord], { description: 'Its record.', ...extension }),
});

const UnmatchedTrait = object('UnmatchedTrait', 'Described trait that is not matched', {
  trait: oneOf(describedNames, 'The parameter that describes it.'),
  value: text('Its value, as understood.'),
  lots: count('Number of sold lots of the gem type that have it, up to as_of.'),
  message: text('What the comparison does instead.'),
});

/** A described stone and the most similar sales. */
export const Comparables = object('Comparables', 'Comparable sales', {
  not_matched: listOf(
    UnmatchedTrait,
    'The described traits that the comparison dropped, or that no lot in the data has; the grade is then `thin` at most.',
  ),
  stone: object('DescribedStone', 'Described stone', {
    gem_name: text('As understood.'),
    carat: number('Its weight.'),
    origin: nameOrNull('Its origin as understood; null where none was described.'),
    region: nameOrNull('The region of the origin; null where it is unknown.'),
    treatment: nameOrNull('Its treatment as understood; null where none was described.'),
    auction_house: nameOrNull('The house as understood; null where none was named.'),
  }),
  as_of: orNull(
    Type.String({ format: 'date' }),
    'The day to which prices are adjusted; null without any sale.',
  ),
  price_basis: text('The basis of the prices, and their dollars.'),
  evidence: object(
    'ComparableEvidence',
    'What similar stones sold for: the adjusted prices of the comparables',
    inBoth(AdjustedPrices),
  ),
  prediction: object('PricePrediction', 'What the stone is expected to sell for', {
    ...inBoth(PredictedPrice),
    note: nameOrNull(
      'Whether this range is wider or narrower than that of the evidence, and why; null with grade `none`.',
    ),
  }),
  grade: oneOf(grades, gradeRules),
  grade_reasons: listOf(Type.String(), 'Why the grade is not better, one sentence each; empty for `good`.'),
  n: count('Number of comparables, on which the median is based: the most similar, at most 300.'),
  independent_sales: number(
    'The number of sales, each of one stone identical to the described one, that would say as much as the comparables. A less similar lot counts for less than 1, and so do several lots of one sale, because they are priced alike.',
  ),
  newest_date: orNull(
    Type.String({ format: 'date' }),
    'The day of the newest comparable; null without comparables.',
  ),
  synthetic_lots: count('Number of comparables that are generated sample lots.'),
  moved_by_model: relative(
    `Relative change of the median by the price model, whose own price of the stone counts as ${modelLots} independent sales: 0.25 means that the model raises the median by a quarter. 0 without a model.`,
  ),
  criteria: object('ComparisonCriteria', 'Criteria of comparison', Criteria),
  notice: text('The limits of this summary.'),
  lots: listOf(ComparableLot, 'The most similar lots, most similar first.'),
  levels: listOf(
    Level,
    `The levels of criteria in the order of relaxation, each with its number of lots. The first level with ${minComparables} lots, the minimum for a figure, is used; otherwise the last.`,
  ),
  range_n: count(
    'Number of lots from which low and high are measured: the comparables and, up to 300 in total, the most similar other lots. Each shows how far such a figure misses an actual price.',
  ),
  adjustment_error: number(
    'Standard error of the mean adjustment of ln(price per carat), in time, size and traits, which widens both intervals.',
  ),
});

export type Comparables = Static<typeof Comparables>;

/** The limits of a summary. */
export const notice =
  'A summary of published sales, not an appraisal: color, clarity, cut, setting and history are not compared.';

/** Why the range of the prediction is not that of the evidence. */
export function predictionNote(evidence: Ends, prediction: Ends): string {
  const wider = prediction.high / prediction.low - evidence.high / evidence.low;
  if (wider > 0)
    return 'The range is wider because it predicts one more sale; it includes how far earlier estimates missed.';
  if (wider < 0)
    return 'The range is narrower because earlier estimates missed by less than the similar sales differ.';
  return 'The range is as wide as that of the similar sales.';
}

type Ends = Record<'low' | 'high', number>;

/**
 * Published prices for the stone and per carat.
 * @param dollars the factor from dollars of as_of to published dollars
 */
export function presentRange<Prices extends Readonly<Record<keyof Prices, number>>>(
  prices: Prices | null,
  carat: number,
  dollars: number,
) {
  const times = (factor: number) => prices && ofMembers(prices, (price) => round(factor * price, 2));
  return { price_usd: times(dollars * carat), price_per_carat_usd: times(dollars) };
}

/** A described trait in words. */
export const wordsOf = ({ trait, value }: Pick<FoundUnmatched, 'trait' | 'value'>) => {
  const word = trait === 'lab' ? 'laboratory' : trait.replace('_', ' ');
  return { word, name: value === noValue ? `unknown ${word}` : `${word} ${value}` };
};

/** The described traits that are not matched, with what the comparison does instead. */
export function presentUnmatched({ trait, value, lots }: FoundUnmatched): Comparables['not_matched'][number] {
  const { word, name } = wordsOf({ trait, value });
  const message =
    lots === 0
      ? `No sold lot of this gem type has the ${name}: the figure does not take it into account.`
      : `Too few similar lots have the ${name}: lots of any ${word} are compared.`;
  return { trait, value, lots, message };
}

/** An object with the same members, each as a function presents it. */
const ofMembers = <Members extends object, Value>(
  members: Members,
  present: (value: Members[keyof Members]) => Value,
) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, present(value)])) as Record<
    keyof Members,
    Value
  >;

const published = <Value extends number | null>(value: Value) =>
  (value === null ? null : round(value, estimateDecimals)) as Value;

/** The published prices of a comparison. */
interface PublishedPrices {
  carat: number;
  basis?: PriceKind | undefined;
  /** The factor from dollars of as_of to published dollars. */
  dollars: number;
}

/** A published lot, compared with the stone. */
export function presentComparable(
  lot: AuctionRecord,
  traits: Traits,
  compared: ComparedLot,
  { carat, basis = 'published', dollars }: PublishedPrices,
): Comparables['lots'][number] {
  const adjusted = dollars * compared.adjustedPrice;
  return {
    price_usd: lot[priceFieldOf[basis]]!,
    price_per_carat_usd: perCaratOf(lot, basis)!,
    adjusted_price_usd: round(carat * adjusted, 2),
    adjusted_price_per_carat_usd: round(adjusted, 2),
    weight: round(compared.weight, estimateDecimals),
    size_ratio: round(traits.carat / carat, estimateDecimals),
    distance: ofMembers(compared.distance, published),
    index_factor: published(compared.timeFactor),
    size_factor: published(compared.sizeFactor),
    trait_factors: ofMembers(compared.traitFactors, published),
    lot,
  };
}
