import type { estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { toRecord } from '../../mappings/document.ts';
import { publishedSince } from '../../mappings/records-index.ts';
import { ClientDisconnected, unavailable } from '../http/errors.ts';
import type { Clause } from '../query/filters.ts';
import type { SortValues } from '../query/list.ts';
import type { Option } from '../query/read-suggestions.ts';
import type { SearchBody } from '../query/search-body.ts';
import type { Completion } from '../query/suggestions.ts';
import type { BatchedSearches, RecordsBody, RecordsFound } from './batched-searches.ts';
import { asApiError } from './errors.ts';
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
  /** The mapping version of the index. */
  mappingVersion: number;
  /** The same context for another index or alias. */
  on(index: string): SearchContext;
}

/** A snapshot of an index that later changes do not affect. */
export interface Snapshot extends Pick<SearchContext, 'search'> {
  records(body: RecordsBody): Promise<FoundRecords>;
  /** May be called again. */
  close(): Promise<void>;
}

interface SearchOptions {
  index: string;
  mappingVersion: number;
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
  const { index, mappingVersion, timeoutMs, signal, batched, onTime } = options;
  const isPublished = isPublishedIn(mappingVersion);
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
    count: async (query) => totalHits(await search({ size: 0, track_total_hits: true, query })),
    records: async (body) =>
      asFound(await timed(() => batched.records(index, body, signal)), body, isPublished),
    record: async (id) => {
      const json = await timed(() => batched.record(index, id, signal));
      return json && !isPublished ? completed(json) : json;
    },
    counts: (queries) => timed(() => batched.counts(index, queries, signal)),
    complete: (completion) => timed(() => batched.complete(index, completion, signal)),
    snapshot: () => timed(() => openSnapshot(services, timed, options)),
    memo: options.memo,
    mappingVersion,
    on: (other) => createSearchContext(services, { ...options, index: other }),
  };
}

/** The answer of every shard, or an error. */
async function searchWhole(
  elasticsearch: Services['elasticsearch'],
  request: estypes.SearchRequest,
  limits: { requestTimeout: number; signal: AbortSignal },
): Promise<estypes.SearchResponse> {
  const answer = await elasticsearch.search({ allow_partial_search_results: false, ...request }, limits);
  if (answer.timed_out) throw unavailable('Elasticsearch took too long to answer.');
  return answer;
}

/** Whether an index has its records as they are published. */
const isPublishedIn = (mappingVersion: number) => mappingVersion >= publishedSince;

/** Completes records of an older form, unless only some fields were requested. */
function asFound(answer: RecordsFound, { _source: fields }: RecordsBody, isPublished: boolean): FoundRecords {
  if (answer.timed_out) throw unavailable('Elasticsearch took too long to answer.');
  const hits = answer.hits.hits.map(({ _source, sort }) => ({
    json: isPublished || fields !== undefined ? _source! : completed(_source!),
    sort: sort as SortValues,
  }));
  return { hits, total: answer.hits.total === undefined ? undefined : totalHits(answer) };
}

/** A record of an index that stores another form. */
const completed = (json: StoredJson): StoredJson => JSON.stringify(toRecord(JSON.parse(json)));

/** The keep-alive of a snapshot: a slow client takes minutes to read a batch of long records. */
const keepAlive = '5m';

async function openSnapshot(
  { elasticsearch, records }: Pick<Services, 'elasticsearch' | 'records'>,
  timed: <T>(call: () => Promise<T>) => Promise<T>,
  { index, mappingVersion, timeoutMs, signal }: SearchOptions,
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
  return {
    search: (body) => timed(() => searchWhole(elasticsearch, { ...body, pit }, limits)) as never,
    async records(body) {
      const request = { allow_partial_search_results: false, ...body, pit };
      const answer = await timed(() => records.search(request, limits));
      return asFound(answer, body, isPublishedIn(mappingVersion));
    },
    close,
  };
}

/** The exact total of a search that tracked it. */
export function totalHits(answer: { hits: { total?: number | estypes.SearchTotalHits } }): number {
  const { total } = answer.hits;
  return typeof total === 'number' ? total : total!.value;
}

/** Memoized results for one data version, in bounded memory. */
export interface VersionMemo {
  /** Exact numbers of lots by query. */
  totals: LRUCache<string, number>;
  /** Exact numbers of lots by the filter of a suggestion. */
  suggested: LRUCache<string, number>;
  /** What takes several searches or much computing. */
  derive: Derive;
  /** Small results of one search; more of them are kept. */
  deriveCounts: Derive;
  clear(): void;
}

/**
 * A result that is made once per key, and kept while it is one of the last used. Requests that need it meanwhile wait;
 * one of them makes it again if the client of the first disconnects.
 */
type Derive = <Result extends object>(key: string, make: () => Promise<Result>) => Promise<Result>;

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

function createMemo(): VersionMemo {
  const caches = {
    totals: new LRUCache<string, number>({ max: 10_000 }),
    suggested: new LRUCache<string, number>({ max: 10_000 }),
  };
  // A price model has 1 to 2 MB.
  const derived = new LRUCache<string, Promise<object>>({ max: 16 });
  const counts = new LRUCache<string, Promise<object>>({ max: 1_000 });
  return {
    ...caches,
    derive: deriveIn(derived),
    deriveCounts: deriveIn(counts),
    clear() {
      for (const cache of [caches.totals, caches.suggested, derived, counts]) cache.clear();
    },
  };
}

function deriveIn(results: LRUCache<string, Promise<object>>): Derive {
  return async <Result extends object>(key: string, make: () => Promise<Result>) => {
    for (;;) {
      const known = results.get(key) as Promise<Result> | undefined;
      const result = known ?? make();
      if (!known) {
        results.set(key, result);
        result.catch(() => {
          if (results.peek(key) === result) results.delete(key);
        });
      }
      try {
        return await result;
      } catch (error) {
        if (!(known && error instanceof ClientDisconnected)) throw error;
      }
    }
  };
}
