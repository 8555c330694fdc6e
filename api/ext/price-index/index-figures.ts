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
import { fullOnly } from '../price-model/detail.ts';
import { errorFields, noErrors, presentErrors, Regression } from '../price-model/model-figures.ts';
import { LeftOut } from '../price-model/priced-lots.ts';
import type { EstimatedIndex } from '../regression/hedonic-index.ts';
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
  market_weight: fullOnly(
    figure(
      'How far the change from the base follows all other gem types. At 0 it rests on the sales of this gem type alone, as with many sales. At 1 it follows the other gem types alone, as with very few sales. In between: if the other gem types rose steadily and the sales of this one showed no trend, the change would be this share of their rise. It is 0 where other gem types have too few sales, and null in the base.',
    ),
  ),
});

const PeriodFit = object('IndexPeriodFit', 'Errors and residuals of a period', {
  ...errorFields,
  sales: orNull(
    Type.Integer({ minimum: 0 }),
    'Number of sales with lots of the period; null with classical errors.',
  ),
  residual_squares: number('Sum of the squared residuals of ln(price per carat) of the lots of the period.'),
  lot_variance: number('Variance of a single lot within its sale in this period, on which errors are based.'),
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
  fit: fullOnly(
    orNull(
      PeriodFit,
      'The errors of ln(index) against the base, and the residuals of the lots. Null without an index, and with `method=median`.',
    ),
  ),
});

const Change = object('IndexChange', 'Change of a price index', {
  from: text('The first period with an index.'),
  to: text('The last period with an index.'),
  relative_change: Type.Number({
    minimum: -1,
    description: 'Index of the last period ÷ that of the first − 1.',
    ...extension,
  }),
  low: figure('Lower end of its 95% interval.', { minimum: -1 }),
  high: figure('Upper end of its 95% interval.', { minimum: -1 }),
  median_change: figure('The same change of the plain median, which also follows what was offered.', {
    minimum: -1,
  }),
  note: nameOrNull(
    'Which change is of constant quality, where that of the median is outside the interval of the index; else null.',
  ),
  standard_error: fullOnly(errorFields.standard_error),
  error_degrees_of_freedom: fullOnly(errorFields.error_degrees_of_freedom),
  clustered_error: fullOnly(errorFields.clustered_error),
});

/** A price index. */
export const PriceIndex = object('PriceIndex', 'Price index', {
  base: nameOrNull(
    'The period in which the index is 100, by default the first one with an index; null where none has one.',
  ),
  periods: listOf(IndexPeriod, 'Every period from the first to the last with a lot, oldest first.'),
  change: orNull(
    Change,
    'The change from the first period with an index to the last, with its own interval, whatever the base. Null where fewer than two periods have an index.',
  ),
  model: object('PriceModel', 'Price model', {
    formula: fullOnly(text('The formula of the index.')),
    price_basis: text('The basis of the prices.'),
    n: count('Number of lots on which the index is based.'),
    left_out: LeftOut,
    regression: fullOnly(
      orNull(Regression, 'The hedonic regression; null with `method=median`, or with too few lots.'),
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
  index: { value: number; low: number | null; high: number | null } | EstimatedIndex | Gap;
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
    fit: isGap || !('estimate' in index) ? null : presentPeriodFit(index),
  };
}

const presentPeriodFit = ({ estimate, residuals }: EstimatedIndex) => ({
  ...presentErrors(estimate),
  sales: residuals.sales ?? null,
  residual_squares: round(residuals.squares, estimateDecimals),
  lot_variance: round(residuals.variance, estimateDecimals),
});

/**
 * The change between two periods.
 * @param index that of the last period, where the first is 100; and the median in the same way
 */
export function presentChange(
  from: string,
  to: string,
  index: Exclude<UnroundedIndexPeriod['index'], Gap>,
  median: number | undefined,
): NonNullable<PriceIndex['change']> {
  const changeTo = (value: number) => round(value / 100 - 1, estimateDecimals);
  const { value, low, high } = index;
  const differs = median !== undefined && low !== null && high !== null && (median < low || median > high);
  return {
    from,
    to,
    relative_change: changeTo(value),
    low: low === null ? null : changeTo(low),
    high: high === null ? null : changeTo(high),
    median_change: median === undefined ? null : changeTo(median),
    note: differs
      ? `The median of all lots sold changed by ${percentOf(median)}: it also follows which stones were offered. The index, ${percentOf(value)}, is of constant quality.`
      : null,
    ...('estimate' in index ? presentErrors(index.estimate) : noErrors),
  };
}

const percentOf = (index: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumSignificantDigits: 3,
  }).format(index / 100 - 1);
