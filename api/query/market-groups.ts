import type { Field } from '../../mappings/records-index.ts';
import type { Grouping, MarketMeasure } from '../params/market.ts';
import { type Clause, equals } from './clauses.ts';
import type { SearchBody } from './search-body.ts';
import {
  type Aggregation,
  type Aggregations,
  countsAndExtremes,
  percentsFor,
  quantiles,
  type Sizes,
  summarized,
  syntheticLots,
} from './statistics.ts';

/** What the lots of a group have in common: one value, or two in the order of `group_by`. */
export type GroupKey = Partial<Record<Grouping, string | number>>;

/** Groups of one page; how many one search may answer with is bounded by `search.max_buckets` (65,535). */
export const groupsPerPage = 10_000;

/** Measures of which a median must be known before groups can be put in order. */
const medianOf: Partial<Record<MarketMeasure, Field>> = {
  median_price: summarized.price_usd,
  median_price_per_carat: summarized.price_per_carat_usd,
};

/**
 * One page of all groups, by key, with what they are ordered by; the first page also tells of the whole filter. A
 * composite is complete however many groups there are; `terms` would leave some out.
 */
export function marketGroupsBody(
  query: Clause,
  groupBy: readonly Grouping[],
  measure: MarketMeasure,
  after?: GroupKey,
): SearchBody {
  const sources = groupBy.map((field) => ({ [field]: { terms: { field } } }));
  const median = medianOf[measure];
  return {
    query,
    size: 0,
    track_total_hits: true,
    request_cache: false,
    aggs: {
      groups: {
        composite: { size: groupsPerPage, sources, ...(after ? { after } : {}) } as Aggregation['composite'],
        aggs: {
          ...countsAndExtremes,
          ...(median ? { median: quantiles(median, [50]) } : {}),
        },
      } as Aggregation,
      ...(after ? {} : wholeFilter),
    },
  };
}

/** The whole filter: the value that shares are of, and the day that the last year ends on. */
const wholeFilter = {
  total_value: { sum: { field: summarized.price_usd } },
  newest: { max: { field: 'auction_date' } },
  synthetic: syntheticLots,
} satisfies Aggregations;

/** A group that is shown, and how many values it has. */
export interface ShownGroup {
  key: GroupKey;
  sizes: Sizes;
}

/** Name of a shown group's aggregation. */
export const groupName = (place: number) => `group_${place}`;

/**
 * Quantiles of the shown groups in one search. Each is an aggregation of its own, because the ranks of its median's
 * interval are its own too.
 * @param newest the newest date of any lot in the filter, or undefined where all are undated
 */
export function marketQuantilesBody(
  query: Clause,
  groups: readonly ShownGroup[],
  newest?: string,
): SearchBody {
  const years: Aggregations = newest
    ? { last_year: medianOfYear(newest, 0), year_before: medianOfYear(newest, 1) }
    : {};
  const entries = groups.map((group, place) => [groupName(place), shownGroup(group, years)] as const);
  return { query, size: 0, track_total_hits: false, request_cache: false, aggs: Object.fromEntries(entries) };
}

function shownGroup({ key, sizes }: ShownGroup, years: Aggregations): Aggregation {
  const clauses = Object.entries(key).map(([field, value]) => equals(field as Field, value));
  return {
    filter: { bool: { filter: clauses } },
    aggs: {
      price_usd: quantiles(summarized.price_usd, percentsFor(sizes.price_usd ?? 0)),
      price_per_carat_usd: quantiles(
        summarized.price_per_carat_usd,
        percentsFor(sizes.price_per_carat_usd ?? 0),
      ),
      ...years,
    },
  };
}

const yearDays = 365;

/** Median price per carat of the 365 days that end `yearsBack` times 365 days before `newest`, that day included. */
function medianOfYear(newest: string, yearsBack: number): Aggregation {
  const lte = daysBefore(newest, yearsBack * yearDays);
  const gt = daysBefore(newest, (yearsBack + 1) * yearDays);
  return {
    filter: { range: { auction_date: { gt, lte } } },
    aggs: { median: quantiles(summarized.price_per_carat_usd, [50]) },
  };
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Where the next page of a composite aggregation begins: undefined behind a page that is not full, which is the last.
 * Elasticsearch names a key behind every page that holds anything, and a search from there would find nothing.
 */
export function nextPage<Key>(
  page: { buckets: readonly unknown[]; after_key?: Key },
  size: number,
): Key | undefined {
  return page.buckets.length < size ? undefined : page.after_key;
}
