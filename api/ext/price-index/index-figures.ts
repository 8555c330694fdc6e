import type { Static } from 'typebox';
import Type from 'typebox';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import {
  count,
  estimateDecimals,
  figure,
  listOf,
  nameOrNull,
  object,
  orNull,
  positive,
  text,
} from '../../statistics/fields.ts';
import { type PriceFigures, statisticDecimals } from '../../statistics/price-figures.ts';
import { Fit } from '../price-model/model-figures.ts';
import { LeftOut } from '../price-model/priced-lots.ts';
import type { Interval } from '../regression/quantiles.ts';

/** Why a period has no index. */
const gaps = ['too_few_lots', 'base_has_no_index', 'not_comparable', 'too_few_lots_in_all'] as const;

export type Gap = (typeof gaps)[number];

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
});

/** The change of a price index between two periods. */
export const IndexChange = object('IndexChange', 'Change of a price index', {
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
});

/** A price index. */
export const PriceIndex = object('PriceIndex', 'Price index', {
  base: nameOrNull(
    'The period in which the index is 100, by default the first one with an index; null where none has one.',
  ),
  periods: listOf(IndexPeriod, 'Every period from the first to the last with a lot, oldest first.'),
  change: orNull(
    IndexChange,
    'The change from the first period with an index to the last, with its own interval, whatever the base. Null where fewer than two periods have an index.',
  ),
  model: object('PriceModel', 'Price model', {
    price_basis: text('The basis of the prices.'),
    n: count('Number of lots on which the index is based.'),
    left_out: LeftOut,
    fit: orNull(Fit, 'The regression behind the index; null with too few lots.'),
  }),
});

export type PriceIndex = Static<typeof PriceIndex>;

/** The values of a period, unrounded. */
export interface UnroundedIndexPeriod {
  name: string;
  start: string;
  n: number;
  /** Its index, or the reason for the gap. */
  index: Interval | Gap;
  median: number | null;
  medianIndex: number | null;
}

export function presentIndexPeriod(
  { name, start, n, index, median, medianIndex }: UnroundedIndexPeriod,
  figures: PriceFigures,
): PriceIndex['periods'][number] {
  const isGap = typeof index === 'string';
  const published = (value: number) => round(value, statisticDecimals);
  return {
    period: name,
    start_date: start,
    n,
    index: isGap ? null : published(index.value),
    low: isGap ? null : published(index.low),
    high: isGap ? null : published(index.high),
    gap: isGap ? index : null,
    median_price_per_carat_usd: figures.quantile(median, 'price_per_carat_usd', 'median'),
    median_index: medianIndex === null ? null : published(medianIndex),
  };
}

/**
 * The change between two periods.
 * @param index that of the last period, where the first is 100; and the median in the same way
 */
export function presentChange(
  from: string,
  to: string,
  { value, low, high }: Interval,
  median: number | null,
): Static<typeof IndexChange> {
  const changeTo = (value: number) => round(value / 100 - 1, estimateDecimals);
  return {
    from,
    to,
    relative_change: changeTo(value),
    low: changeTo(low),
    high: changeTo(high),
    median_change: median === null ? null : changeTo(median),
    note:
      median !== null && (median < low || median > high)
        ? `The median of all lots sold changed by ${percentOf(median)}: it also follows which stones were offered. The index, ${percentOf(value)}, is of constant quality.`
        : null,
  };
}

const percentOf = (index: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumSignificantDigits: 3,
  }).format(index / 100 - 1);
