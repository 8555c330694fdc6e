import type { estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';
import type { Clause, SearchBody } from './clauses.ts';

/** A list of records: its query, its order and its fields. */
export interface ListQuery {
  query: Clause;
  order: Order;
  limit: number;
  /** Fields to read; all by default. */
  source?: readonly string[];
  /** Routes equal requests to the same copy of the index, where scores must not differ. */
  preference?: string;
}

/** Days per group: all days from 1600 to 2100 need fewer groups than a search may return. */
export const daysPerGroup = 4;

/** The number of lots of a query by groups of days, oldest first; `key` is the first day of a group. */
export function daysBody(query: Clause): SearchBody {
  const histogram = { field: 'auction_day' satisfies Field, interval: daysPerGroup, min_doc_count: 1 };
  return { query, size: 0, track_total_hits: false, aggs: { days: { histogram } } };
}

/** The values that a hit was sorted by, one for each key of its order. */
export type SortValues = (number | string)[];

/** One key of an order. Missing values are always last. */
export interface OrderKey {
  field: Field | '_score';
  direction: 'asc' | 'desc';
  missing?: number | string;
  /** What the values are. */
  values: 'whole' | 'decimal' | 'text';
}

/** An order of records without ties: it ends in the id. */
export type Order = OrderKey[];

export const latestDay: OrderKey = { field: 'auction_day', direction: 'desc', values: 'whole' };
export const highestId: OrderKey = { field: 'id', direction: 'desc', values: 'whole' };
export const highestScore: OrderKey = { field: '_score', direction: 'desc', values: 'decimal' };

/** Newest sales first, undated lots last, then the highest id: the order in which the index is kept. */
export const newestFirst: Order = [latestDay, highestId];

/** Written last. */
export const lastUpdated: OrderKey = { field: 'updated_at', direction: 'desc', values: 'whole' };

/** The best text matches first, then the newest. */
export const byRelevance: Order = [highestScore, ...newestFirst];

/** The reversed order: records without a value come first. */
export function backwards(order: Order): Order {
  return order.map((key) => ({ ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' }));
}

/** An order as Elasticsearch takes it. */
export function toSort(order: Order): estypes.SortCombinations[] {
  return order.map(({ field, direction, missing }) => ({
    [field]: { order: direction, ...(missing !== undefined && { missing }) },
  }));
}
