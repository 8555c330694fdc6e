import type { Interval } from '../params/trends.ts';
import { type Clause, equals, present } from './filters.ts';
import { type SearchBody, uncachedFigures } from './search-body.ts';
import {
  type Aggregations,
  countsAndExtremes,
  excludedLots,
  intervalPercents,
  oneStone,
  quantiles,
  type Sizes,
  type SummarizedFields,
  summarized,
  syntheticLots,
} from './statistics.ts';

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
  fields: SummarizedFields = summarized,
  more: Aggregations = {},
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

/** A period with lots, and its numbers of values. */
interface SizedPeriod {
  start: string;
  end: string;
  sizes: Required<Pick<Sizes, 'price_usd' | 'price_per_carat_usd'>>;
}

/** Periods per group: a lot is matched with the groups first, and then only with the periods of its group. */
const periodsPerGroup = 60;

/**
 * The intervals of the medians of all periods that have one, in one search: each period has its own aggregation,
 * because its ranks differ. The innermost aggregations are named by the first days of the periods.
 * @returns undefined where no period has 6 prices
 */
export function trendIntervalsBody(
  query: Clause,
  interval: Interval,
  periods: readonly SizedPeriod[],
  fields: SummarizedFields = summarized,
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

/** An aggregation for each of some periods, named by its first day, at the second level of the response. */
export function groupPeriods<P extends Pick<SizedPeriod, 'start' | 'end'>>(
  periods: readonly P[],
  aggregationsOf: (period: P) => Aggregations,
): Aggregations {
  const aggs: Aggregations = {};
  for (let i = 0; i < periods.length; i += periodsPerGroup) {
    const group = periods.slice(i, i + periodsPerGroup);
    const leaves = group.map((period) => [
      period.start,
      { filter: within(period.start, period.end), aggs: aggregationsOf(period) },
    ]);
    aggs[`group_${group[0]!.start}`] = {
      filter: within(group[0]!.start, group.at(-1)!.end),
      aggs: Object.fromEntries(leaves),
    };
  }
  return aggs;
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

/** Days from `start` on, before `end`. */
export function within(start: string, end: string): Clause {
  return { range: { auction_date: { gte: start, lt: end } } };
}
