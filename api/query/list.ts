import type { estypes } from '@elastic/elasticsearch';
import type { RecordField } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import type { FilterParams } from '../params/filters.ts';
import type { SortKey, SortName } from '../params/list.ts';
import type { Clause } from './filters.ts';
import { allOf, filterClauses, words } from './filters.ts';
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
  sort?: SortKey[];
  sample?: number;
  seed?: number;
  fields?: RecordField[];
};

/** The search of the list, without its position and limit, and the name of its order. */
export function listRequest(params: ListParams): { request: Omit<ListQuery, 'limit'>; sort: string } {
  const { q, sort, sample, seed = 0, fields } = params;
  const source = fields && { source: ['id', ...fields] };
  if (sample !== undefined) {
    const query = drawn(filterClauses(params), seed);
    return { request: { query, order: byChance, ...source }, sort: 'random' };
  }
  if (q === undefined || sort !== undefined) {
    const keys = sort ?? ['-date'];
    const query = allOf(filterClauses(params));
    return { request: { query, order: orderOf(keys), ...source }, sort: keys.join(',') };
  }
  // Only the words affect the score. Copies of an index may score differently: each q always uses the same one.
  const query = { bool: { must: words('title', q), filter: filterClauses(params, 'q') } };
  const preference = `q${Buffer.from(q).toString('hex').slice(0, 60)}`;
  return { request: { query, order: byRelevance, preference, ...source }, sort: 'relevance' };
}

/** Gives each lot a score that depends on the seed, the index and the id alone: the order of a random sample. */
function drawn(clauses: Clause[], seed: number): Clause {
  const random_score = { seed, field: 'id' satisfies Field };
  return { function_score: { query: allOf(clauses), functions: [{ random_score }], boost_mode: 'replace' } };
}

/** Days per group: all days from 1600 to 2100 need fewer groups than a search may return. */
export const daysTogether = 4;

/** The number of lots of a query by groups of days, oldest first; `key` is the first day of a group. */
export function daysBody(query: Clause): SearchBody {
  const histogram = { field: 'auction_day' satisfies Field, interval: daysTogether, min_doc_count: 1 };
  return { query, size: 0, track_total_hits: false, aggs: { days: { histogram } } };
}

/** The values that a hit was sorted by, one for each key of its order. */
export type SortValues = number[];

/** One key of an order. Missing values are always last. */
interface OrderKey {
  field: Field | '_score';
  direction: 'asc' | 'desc';
  missing?: number;
  /** Whether the values are whole numbers. */
  isWhole: boolean;
}

/** An order of records without ties: it ends in the id. */
export type Order = OrderKey[];

const latestDay: OrderKey = { field: 'auction_day', direction: 'desc', isWhole: true };
const highestId: OrderKey = { field: 'id', direction: 'desc', isWhole: true };
const highestScore: OrderKey = { field: '_score', direction: 'desc', isWhole: false };

/** Newest sales first, undated lots last, then the highest id: the order in which the index is kept. */
export const newestFirst: Order = [latestDay, highestId];

/** The best text matches first, then the newest. */
const byRelevance: Order = [highestScore, ...newestFirst];

/** By random scores. */
const byChance: Order = [highestScore, highestId];

/**
 * The sortable fields, with a value above all real ones that replaces missing values in ascending orders: after a
 * missing value `search_after` would need numbers that JSON cannot represent.
 */
const sortable = {
  date: { field: 'auction_date', isWhole: true, above: Date.parse('9999-12-31') },
  price: { field: 'price_final_usd', isWhole: true, above: 2 ** 53 },
  carat: { field: 'carat', isWhole: false, above: 1e9 },
  price_per_carat: { field: 'price_per_carat_usd', isWhole: false, above: Number.MAX_VALUE },
} as const satisfies Record<Exclude<SortName, 'id'>, { field: Field; isWhole: boolean; above: number }>;

/** The order for the parameter `sort`: it ends in the id, in the direction of the last key. */
function orderOf(sort: readonly SortKey[]): Order {
  const id = sort.at(-1)!.startsWith('-') ? '-id' : 'id';
  const names = sort.map((key) => key.replace('-', ''));
  // No two lots have the same id: keys after it do not matter.
  const keys = names.includes('id') ? sort.slice(0, names.indexOf('id') + 1) : [...sort, id as SortKey];
  const order = keys.map(orderKey);
  const isNewestFirst = order.length === 2 && order[0] === latestDay && order[1] === highestId;
  return isNewestFirst ? newestFirst : order;
}

function orderKey(key: SortKey): OrderKey {
  if (key === '-date') return latestDay;
  if (key === '-id') return highestId;
  if (key === 'id') return { ...highestId, direction: 'asc' };
  const direction = key.startsWith('-') ? 'desc' : 'asc';
  const { field, isWhole, above } = sortable[key.replace('-', '') as keyof typeof sortable];
  return { field, direction, isWhole, missing: direction === 'asc' ? above : -1 };
}

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
