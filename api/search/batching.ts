import { setImmediate } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

/** Asks an index for one thing; the signal aborts when nobody waits for the answer any more. */
export type Ask<Key, Value> = (index: string, key: Key, signal: AbortSignal) => Promise<Value>;

/** Asks for several things in one call: values in the order of the keys, an `Error` where one of them failed. */
export type AskAll<Key, Value> = (
  index: string,
  keys: Key[],
  options: { requestTimeout: number; signal: AbortSignal },
) => Promise<(Value | Error)[]>;

interface BatchLimits {
  /** Longest time from a question to its answer. */
  timeoutMs: number;
  /** Batches of one index in flight at once. */
  maxConcurrent: number;
  /** Questions of one batch. */
  maxSize: number;
}

/** Indices are replaced: a loader that is not used any more goes. */
const maxLoaders = 10;

/**
 * Combines the questions of several requests: those of one turn of the event loop, and those that come while
 * `maxConcurrent` batches are in flight. Without it a list costs the API up to a third more CPU (docs/performance.md).
 */
export function batch<Key, Value>(askAll: AskAll<Key, Value>, limits: BatchLimits): Ask<Key, Value> {
  const loaders = new LRUCache<string, DataLoader<Question<Key>, Value>>({ max: maxLoaders });
  return (index, key, signal) => {
    let loader = loaders.get(index);
    if (!loader) {
      loader = createLoader((keys, options) => askAll(index, keys, options), limits);
      loaders.set(index, loader);
    }
    return loader.load({ key, signal, askedAt: performance.now() });
  };
}

interface Question<Key> {
  key: Key;
  signal: AbortSignal;
  askedAt: number;
}

function createLoader<Key, Value>(
  askAll: (
    keys: Key[],
    options: { requestTimeout: number; signal: AbortSignal },
  ) => Promise<(Value | Error)[]>,
  { timeoutMs, maxConcurrent, maxSize }: BatchLimits,
): DataLoader<Question<Key>, Value> {
  const limit = pLimit(maxConcurrent);
  let inFlight: Promise<unknown> | undefined;

  async function ask(questions: readonly Question<Key>[]): Promise<(Value | Error)[]> {
    const requestTimeout = timeoutMs - Math.round(performance.now() - questions[0]!.askedAt);
    if (requestTimeout <= 0) throw new errors.TimeoutError('The question waited too long to be asked.');
    const keys = questions.map(({ key }) => key);
    return askAll(keys, { requestTimeout, signal: allAborted(questions.map(({ signal }) => signal)) });
  }

  return new DataLoader(
    (questions) => {
      const answers = ask(questions);
      inFlight = answers;
      return answers;
    },
    {
      cache: false,
      maxBatchSize: maxSize,
      // A batch takes further questions until `send` is called.
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
