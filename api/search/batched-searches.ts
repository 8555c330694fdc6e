import { setImmediate } from 'node:timers/promises';
import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { SuggestionDocument, SuggestionType } from '../../mappings/suggest-index.ts';
import { allOf, type Clause, equals, type SearchBody } from './clauses.ts';
import type { StoredJson, StoredRecords } from './stored-records.ts';

/** A search for records; its order is part of it. */
export type RecordsBody = SearchBody & Required<Pick<SearchBody, 'sort'>>;

/** The result of a search for records. */
export type RecordsFound = estypes.SearchResponseBody<StoredJson>;

/** The completions: names that begin with a text, or nearly do, by the magnitude of their lots, descending. */
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

/** Cheap searches: those of several requests are combined into one call. */
export interface BatchedSearches {
  records: Load<RecordsBody, RecordsFound>;
  /** The JSON of the record with an id. */
  record: Load<number, StoredJson | undefined>;
  /** The exact numbers of lots for some queries. */
  counts: Load<readonly Clause[], number[]>;
  /** The terms that a completion finds. */
  complete: Load<Completion, Option[]>;
}

/** @param timeoutMs maximum time from a request to its result */
export function batchSearches(
  { elasticsearch, records }: { elasticsearch: Client; records: StoredRecords },
  timeoutMs: number,
): BatchedSearches {
  return {
    records: batch(searchRecords(records), { timeoutMs, maxConcurrent: 3, maxSize: 16 }),
    record: batch(findRecords(records), { timeoutMs, maxConcurrent: 2, maxSize: 32 }),
    counts: batch(countLots(elasticsearch), { timeoutMs, maxConcurrent: 2, maxSize: 32 }),
    complete: batch(completeTerms(elasticsearch), { timeoutMs, maxConcurrent: 2, maxSize: 16 }),
  };
}

/** A partial result is an error. */
const whole = { allow_partial_search_results: false };

function searchRecords(records: StoredRecords): LoadMany<RecordsBody, RecordsFound> {
  return async (index, bodies, options) => {
    if (bodies.length === 1) return [await records.search({ index, ...whole, ...bodies[0]! }, options)];
    const searches = bodies.flatMap(({ preference, ...body }) => [{ index, ...whole, preference }, body]);
    const { responses } = await records.msearch({ searches }, options);
    return responses.map((response) => ('error' in response ? asResponseError(response) : response));
  };
}

/** The error of one of several searches, in the form of the error of a single search. */
function asResponseError({ error, status }: estypes.ErrorResponseBase): errors.ResponseError {
  const body = { error, status };
  return new errors.ResponseError({
    body,
    statusCode: status,
    headers: {},
    warnings: null,
    meta: {} as never,
  });
}

function findRecords(records: StoredRecords): LoadMany<number, StoredJson | undefined> {
  return async (index, ids, options) => {
    const query = allOf([ids.length === 1 ? equals('id', ids[0]!) : { terms: { id: ids } }]);
    const body = { query, size: ids.length, sort: ['_doc'], track_total_hits: false };
    const { hits } = await records.search({ index, ...whole, ...body }, options);
    const found = new Map(hits.hits.map(({ _id, _source }) => [Number(_id), _source!]));
    return ids.map((id) => found.get(id));
  };
}

function countLots(client: Client): LoadMany<readonly Clause[], number[]> {
  return async (index, queries, options) => {
    const filters = queries.flat();
    const aggs = { lots: { filters: { filters } } };
    const result = await client.search<unknown, { lots: { buckets: { doc_count: number }[] } }>(
      // Every batch is different: caching it in Elasticsearch would be useless.
      { index, ...whole, size: 0, track_total_hits: false, request_cache: false, aggs },
      options,
    );
    const found = result.aggregations!.lots.buckets.map((bucket) => bucket.doc_count);
    return queries.map(({ length }) => found.splice(0, length));
  };
}

function completeTerms(client: Client): LoadMany<Completion, Option[]> {
  return async (index, completions, options) => {
    const result = await client.search({ index, ...whole, ...suggestBody(completions) }, options);
    // The completions of a missing index are not in the response.
    const found = (result.suggest ?? {}) as unknown as Record<string, [{ options: Option[] }]>;
    return completions.map((_, place) => found[place]?.[0].options ?? []);
  };
}

/** A search of several completions; the response has them by index. */
export function suggestBody(completions: readonly Completion[]) {
  return {
    // Records without suggestions are a valid state of the data.
    ignore_unavailable: true,
    _source: ['type', 'text', 'synonyms', 'filter'],
    filter_path: ['suggest.*.options.text', 'suggest.*.options._id', 'suggest.*.options._source'],
    suggest: Object.fromEntries(completions.map((completion, place) => [String(place), completion])),
  };
}

/** Loads the value of one key from an index; the signal aborts when nobody waits for it any more. */
type Load<Key, Value> = (index: string, key: Key, signal: AbortSignal) => Promise<Value>;

/** Loads several values in one call: in the order of the keys, an `Error` for each that failed. */
type LoadMany<Key, Value> = (
  index: string,
  keys: Key[],
  options: { requestTimeout: number; signal: AbortSignal },
) => Promise<(Value | Error)[]>;

interface BatchLimits {
  /** Maximum time from a request to its value. */
  timeoutMs: number;
  /** Maximum batches of an index in flight. */
  maxConcurrent: number;
  /** Maximum requests of a batch. */
  maxSize: number;
}

/** Indices are replaced: the least recently used loader is dropped. */
const maxLoaders = 10;

/**
 * Combines the calls of several requests: those of one iteration of the event loop, and those that arrive while
 * `maxConcurrent` batches are in flight. One call for several costs the API and Elasticsearch less than one each.
 */
export function batch<Key, Value>(loadMany: LoadMany<Key, Value>, limits: BatchLimits): Load<Key, Value> {
  const loaders = new LRUCache<string, DataLoader<Request<Key>, Value>>({ max: maxLoaders });
  return (index, key, signal) => {
    let loader = loaders.get(index);
    if (!loader) {
      loader = createLoader((keys, options) => loadMany(index, keys, options), limits);
      loaders.set(index, loader);
    }
    return loader.load({ key, signal, requestedAt: performance.now() });
  };
}

interface Request<Key> {
  key: Key;
  signal: AbortSignal;
  requestedAt: number;
}

function createLoader<Key, Value>(
  loadMany: (
    keys: Key[],
    options: { requestTimeout: number; signal: AbortSignal },
  ) => Promise<(Value | Error)[]>,
  { timeoutMs, maxConcurrent, maxSize }: BatchLimits,
): DataLoader<Request<Key>, Value> {
  const limit = pLimit(maxConcurrent);
  let inFlight: Promise<unknown> | undefined;

  async function loadBatch(requests: readonly Request<Key>[]): Promise<(Value | Error)[]> {
    const requestTimeout = timeoutMs - Math.round(performance.now() - requests[0]!.requestedAt);
    if (requestTimeout <= 0) throw new errors.TimeoutError('The request waited too long for a batch.');
    const keys = requests.map(({ key }) => key);
    return loadMany(keys, { requestTimeout, signal: allAborted(requests.map(({ signal }) => signal)) });
  }

  return new DataLoader(
    (requests) => {
      const values = loadBatch(requests);
      inFlight = values;
      return values;
    },
    {
      cache: false,
      maxBatchSize: maxSize,
      // A batch collects further requests until `send` is called.
      batchScheduleFn: (send) =>
        void limit(async () => {
          await setImmediate();
          send();
          await inFlight?.catch(() => undefined);
        }),
    },
  );
}

/** Aborts when all of these signals have aborted. */
function allAborted(signals: AbortSignal[]): AbortSignal {
  const all = new AbortController();
  let waiting = signals.length;
  const leave = () => {
    if (--waiting === 0) all.abort();
  };
  for (const signal of signals) {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
  return all.signal;
}
