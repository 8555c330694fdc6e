import type { estypes } from '@elastic/elasticsearch';
import { resultWindow } from '../../mappings/records-index.ts';
import { findPlace, rememberPlace, wayTo } from '../deep-page.ts';
import type { Clause } from '../query/clauses.ts';
import { backwards, type Order, type SortValues, toSort } from '../query/order.ts';
import type { RecordHit } from './record-hit.ts';
import { contradiction, type Engine } from './search-context.ts';

/** Which records: those that meet a query, in an order, and what of them. */
export interface ListRequest {
  query: Clause;
  order: Order;
  limit: number;
  /** Fields to read; all by default. */
  source?: readonly string[];
  /** Sends equal requests to the same copy of the index, where scores must not differ. */
  preference?: string;
}

/** A page of records, how many there are on all pages, and where the next page begins. */
export interface RecordsPage {
  hits: RecordHit[];
  total: number;
  /** The sort values of the last hit where records follow it. */
  next: SortValues | undefined;
}

/** The records of a page, however far down the list. */
export async function recordsPage(
  engine: Engine,
  request: ListRequest & { page: number },
): Promise<RecordsPage> {
  const offset = (request.page - 1) * request.limit;
  const { hits, total } = isInWindow(request, offset)
    ? await searchAndCount(engine, request, { from: offset })
    : await deepPage(engine, request, offset);
  // A total that was remembered, or counted apart, may be of other data than the page.
  if (hits.length !== Math.max(0, Math.min(request.limit, total - offset))) throw contradiction(engine);
  const last = hits.at(-1);
  const follows = last !== undefined && offset + hits.length < total;
  if (follows) rememberPlace(engine, request, offset + hits.length, last.sort);
  return { hits, total, next: follows ? last.sort : undefined };
}

/** The records that follow the place with these sort values. */
export async function recordsAfter(
  engine: Engine,
  request: ListRequest & { after: SortValues },
): Promise<RecordsPage> {
  const { limit, after } = request;
  // One more than asked for tells whether any follow.
  const answer = await searchAndCount(engine, { ...request, limit: limit + 1 }, { search_after: after });
  if (answer.hits.length > answer.total) throw contradiction(engine);
  const hits = answer.hits.slice(0, limit);
  const follows = answer.hits.length > limit;
  return { hits, total: answer.total, next: follows ? hits.at(-1)!.sort : undefined };
}

/** The exact number of lots that meet a query, counted once for a state of the data. */
export async function countLots(engine: Engine, query: Clause): Promise<number> {
  const key = JSON.stringify(query);
  const known = engine.known.totals.get(key);
  if (known !== undefined) return known;
  const total = await engine.count(query);
  engine.known.totals.set(key, total);
  return total;
}

/** A page that `from` does not reach is walked to from whichever end, or place known on the way, is nearer. */
async function deepPage(engine: Engine, request: ListRequest, offset: number) {
  const total = await countLots(engine, request.query);
  if (offset >= total) return { hits: [], total };
  const limit = Math.min(request.limit, total - offset);
  const fromEnd = total - offset - limit;
  const mirrored = { ...request, limit, order: backwards(request.order) };
  const way = (list: ListRequest, to: number) => (isInWindow(list, to) ? 0 : wayTo(engine, list, to));
  if (way(request, offset) <= way(mirrored, fromEnd)) {
    return searchAndCount(engine, request, await whereIs(engine, request, offset));
  }
  // The record before the page comes with it: from behind that one the page is found at once the next time.
  const oneMore = { ...mirrored, limit: limit + 1 };
  const { hits } = await searchAndCount(engine, oneMore, await whereIs(engine, oneMore, fromEnd));
  if (hits.length <= limit) throw contradiction(engine);
  const [before, ...page] = hits.reverse();
  rememberPlace(engine, request, offset, before!.sort);
  return { hits: page, total };
}

async function whereIs(engine: Engine, request: ListRequest, offset: number) {
  if (isInWindow(request, offset)) return { from: offset };
  return { search_after: await findPlace(engine, request, offset) };
}

/** Beyond it pages are found by place. */
const isInWindow = ({ limit }: ListRequest, offset: number) => offset + limit <= resultWindow;

/** Where the total is known, a search in the order of the index ends as soon as its page is full. */
async function searchAndCount(engine: Engine, request: ListRequest, where: Partial<estypes.SearchRequest>) {
  const { query, order, limit, source, preference } = request;
  const key = JSON.stringify(query);
  const known = engine.known.totals.get(key);
  const found = await engine.records({
    query,
    sort: toSort(order),
    size: limit,
    track_total_hits: known === undefined,
    ...(source && { _source: [...source] }),
    ...(preference && { preference }),
    ...where,
  });
  const total = known ?? found.total!;
  engine.known.totals.set(key, total);
  return { hits: found.hits, total };
}
