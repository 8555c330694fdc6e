import { getHeapStatistics, serialize } from 'node:v8';
import type { estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { ClientDisconnected, unavailable } from '../http/errors.ts';
import type { BatchedSearches, Completion, Option, RecordsBody, RecordsFound } from './batched-searches.ts';
import type { Clause, SearchBody } from './clauses.ts';
import { asApiError } from './errors.ts';
import type { SortValues } from './record-order.ts';
import type { Services } from './services.ts';
import type { StoredJson } from './stored-records.ts';

/** A record that a search found. */
export interface RecordHit {
  /** The published record, or only its requested fields. */
  json: StoredJson;
  sort: SortValues;
}

/** The records that a search found. */
interface FoundRecords {
  hits: RecordHit[];
  /** The exact total, where it was tracked. */
  total: number | undefined;
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
  /** The records that a search finds. */
  records(body: RecordsBody): Promise<FoundRecords>;
  /** The JSON of the record with an id. */
  record(id: number): Promise<StoredJson | undefined>;
  /** The exact numbers of lots for some cheap queries. */
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
export interface Snapshot extends Pick<SearchContext, 'search' | 'aggregate'> {
  records(body: RecordsBody): Promise<FoundRecords>;
  /** May be called again. */
  close(): Promise<void>;
}

interface SearchOptions {
  index: string;
  timeoutMs: number;
  signal: AbortSignal;
  batched: BatchedSearches;
  memo: VersionMemo;
  /** Called for each call to Elasticsearch, for metrics and `Server-Timing`. */
  onTime: (durationMs: number) => void;
}

/** @throws ApiError from its methods: `unavailable` where Elasticsearch is unreachable, too slow or overloaded */
export function createSearchContext(
  services: Pick<Services, 'elasticsearch' | 'records'>,
  options: SearchOptions,
): SearchContext {
  const { index, timeoutMs, signal, batched, onTime } = options;
  const limits = { requestTimeout: timeoutMs, signal };

  async function timed<T>(call: () => Promise<T>): Promise<T> {
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

  const search = (body: SearchBody) =>
    timed(() => searchWhole(services.elasticsearch, { index, ...body }, limits)) as never;

  return {
    search,
    aggregate: aggregateBy(search),
    count: async (query) => totalHits(await search({ size: 0, track_total_hits: true, query })),
    records: async (body) => asFound(await timed(() => batched.records(index, body, signal))),
    record: (id) => timed(() => batched.record(index, id, signal)),
    counts: (queries) => timed(() => batched.counts(index, queries, signal)),
    complete: (completion) => timed(() => batched.complete(index, completion, signal)),
    snapshot: () => timed(() => openSnapshot(services, timed, options)),
    memo: options.memo,
    on: (other) => createSearchContext(services, { ...options, index: other }),
  };
}

const aggregateBy =
  (search: SearchContext['search']): SearchContext['aggregate'] =>
  async (body) =>
    ((await search(body)).aggregations ?? {}) as never;

/** The result of every shard, or an error. */
async function searchWhole(
  elasticsearch: Services['elasticsearch'],
  request: estypes.SearchRequest,
  limits: { requestTimeout: number; signal: AbortSignal },
): Promise<estypes.SearchResponse> {
  const result = await elasticsearch.search({ allow_partial_search_results: false, ...request }, limits);
  if (result.timed_out) throw unavailable('Elasticsearch took too long to answer.');
  return result;
}

function asFound(result: RecordsFound): FoundRecords {
  if (result.timed_out) throw unavailable('Elasticsearch took too long to answer.');
  const hits = result.hits.hits.map(({ _source, sort }) => ({
    json: _source!,
    sort: sort as SortValues,
  }));
  return { hits, total: result.hits.total === undefined ? undefined : totalHits(result) };
}

/** The keep-alive of a snapshot: a slow client takes minutes to read a batch of long records. */
const keepAlive = '5m';

async function openSnapshot(
  { elasticsearch, records }: Pick<Services, 'elasticsearch' | 'records'>,
  timed: <T>(call: () => Promise<T>) => Promise<T>,
  { index, timeoutMs, signal }: SearchOptions,
): Promise<Snapshot> {
  const requestTimeout = timeoutMs;
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
  const limits = { requestTimeout, signal };
  const search = (body: SearchBody) =>
    timed(() => searchWhole(elasticsearch, { ...body, pit }, limits)) as never;
  return {
    search,
    aggregate: aggregateBy(search),
    async records(body) {
      const request = { allow_partial_search_results: false, ...body, pit };
      return asFound(await timed(() => records.search(request, limits)));
    },
    close,
  };
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
