import type { Static } from 'typebox';
import Type from 'typebox';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import {
  count,
  estimateDecimals,
  figure,
  flag,
  listOf,
  nameOrNull,
  number,
  object,
  orNull,
  positive,
  text,
} from '../../statistics/fields.ts';
import { type PriceFigures, statisticDecimals } from '../../statistics/price-figures.ts';
import { Regression } from '../price-model/model-figures.ts';
import { LeftOut } from '../price-model/priced-lots.ts';
import type { SmoothedIndex } from './smoothed.ts';

/** Why a period has no index. */
const gaps = ['too_few_lots', 'base_has_no_index', 'not_comparable', 'too_few_lots_in_all'] as const;

type Gap = (typeof gaps)[number];

const Smoothed = object('SmoothedIndex', 'Smoothed index of a period', {
  index: number(
    'The smoothed price level in the middle of the period, where that of the base is 100; 4 decimals.',
  ),
  low: number('Lower end of its 95% interval.'),
  high: number('Upper end of its 95% interval.'),
  is_estimated: flag(
    'Whether the period has no index of its own, so that the level is estimated from other periods.',
  ),
  market_weight: figure(
    'How much the change from the base relies on the market, that is on all other gem types, instead of the sales of this gem type: the share of a steady trend of the market that the change follows if the sales of the gem type show no trend. Near 0 with many sales, near 1 with very few; 0 without enough sales of other gem types. Null in the base.',
  ),
});

const IndexPeriod = object('IndexPeriod', 'Period of a price index', {
  period: Type.String({
    pattern: '^[0-9]{4}(-Q[1-4])?$',
    description: 'Year or quarter.',
    examples: ['2019', '2019-Q3'],
    ...extension,
  }),
  start_date: Type.String({ format: 'date', description: 'First day of the period.', ...extension }),
  n: count('Number of usable lots: sold, with price, weight and date, of one stone.'),
  index: positive(
    'The price level, where the base is 100; 4 decimals. Null where it is unavailable: see gap.',
  ),
  low: positive('Lower end of its 95% interval; 100 in the base, which is 100 by definition.'),
  high: positive('Upper end of its 95% interval.'),
  gap: orNull(
    Type.Enum([...gaps]),
    'Why there is no index: fewer than 5 lots in the period; no index in the base; its prices cannot be separated from other differences (for example, all its lots are of houses that sold nothing in the years of the base); or fewer lots in total than the model has coefficients. Null where there is an index. Nothing is interpolated.',
  ),
  median_price_per_carat_usd: positive('Median price per carat of the usable lots, 4 decimals.'),
  median_index: positive('The median as an index; null under 5 lots in the period or the base.'),
  smoothed: orNull(
    Smoothed,
    'The smoothed level that comparables use, with an estimate for periods without an index. Null without `smoothed=true`, with `method=median`, where the base has no index, and with too few lots.',
  ),
});

const Change = object('IndexChange', 'Change between two periods', {
  from: text('The first period.'),
  to: text('The second period.'),
  relative_change: figure(
    'Index of the second period ÷ that of the first − 1. Null where it is unavailable: see gap.',
    { minimum: -1 },
  ),
  low: figure('Lower end of its 95% interval.', { minimum: -1 }),
  high: figure('Upper end of its 95% interval.', { minimum: -1 }),
  gap: orNull(Type.Enum([...gaps]), 'Why there is no change; `base_has_no_index` is the first period.'),
});

/** A price index. */
export const PriceIndex = object('PriceIndex', 'Price index', {
  base: nameOrNull(
    'The period in which the index is 100, by default the one with the most lots; null where no period has enough.',
  ),
  periods: listOf(IndexPeriod, 'Every period from the first to the last with a lot, oldest first.'),
  change: orNull(
    Change,
    'The change from one period to another, with its own interval, which cannot be derived from the intervals of the index. Null without `from` and `to`.',
  ),
  model: object('PriceModel', 'Price model', {
    formula: text('The formula of the index.'),
    price_basis: text('The basis of the prices.'),
    n: count('Number of lots on which the index is based.'),
    left_out: LeftOut,
    regression: orNull(
      Regression,
      'The hedonic regression; null with `method=median`, or with too few lots.',
    ),
  }),
});

export type PriceIndex = Static<typeof PriceIndex>;

/** The formula of each method. */
export const formulas = {
  hedonic:
    'ln(price per carat) = constant + b1·ln(carat) + b2·ln(carat)² + origin + treatment + auction house + period, by ordinary least squares; index = 100·exp(period − base period)',
  median: 'index = 100 · median price per carat ÷ that of the base period',
} as const;

/** The values of a period, unrounded. */
export interface UnroundedIndexPeriod {
  name: string;
  start: string;
  n: number;
  /** Its index, or the reason for the gap. */
  index: { value: number; low: number | null; high: number | null } | Gap;
  median: number | null;
  medianIndex: number | null;
  smoothed: SmoothedIndex | undefined;
}

export function presentIndexPeriod(
  period: UnroundedIndexPeriod,
  figures: PriceFigures,
): PriceIndex['periods'][number] {
  const { index, smoothed } = period;
  const isGap = typeof index === 'string';
  const published = (value: number | null) => (value === null ? null : round(value, statisticDecimals));
  return {
    period: period.name,
    start_date: period.start,
    n: period.n,
    index: isGap ? null : published(index.value),
    low: isGap ? null : published(index.low),
    high: isGap ? null : published(index.high),
    gap: isGap ? index : null,
    median_price_per_carat_usd: figures.quantile(period.median, 'price_per_carat_usd', 'median'),
    median_index: published(period.medianIndex),
    smoothed: smoothed
      ? {
          index: round(smoothed.value, statisticDecimals),
          low: round(smoothed.low, statisticDecimals),
          high: round(smoothed.high, statisticDecimals),
          is_estimated: isGap,
          market_weight:
            smoothed.marketWeight === undefined ? null : round(smoothed.marketWeight, estimateDecimals),
        }
      : null,
  };
}

/** The change to a period, from its index with the first period as 100. */
export function presentChange(
  from: string,
  to: string,
  index: UnroundedIndexPeriod['index'],
): NonNullable<PriceIndex['change']> {
  const isGap = typeof index === 'string';
  const published = (value: number | null) =>
    value === null ? null : round(value / 100 - 1, estimateDecimals);
  return {
    ...{ from, to },
    relative_change: isGap ? null : published(index.value),
    low: isGap ? null : published(index.low),
    high: isGap ? null : published(index.high),
    gap: isGap ? index : null,
  };
}
