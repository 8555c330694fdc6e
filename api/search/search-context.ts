import { getHeapStatistics, serialize } from 'node:v8';
import type { estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { AuctionRecord } from '../../mappings/record.ts';
import { ClientDisconnected } from '../http/errors.ts';
import type { BatchedSearches } from './batched-searches.ts';
import { type Clause, type SearchBody, uncachedFigures } from './clauses.ts';
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

/** Searches for one request: on one index, within its timeout, until its client disconnects. */
export interface SearchContext {
  /** One search. A failed shard is an error: partial results are never used. */
  search<Source = unknown, Aggregations = Record<string, estypes.AggregationsAggregate>>(
    body: SearchBody,
  ): Promise<estypes.SearchResponse<Source, Aggregations>>;
  /** The aggregations of one search; an empty object where it found none. */
  aggregate<Aggregations>(body: SearchBody): Promise<Aggregations>;
  /** The records that a search finds, in the order of its `sort`, and the exact total where it was tracked. */
  records(body: SearchBody): Promise<{ hits: RecordHit[]; total: number | undefined }>;
  record(id: number): Promise<AuctionRecord | undefined>;
  /** The exact numbers of lots for some cheap queries, in one search. */
  counts(queries: readonly Clause[]): Promise<number[]>;
  /** The terms that a completion finds: names that begin with a text, or nearly do, those with the most lots first. */
  complete(completion: estypes.SearchFieldSuggester): ReturnType<BatchedSearches['complete']>;
  /** Opens a snapshot of the index; close it afterwards. */
  snapshot(): Promise<Snapshot>;
  /** Memoized results for the same data version. */
  memo: VersionMemo;
  /** The same context for another index or alias. */
  on(index: string): SearchContext;
}

/** A snapshot of an index that later changes do not affect. */
interface Snapshot extends SearchContext {
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

/**
 * @param pit the snapshot to search; by default the index
 * @throws ApiError from its methods: `unavailable` where Elasticsearch is unreachable, too slow or overloaded
 */
export function createSearchContext(
  services: Pick<Services, 'elasticsearch'>,
  options: SearchOptions,
  pit?: estypes.SearchPointInTimeReference,
): SearchContext {
  const { index, timeoutMs: requestTimeout, signal, memo, batched } = options;
  // A snapshot has its copies of the index already.
  const place = pit ? { pit, preference: undefined } : { index };
  const search = (body: SearchBody) => {
    const request = { allow_partial_search_results: false, ...body, ...place } as estypes.SearchRequest;
    return timed(options, () => services.elasticsearch.search(request, { requestTimeout, signal }));
  };
  const cheap = (body: SearchBody) =>
    pit ? search(body) : timed(options, () => batched.search(index, body, signal));
  const aggregationsOf = async (found: Promise<estypes.SearchResponse>) =>
    ((await found).aggregations ?? {}) as never;
  return {
    search: search as never,
    aggregate: (body) => aggregationsOf(search(body)),
    async records(body) {
      const { hits } = await cheap(body);
      // Of a snapshot, hits are sorted by their place in the index too.
      const keys = [body.sort].flat().length;
      const found = hits.hits.map(({ _source, sort = [] }) => ({
        record: _source as AuctionRecord,
        sort: sort.slice(0, keys) as SortValues,
      }));
      return { hits: found, total: hits.total === undefined ? undefined : totalHits({ hits }) };
    },
    record: (id) => timed(options, () => batched.record(index, id, signal)),
    async counts(queries) {
      const aggs = { lots: { filters: { filters: [...queries] } } };
      const { lots } = await aggregationsOf(cheap({ ...uncachedFigures, aggs }));
      return (lots as { buckets: { doc_count: number }[] }).buckets.map((bucket) => bucket.doc_count);
    },
    complete: (completion) => timed(options, () => batched.complete(index, completion, signal)),
    snapshot: () => openSnapshot(services, options),
    memo,
    on: (other) => createSearchContext(services, { ...options, index: other }),
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

/** The keep-alive of a snapshot: a slow client takes minutes to read a batch of long records. */
const keepAlive = '5m';

async function openSnapshot(
  services: Pick<Services, 'elasticsearch'>,
  options: SearchOptions,
): Promise<Snapshot> {
  const { index, timeoutMs: requestTimeout, signal } = options;
  const { elasticsearch } = services;
  // Without the signal: a snapshot whose client disconnected while it was opened could not be closed.
  const open = () => elasticsearch.openPointInTime({ index, keep_alive: keepAlive }, { requestTimeout });
  const { id } = await timed(options, open);
  // If it fails, or is called again, the snapshot expires or has been closed in Elasticsearch.
  const close = async () => {
    await elasticsearch.closePointInTime({ id }, { requestTimeout }).catch(() => undefined);
  };
  if (signal.aborted) {
    await close();
    throw new ClientDisconnected();
  }
  return { ...createSearchContext(services, options, { id, keep_alive: keepAlive }), close };
}

/** The exact total of a search that tracked it. */
export function totalHits(result: { hits: { total?: number | estypes.SearchTotalHits } }): number {
  const { total } = result.hits;
  return typeof total === 'number' ? total : total!.value;
}

/** Memoized results for one data version. All together are bounded in bytes; those used least recently go first. */
export type VersionMemo = ReturnType<typeof createMemo>;

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
export function createMemo(maxBytes = getHeapStatistics().heap_size_limit / 8) {
  type Sized = { result: unknown; bytes: number };
  const results = new LRUCache<string, Sized, () => Promise<Sized>>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => Math.ceil(2 * key.length + entryBytes + bytes),
    fetchMethod: (_key, _earlier, { context: make }) => make(),
    // Those who wait get a result that was removed while it was made.
    ignoreFetchAbort: true,
  });
  return {
    /** Exact numbers of lots, by a text that identifies what was counted. */
    counts: {
      get: (key: string) => results.get(key)?.result as number | undefined,
      set: (key: string, lots: number) => results.set(key, { result: lots, bytes: 0 }),
    },
    /**
     * A result that is made once per key. Requests that need it meanwhile wait; one of them makes it again if the client of
     * the first disconnects.
     * @param bytesOf the memory that a result needs
     */
    async derive<Result extends object>(
      key: string,
      make: () => Promise<Result>,
      bytesOf: (result: Result) => number,
    ): Promise<Result> {
      for (;;) {
        let isOwn = false;
        const context = async () => {
          isOwn = true;
          const result = await make();
          return { result, bytes: bytesOf(result) };
        };
        try {
          return (await results.fetch(key, { context }))!.result as Result;
        } catch (error) {
          if (isOwn || !(error instanceof ClientDisconnected)) throw error;
        }
      }
    },
    clear: () => results.clear(),
  };
}

/** The memory of plain data: objects need about twice the bytes of their serialized form. */
export const bytesOfData = (result: object) => 2 * serialize(result).length;
