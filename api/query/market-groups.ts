import type { Field } from '../../mappings/records-index.ts';
import type { Grouping, MarketMeasure } from '../params/market.ts';
import type { Clause } from './filters.ts';
import { groupPage, searchGroups } from './grouped-field.ts';
import type { SearchBody } from './search-body.ts';
import {
  type Aggregation,
  type Aggregations,
  countsAndExtremes,
  excludedLots,
  oneStone,
  percentsFor,
  quantiles,
  type Sizes,
  type SummarizedFields,
  summarized,
  syntheticLots,
} from './statistics.ts';

/** The key of a group: one value, or two in the order of `group_by`. */
export type GroupKey = Partial<Record<Grouping, string | number>>;

/** The medians of the orders that need one before groups can be sorted. */
function sortedBy(measure: MarketMeasure, fields: SummarizedFields): Aggregations {
  const median = (field: Field) => ({ median: quantiles(field, [50]) });
  if (measure === 'median_price_per_carat')
    return countsAndExtremes(fields, median(fields.price_per_carat_usd));
  return {
    ...countsAndExtremes(fields),
    ...(measure === 'median_price' && median(fields.price_usd)),
  };
}

/**
 * One page of all groups, by key, with the values that they are sorted by; the first page also describes the whole
 * filter.
 * @param more further aggregations of the whole filter
 */
export function marketGroupsBody(
  query: Clause,
  groupBy: readonly Grouping[],
  measure: MarketMeasure,
  after?: GroupKey,
  fields: SummarizedFields = summarized,
  more: Aggregations = {},
): SearchBody {
  return {
    query,
    size: 0,
    request_cache: false,
    aggs: {
      groups: groupPage(groupBy, sortedBy(measure, fields), { after }),
      ...(after ? {} : { ...wholeFilter(fields), ...more }),
    },
  };
}

/** The whole filter: the total value for shares, and the last day of the last year. */
const wholeFilter = (fields: SummarizedFields): Aggregations => ({
  total_value: { sum: { field: fields.price_usd } },
  newest: { max: { field: 'auction_date' } },
  synthetic: syntheticLots,
  excluded: excludedLots(fields),
});

/** A shown group, and its numbers of values. */
interface ShownGroup {
  key: GroupKey;
  sizes: Sizes;
}

/**
 * Quantiles of the shown groups in one search. Each has its own aggregations, because the ranks of the interval of its
 * median differ.
 * @param newest the newest date of any lot in the filter, or undefined where all are undated
 */
export function marketQuantilesBody(
  query: Clause,
  groups: readonly ShownGroup[],
  newest?: string,
  fields: SummarizedFields = summarized,
): SearchBody {
  const years: Aggregations = newest
    ? { last_year: medianOfYear(fields, newest, 0), year_before: medianOfYear(fields, newest, 1) }
    : {};
  return searchGroups(query, groups, ({ sizes }) => ({
    price_usd: quantiles(fields.price_usd, percentsFor(sizes.price_usd ?? 0)),
    one_stone: {
      filter: oneStone,
      aggs: {
        price_per_carat_usd: quantiles(
          fields.price_per_carat_usd,
          percentsFor(sizes.price_per_carat_usd ?? 0),
        ),
        ...years,
      },
    },
  }));
}

const yearDays = 365;

/** Median price per carat of the 365 days that end `yearsBack` times 365 days before `newest`, that day included. */
function medianOfYear(fields: SummarizedFields, newest: string, yearsBack: number): Aggregation {
  const lte = daysBefore(newest, yearsBack * yearDays);
  const gt = daysBefore(newest, (yearsBack + 1) * yearDays);
  return {
    filter: { range: { auction_date: { gt, lte } } },
    aggs: { median: quantiles(fields.price_per_carat_usd, [50]) },
  };
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
