import type { RecordField } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import type { FilterParams } from '../params/filters.ts';
import type { Clause } from './clauses.ts';
import { words } from './clauses.ts';
import { allOf, filterClauses } from './filters.ts';
import { byRelevance, type Order, orderOf, type SortName } from './order.ts';
import type { SearchBody } from './search-body.ts';

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

type ListParams = FilterParams & {
  limit: number;
  sort?: SortName | `-${SortName}`;
  fields?: RecordField[];
};

/** The search of the list, without its position, and the name of its order. */
export function listRequest(params: ListParams): { request: ListQuery; sort: string } {
  const { q, sort, limit, fields } = params;
  const source = fields && { source: ['id', ...fields] };
  if (q === undefined || sort !== undefined) {
    const query = allOf(filterClauses(params));
    return { request: { query, order: orderOf(sort ?? '-date'), limit, ...source }, sort: sort ?? '-date' };
  }
  // Only the words affect the score. Copies of an index may score differently: each q always uses the same one.
  const query = { bool: { must: words('title', q), filter: filterClauses(params, 'q') } };
  const preference = `q${Buffer.from(q).toString('hex').slice(0, 60)}`;
  return { request: { query, order: byRelevance, limit, preference, ...source }, sort: 'relevance' };
}

/** Days per group: all days from 1600 to 2100 need fewer groups than a search may return. */
export const daysTogether = 4;

/** The number of lots of a query by groups of days, oldest first; `key` is the first day of a group. */
export function daysBody(query: Clause): SearchBody {
  const histogram = { field: 'auction_day' satisfies Field, interval: daysTogether, min_doc_count: 1 };
  return { query, size: 0, track_total_hits: false, aggs: { days: { histogram } } };
}
