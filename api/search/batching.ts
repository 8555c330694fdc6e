import { setImmediate } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

/** Loads the value of one key from an index; the signal aborts when nobody waits for it any more. */
export type Load<Key, Value> = (index: string, key: Key, signal: AbortSignal) => Promise<Value>;

/** Loads several values in one call: in the order of the keys, an `Error` for each that failed. */
export type LoadMany<Key, Value> = (
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

/** Aborts when all of these have. */
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
