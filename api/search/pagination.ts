import type { estypes } from '@elastic/elasticsearch';
import { type Field, resultWindow } from '../../mappings/records-index.ts';
import type { Clause, SearchBody } from './clauses.ts';
import { inconsistent } from './errors.ts';
import type { RecordHit, SearchContext, SortValues } from './search-context.ts';

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
function backwards(order: Order): Order {
  return order.map((key) => ({ ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' }));
}

/** An order as Elasticsearch takes it. */
export function toSort(order: Order): estypes.SortCombinations[] {
  return order.map(({ field, direction, missing }) => ({
    [field]: { order: direction, ...(missing !== undefined && { missing }) },
  }));
}

/**
 * The records of a page, however far down the list, and the total.
 * @returns `next` are the sort values of the last hit, if records follow it
 */
export async function recordsPage(search: SearchContext, list: ListQuery & { page: number }) {
  const offset = (list.page - 1) * list.limit;
  const { hits, total } = await (isInWindow(list, offset) ? searchAt : deepPage)(search, list, offset);
  // A memoized or separately counted total may be of other data than the page.
  if (hits.length !== Math.max(0, Math.min(list.limit, total - offset))) throw inconsistent(search);
  const last = hits.at(-1);
  return { hits, total, next: last && offset + hits.length < total ? last.sort : undefined };
}

/** The records that follow the one with these sort values. */
export async function recordsAfter(search: SearchContext, list: ListQuery & { after: SortValues }) {
  const { limit, after } = list;
  // One extra record shows whether more follow.
  const result = await searchAndCount(search, { ...list, limit: limit + 1 }, { search_after: after });
  if (result.hits.length > result.total) throw inconsistent(search);
  const hits = result.hits.slice(0, limit);
  const follows = result.hits.length > limit;
  return { hits, total: result.total, next: follows ? hits.at(-1)!.sort : undefined };
}

/** The exact number of lots for a query, counted once per data version. */
export async function countLots(search: SearchContext, query: Clause): Promise<number> {
  const [lots] = await countEach(search, [JSON.stringify(query)], JSON.parse);
  return lots!;
}

/**
 * Exact numbers of lots, each counted once per data version.
 * @param keys identify what is counted
 * @param queryOf the query of a key
 */
export async function countEach(
  search: SearchContext,
  keys: readonly string[],
  queryOf: (key: string) => Clause,
): Promise<number[]> {
  const known = search.memo.counts;
  const lots = new Map(keys.map((key) => [key, known.get(key)]));
  const unknown = [...lots.keys()].filter((key) => lots.get(key) === undefined);
  const counts = unknown.length > 0 ? await search.counts(unknown.map(queryOf)) : [];
  for (const [i, key] of unknown.entries()) {
    lots.set(key, counts[i]!);
    known.set(key, counts[i]!);
  }
  return keys.map((key) => lots.get(key)!);
}

/** Beyond this offset Elasticsearch rejects `from`: pages are found by the record before them. */
const isInWindow = ({ limit }: ListQuery, offset: number) => offset + limit <= resultWindow;

/** A page beyond the window is found from the nearer end of the list. */
async function deepPage(search: SearchContext, list: ListQuery, offset: number) {
  const total = await countLots(search, list.query);
  if (offset >= total) return { hits: [], total };
  const limit = Math.min(list.limit, total - offset);
  const fromEnd = total - offset - limit;
  if (offset <= fromEnd) return searchAt(search, list, offset);
  const mirrored = await searchAt(search, { ...list, limit, order: backwards(list.order) }, fromEnd);
  return { hits: mirrored.hits.reverse(), total };
}

/** The page at an offset, from the beginning of the list. */
const searchAt = async (search: SearchContext, list: ListQuery, offset: number) =>
  searchAndCount(
    search,
    list,
    isInWindow(list, offset) ? { from: offset } : { search_after: await recordBefore(search, list, offset) },
  );

/** The sort values of the record before the one at `offset`, which is beyond the window: passes it in steps of the window. */
async function recordBefore(search: SearchContext, list: ListQuery, offset: number): Promise<SortValues> {
  const { query, order, preference } = list;
  let last: SortValues | undefined;
  for (let passed = 0; passed < offset; ) {
    const result = await search.search({
      query,
      sort: toSort(order),
      size: Math.min(resultWindow, offset - passed),
      ...(last && { search_after: last }),
      ...(preference && { preference }),
      _source: false,
      track_total_hits: false,
      filter_path: 'hits.hits.sort',
    });
    const hits = result.hits?.hits ?? [];
    if (hits.length === 0) throw inconsistent(search);
    passed += hits.length;
    last = hits.at(-1)!.sort as SortValues;
  }
  return last!;
}

/** With a known total, a search in index order ends as soon as its page is full. */
async function searchAndCount(search: SearchContext, list: ListQuery, where: Partial<estypes.SearchRequest>) {
  const { query, order, limit, source, preference } = list;
  const key = JSON.stringify(query);
  const known = search.memo.counts.get(key);
  const found = await search.records({
    query,
    sort: toSort(order),
    size: limit,
    track_total_hits: known === undefined,
    ...(source && { _source: [...source] }),
    ...(preference && { preference }),
    ...where,
  });
  const total = known ?? found.total!;
  search.memo.counts.set(key, total);
  return { hits: found.hits, total };
}

/** Records per batch: enough to keep the number of searches low, few enough to limit the memory of slow clients. */
const batchSize = 200;

/** All records of a query, in order, and their number. The memory of reading them does not depend on it. */
export async function allRecords(
  snapshot: SearchContext,
  { query, order, source }: Omit<ListQuery, 'limit'>,
): Promise<{ total: number; batches: AsyncGenerator<RecordHit[], void> }> {
  const read = (more: SearchBody) =>
    snapshot.records({
      query,
      sort: toSort(order),
      size: batchSize,
      ...(source && { _source: [...source] }),
      ...more,
    });
  const first = await read({ track_total_hits: true });
  const total = first.total!;
  async function* walk() {
    let sent = 0;
    for (let { hits } = first; hits.length > 0; ) {
      sent += hits.length;
      // Elasticsearch searches the next batch while this one is written and sent.
      const next = sent < total && read({ track_total_hits: false, search_after: hits.at(-1)!.sort });
      // The error is handled when the batch is awaited; until then it must not count as an unhandled rejection.
      if (next) next.catch(() => undefined);
      yield hits;
      if (!next) return;
      ({ hits } = await next);
    }
    if (sent < total) throw new Error(`An export ended after ${sent} of ${total} records.`);
  }
  return { total, batches: walk() };
}
