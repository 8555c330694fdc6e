import type { Static } from 'typebox';
import Type from 'typebox';
import { type Clause, equals, present, type SearchBody, uncachedFigures } from '../../search/clauses.ts';
import type { Aggregations } from '../../search/composite-pages.ts';
import { choice } from '../../statistics/fields.ts';
import { groupPeriods, type Interval, type SizedPeriod } from '../../statistics/periods.ts';
import type { PriceFigures } from '../../statistics/price-figures.ts';
import {
  countsAndExtremes,
  excludedLots,
  intervalPercents,
  oneStone,
  quantiles,
  type SummarizedFields,
  syntheticLots,
} from '../../statistics/statistics.ts';
import {
  lowSample,
  lowSampleBelow,
  presentTotals,
  relativeChange,
  totalsFields,
} from '../../statistics/totals.ts';
import { presentSummary, Summary, type Unrounded } from './summary.ts';

/** Lots with only a known year belong to no single month. */
const knownByYearOnly = equals('auction_date_precision', 'year');

/**
 * The periods that have lots, oldest first, with counts, sums and quantiles. Gaps are filled afterwards: 500 years
 * have 6,000 months, most of them empty.
 * @param more further aggregations of all lots
 */
export function trendPeriodsBody(
  query: Clause,
  interval: Interval,
  fields: SummarizedFields,
  more: Aggregations,
): SearchBody {
  const imprecise = { bool: { filter: [present('auction_date'), knownByYearOnly] } };
  const counted = interval === 'year' ? { match_all: {} } : { bool: { must_not: [knownByYearOnly] } };
  return {
    query,
    size: 0,
    request_cache: false,
    aggs: {
      dated: { filter: present('auction_date') },
      synthetic: syntheticLots,
      excluded: excludedLots(fields),
      ...more,
      ...(interval === 'year' ? {} : { imprecise: { filter: imprecise } }),
      counted: {
        filter: counted,
        aggs: {
          periods: {
            date_histogram: { field: 'auction_date', calendar_interval: interval, min_doc_count: 1 },
            aggs: {
              ...countsAndExtremes(fields, { quantiles: quantiles(fields.price_per_carat_usd) }),
              price_usd_quantiles: quantiles(fields.price_usd),
            },
          },
        },
      },
    },
  };
}

/**
 * The intervals of the medians of all periods that have one, in one search: each period has its own aggregation,
 * because its ranks differ. The innermost aggregations are named by the first days of the periods.
 * @returns undefined where no period has 6 prices
 */
export function trendIntervalsBody(
  query: Clause,
  interval: Interval,
  periods: readonly SizedPeriod[],
  fields: SummarizedFields,
): SearchBody | undefined {
  const withInterval = periods.filter(({ sizes }) => intervalPercents(sizes.price_usd).length > 0);
  if (withInterval.length === 0) return undefined;
  const counted = interval === 'year' ? [query] : [query, { bool: { must_not: [knownByYearOnly] } }];
  return {
    query: { bool: { filter: counted } },
    ...uncachedFigures,
    aggs: groupPeriods(withInterval, (period) => intervalsOf(period, fields)),
  };
}

function intervalsOf({ sizes }: SizedPeriod, fields: SummarizedFields): Aggregations {
  const ranked = (name: 'price_usd' | 'price_per_carat_usd'): Aggregations => {
    const percents = intervalPercents(sizes[name]);
    return percents.length > 0 ? { [name]: quantiles(fields[name], percents) } : {};
  };
  return {
    ...ranked('price_usd'),
    one_stone: { filter: oneStone, aggs: ranked('price_per_carat_usd') },
  };
}

/** The statistics of one period. */
export const TrendPeriod = Type.Object({
  period: Type.String({
    pattern: '^[0-9]{4}(-Q[1-4]|-[0-9]{2})?$',
    description: 'Year, quarter or month.',
    examples: ['2019', '2019-Q3', '2019-07'],
    ...choice,
  }),
  start_date: Type.String({ format: 'date', description: 'First day of the period.', ...choice }),
  ...totalsFields,
  price_usd: Summary,
  price_per_carat_usd: Summary,
  median_price_per_carat_change: relativeChange(
    'Median price per carat, compared with the latest earlier period that has a priced lot; new / old − 1.',
  ),
  low_sample: lowSample,
});

/** The fields of a period that `fields` selects; always with its name. */
export const SelectedPeriod = Type.Object(
  { ...Type.Partial(TrendPeriod).properties, period: TrendPeriod.properties.period },
  {
    $id: 'TrendPeriod',
    title: 'Trend period',
    description: 'All fields are present, unless `fields` selects some; `period` always is.',
    additionalProperties: false,
    ...choice,
  },
);

export type TrendPeriod = Static<typeof TrendPeriod>;

/** The values of a period, unrounded. */
export interface UnroundedPeriod {
  name: string;
  start: string;
  totals: Parameters<typeof presentTotals>[0];
  price_usd: Unrounded;
  price_per_carat_usd: Unrounded;
}

/** Published periods, oldest first; each is compared with the latest earlier period that has a price. */
export function presentTrend(periods: readonly UnroundedPeriod[], figures: PriceFigures): TrendPeriod[] {
  let latestPriced: UnroundedPeriod | undefined;
  return periods.map((period) => {
    const earlier = latestPriced;
    if (period.price_usd.count > 0) latestPriced = period;
    return {
      period: period.name,
      start_date: period.start,
      ...presentTotals(period.totals, figures),
      price_usd: presentSummary(period.price_usd, 'price_usd', figures),
      price_per_carat_usd: presentSummary(period.price_per_carat_usd, 'price_per_carat_usd', figures),
      median_price_per_carat_change: figures.change(
        period.price_per_carat_usd.median,
        earlier?.price_per_carat_usd.median ?? null,
      ),
      low_sample: period.price_usd.count < lowSampleBelow,
    };
  });
}
