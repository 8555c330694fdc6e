import { setImmediate } from 'node:timers/promises';
import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import pLimit from 'p-limit';
import type { AuctionRecord } from '../../mappings/record.ts';

type Request = estypes.SearchRequest & { index: string };

/**
 * Cheap searches: those of several requests are sent in one call. With 64 clients this answers 1.3 times as many lists and
 * twice as many single records as a call for each of them.
 * @param timeoutMs maximum time from a request to its result
 */
export const batchSearches = (elasticsearch: Client, timeoutMs: number) => ({
  search: batch<Request, estypes.SearchResponse>(
    (requests, options) => searchAll(elasticsearch, requests, options),
    { timeoutMs, maxConcurrent: 3 },
  ),
  /** The record with an id. */
  record: batch<{ index: string; id: number }, AuctionRecord | undefined>(
    (wanted, options) => findRecords(elasticsearch, wanted, options),
    { timeoutMs, maxConcurrent: 2 },
  ),
});

export type BatchedSearches = ReturnType<typeof batchSearches>;

/** A partial result is an error. */
const whole = { allow_partial_search_results: false };

async function searchAll(
  elasticsearch: Client,
  requests: Request[],
  options: CallOptions,
): Promise<(estypes.SearchResponse | Error)[]> {
  if (requests.length === 1) return [await elasticsearch.search({ ...whole, ...requests[0]! }, options)];
  const searches = requests.flatMap((request) => {
    const { index, preference, request_cache, ignore_unavailable, filter_path: _, ...body } = request;
    return [{ ...whole, index, preference, request_cache, ignore_unavailable }, body];
  });
  const { responses } = await elasticsearch.msearch({ searches } as estypes.MsearchRequest, options);
  return responses.map((response) => ('error' in response ? asResponseError(response) : response));
}

/** The error of one of several searches, in the form of the error of a single search. */
function asResponseError({ error, status }: estypes.ErrorResponseBase): errors.ResponseError {
  const response = { body: { error, status }, statusCode: status, headers: {}, warnings: null };
  return new errors.ResponseError({ ...response, meta: {} as never });
}

/** The visible records, like those that a search finds. */
async function findRecords(
  elasticsearch: Client,
  wanted: { index: string; id: number }[],
  options: CallOptions,
): Promise<(AuctionRecord | undefined | Error)[]> {
  const docs = wanted.map(({ index, id }) => ({ _index: index, _id: String(id) }));
  const found = await elasticsearch.mget<AuctionRecord>({ docs, realtime: false }, options);
  return found.docs.map((doc) => {
    if (!('error' in doc)) return doc._source;
    const status = doc.error.type === 'index_not_found_exception' ? 404 : 503;
    return asResponseError({ error: doc.error, status });
  });
}

/** Loads the value of one key; the signal aborts when nobody waits for it any more. */
type Load<Key, Value> = (key: Key, signal: AbortSignal) => Promise<Value>;

interface CallOptions {
  requestTimeout: number;
  signal: AbortSignal;
}

/** Maximum keys of a batch. */
const maxSize = 32;

/**
 * Loads the keys of one iteration of the event loop together, and those that arrive while the maximum of batches is in flight.
 * @param loadMany loads several values in one call: in the order of the keys, an `Error` for each that failed
 */
export function batch<Key, Value>(
  loadMany: (keys: Key[], options: CallOptions) => Promise<(Value | Error)[]>,
  { timeoutMs, maxConcurrent }: { timeoutMs: number; maxConcurrent: number },
): Load<Key, Value> {
  const limit = pLimit(maxConcurrent);
  const waiting: {
    key: Key;
    signal: AbortSignal;
    since: number;
    settle: PromiseWithResolvers<Value>;
  }[] = [];

  async function loadBatch(): Promise<void> {
    if (waiting.length === 0) return;
    await setImmediate();
    const loads = waiting.splice(0, maxSize);
    if (loads.length === 0) return;
    const requestTimeout = timeoutMs - Math.round(performance.now() - loads[0]!.since);
    const keys = loads.map(({ key }) => key);
    try {
      if (requestTimeout <= 0) throw new errors.TimeoutError('The request waited too long for a batch.');
      const signal = allAborted(loads.map(({ signal }) => signal));
      const values = await loadMany(keys, { requestTimeout, signal });
      for (const [i, { settle }] of loads.entries()) {
        const value = values[i]!;
        if (value instanceof Error) settle.reject(value);
        else settle.resolve(value);
      }
    } catch (error) {
      for (const { settle } of loads) settle.reject(error);
    }
  }

  return (key, signal) => {
    const settle = Promise.withResolvers<Value>();
    waiting.push({ key, signal, since: performance.now(), settle });
    void limit(loadBatch);
    return settle.promise;
  };
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
