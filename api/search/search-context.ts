import { getHeapStatistics, serialize } from 'node:v8';
import type { estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { AuctionRecord } from '../../mappings/record.ts';
import type { SuggestionDocument, SuggestionType } from '../../mappings/suggest-index.ts';
import { ClientDisconnected, unavailable } from '../http/errors.ts';
import type { BatchedSearches } from './batched-searches.ts';
import type { Clause, SearchBody } from './clauses.ts';
import { asApiError } from './errors.ts';
import type { Services } from './services.ts';

/** The values that a hit was sorted by, one for each key of its order. */
export type SortValues = (number | string)[];

/** A record that a search found. */
export interface RecordHit {
  /** The published record, or only its requested fields. */
  record: AuctionRecord;
  sort: SortValues;
}

/** The records that a search found. */
interface FoundRecords {
  hits: RecordHit[];
  /** The exact total, where it was tracked. */
  total: number | undefined;
}

/** The names that begin with a text, or nearly do, by the magnitude of their lots, descending. */
export type Completion = estypes.SearchFieldSuggester;

/** A name, a title or a combination of filters. */
export interface Term extends Pick<SuggestionDocument, 'text' | 'synonyms' | 'filter'> {
  type: SuggestionType;
}

/** A name that a completion found, as in the search response. */
export interface Option {
  _id: string;
  _source: Term;
  text: string;
}

/** Searches for one request: on one index, within its timeout, until its client disconnects. */
export interface SearchContext {
  /** One search. A failed shard is an error: partial results are never used. */
  search<Source = unknown, Aggregations = Record<string, estypes.AggregationsAggregate>>(
    body: SearchBody,
  ): Promise<estypes.SearchResponse<Source, Aggregations>>;
  /** The aggregations of one search; an empty object where it found none. */
  aggregate<Aggregations>(body: SearchBody): Promise<Aggregations>;
  /** The exact number of lots for a query. */
  count(query: estypes.QueryDslQueryContainer): Promise<number>;
  /** The records that a search finds, in the order of its `sort`. */
  records(body: SearchBody): Promise<FoundRecords>;
  record(id: number): Promise<AuctionRecord | undefined>;
  /** The exact numbers of lots for some cheap queries, in one search. */
  counts(queries: readonly Clause[]): Promise<number[]>;
  /** The terms that a completion finds. */
  complete(completion: Completion): Promise<Option[]>;
  /** Opens a snapshot of the index for a long reading; close it afterwards. */
  snapshot(): Promise<Snapshot>;
  /** Memoized results for the same data version. */
  memo: VersionMemo;
  /** The same context for another index or alias. */
  on(index: string): SearchContext;
}

/** A snapshot of an index that later changes do not affect. */
export interface Snapshot extends Pick<SearchContext, 'search' | 'aggregate' | 'records'> {
  /** May be called again. */
  close(): Promise<void>;
}

interface SearchOptions {
  index: string;
  /** Cheap searches, sent together with those of other requests. */
  batched: BatchedSearches;
  timeoutMs: number;
  signal: AbortSignal;
  memo: VersionMemo;
  /** Called for each call to Elasticsearch, for metrics and `Server-Timing`. */
  onTime: (durationMs: number) => void;
}

/** @throws ApiError from its methods: `unavailable` where Elasticsearch is unreachable, too slow or overloaded */
export function createSearchContext(
  { elasticsearch }: Pick<Services, 'elasticsearch'>,
  options: SearchOptions,
): SearchContext {
  const { index, timeoutMs: requestTimeout, signal, memo, batched } = options;
  const searches = searchesBy((body) =>
    timed(options, () => searchWhole(elasticsearch, { index, ...body }, { requestTimeout, signal })),
  );
  const run = (body: SearchBody) =>
    timed(options, async () => requireTime(await batched.search({ index, ...body }, signal)));
  const { records, aggregate } = searchesBy(run);
  return {
    ...searches,
    records,
    count: async (query) => totalHits(await searches.search({ size: 0, track_total_hits: true, query })),
    record: (id) => timed(options, () => batched.record({ index, id }, signal)),
    async counts(queries) {
      const aggs = { lots: { filters: { filters: [...queries] } } };
      const body = { size: 0, track_total_hits: false, request_cache: false, aggs };
      const { lots } = await aggregate<{ lots: { buckets: { doc_count: number }[] } }>(body);
      return lots.buckets.map((bucket) => bucket.doc_count);
    },
    async complete(completion) {
      const { suggest } = await run(completionBody(completion));
      // The completions of a missing index are not in the response.
      return (suggest as { names?: [{ options?: Option[] }] } | undefined)?.names?.[0].options ?? [];
    },
    snapshot: () => timed(options, () => openSnapshot(elasticsearch, options)),
    memo,
    on: (other) => createSearchContext({ elasticsearch }, { ...options, index: other }),
  };
}

async function timed<T>({ signal, onTime }: SearchOptions, call: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw new ClientDisconnected();
  const start = performance.now();
  try {
    return await call();
  } catch (error) {
    throw asApiError(error);
  } finally {
    onTime(performance.now() - start);
  }
}

/** The searches of an index or a snapshot. */
function searchesBy(
  run: (body: SearchBody) => Promise<estypes.SearchResponse>,
): Pick<SearchContext, 'search' | 'aggregate' | 'records'> {
  return {
    search: run as never,
    aggregate: async (body) => ((await run(body)).aggregations ?? {}) as never,
    async records(body) {
      const found = await run(body);
      const hits = found.hits.hits.map(({ _source, sort }) => ({
        record: _source as AuctionRecord,
        sort: sort as SortValues,
      }));
      return { hits, total: found.hits.total === undefined ? undefined : totalHits(found) };
    },
  };
}

/** The result of every shard, or an error. */
async function searchWhole(
  elasticsearch: Services['elasticsearch'],
  request: estypes.SearchRequest,
  limits: { requestTimeout: number; signal: AbortSignal },
): Promise<estypes.SearchResponse> {
  return requireTime(await elasticsearch.search({ allow_partial_search_results: false, ...request }, limits));
}

function requireTime(result: estypes.SearchResponse): estypes.SearchResponse {
  if (result.timed_out) throw unavailable('Elasticsearch took too long to answer.');
  return result;
}

/** A search for names. Records without suggestions are a valid state of the data. */
const completionBody = (completion: Completion) => ({
  ignore_unavailable: true,
  _source: ['type', 'text', 'synonyms', 'filter'],
  filter_path: ['suggest.*.options.text', 'suggest.*.options._id', 'suggest.*.options._source'],
  suggest: { names: completion },
});

/** The keep-alive of a snapshot: a slow client takes minutes to read a batch of long records. */
const keepAlive = '5m';

async function openSnapshot(
  elasticsearch: Services['elasticsearch'],
  options: SearchOptions,
): Promise<Snapshot> {
  const { index, timeoutMs: requestTimeout, signal } = options;
  // Without the signal: a snapshot whose client disconnected while it was opened could not be closed.
  const { id } = await elasticsearch.openPointInTime({ index, keep_alive: keepAlive }, { requestTimeout });
  // Also after the client disconnected; if it fails, the snapshot expires in Elasticsearch.
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closed ??= elasticsearch.closePointInTime({ id }, { requestTimeout }).catch(() => undefined);
    await closed;
  };
  if (signal.aborted) {
    await close();
    throw new ClientDisconnected();
  }
  const pit = { id, keep_alive: keepAlive };
  const run = (body: SearchBody) =>
    timed(options, () => searchWhole(elasticsearch, { ...body, pit }, { requestTimeout, signal }));
  return { ...searchesBy(run), close };
}

/** The exact total of a search that tracked it. */
export function totalHits(result: { hits: { total?: number | estypes.SearchTotalHits } }): number {
  const { total } = result.hits;
  return typeof total === 'number' ? total : total!.value;
}

/** Memoized results for one data version. All together are bounded in bytes; those used least recently go first. */
export interface VersionMemo {
  /** Exact numbers of lots, by a text that identifies what was counted. */
  counts: { get(key: string): number | undefined; set(key: string, lots: number): void };
  /**
   * A result that is made once per key. Requests that need it meanwhile wait; one of them makes it again if the client of
   * the first disconnects.
   * @param bytesOf the memory that a result needs
   */
  derive<Result extends object>(
    key: string,
    make: () => Promise<Result>,
    bytesOf: (result: Result) => number,
  ): Promise<Result>;
  clear(): void;
}

/** Approximate bytes of an entry besides its key and value. */
const entryBytes = 200;

/**
 * Returns the memo of a data version. That of the newest version is kept; an older one is released with the last
 * request that uses it.
 */
export function createVersionMemos(): (version: string) => VersionMemo {
  let newest: { version: string; memo: VersionMemo } | undefined;
  return (version) => {
    if (newest?.version !== version) newest = { version, memo: createMemo() };
    return newest.memo;
  };
}

/** @param maxBytes memory for all results together: by default an eighth of the heap, about 20 of the largest price models */
export function createMemo(maxBytes = getHeapStatistics().heap_size_limit / 8): VersionMemo {
  const results = new LRUCache<string, number | Promise<object>>({ maxSize: maxBytes });
  const put = (key: string, result: number | Promise<object>, bytes = 0) => {
    // `set` does not update the size of a value that is already there.
    results.delete(key);
    results.set(key, result, { size: 2 * key.length + entryBytes + bytes });
  };
  /** Keeps the result while it is made. Whatever fails, its size included, fails for those who wait, and is not kept. */
  function makeOnce<Result extends object>(
    key: string,
    make: () => Promise<Result>,
    bytesOf: (result: Result) => number,
  ): Promise<Result> {
    const isKept = () => results.peek(key) === result;
    const result = make()
      .then((made) => {
        const bytes = Math.ceil(bytesOf(made));
        if (isKept()) put(key, result, bytes);
        return made;
      })
      .catch((error) => {
        if (isKept()) results.delete(key);
        throw error;
      });
    put(key, result);
    return result;
  }
  return {
    counts: { get: (key) => results.get(key) as number | undefined, set: put },
    async derive<Result extends object>(
      key: string,
      make: () => Promise<Result>,
      bytesOf: (result: Result) => number,
    ) {
      for (;;) {
        const known = results.get(key) as Promise<Result> | undefined;
        const result = known ?? makeOnce(key, make, bytesOf);
        try {
          return await result;
        } catch (error) {
          if (!(known && error instanceof ClientDisconnected)) throw error;
        }
      }
    },
    clear: () => results.clear(),
  };
}

/** The memory of plain data: objects need about twice the bytes of their serialized form. */
export const bytesOfData = (result: object) => 2 * serialize(result).length;
