import type { Config } from '../config.ts';
import type { ConcurrencyBounds } from './concurrency-limits.ts';

/**
 * How many requests run at once while the others wait. Brief ones need little memory, and more of them at once means
 * larger batches of searches; a few long ones keep Elasticsearch busy.
 */
export const madeAtOnce = (maxInFlight: number) => ({
  brief: Math.max(8, Math.ceil(maxInFlight / 4)),
  long: Math.max(8, Math.ceil(maxInFlight / 16)),
});

/** Maximum concurrent exports: each lasts as long as its client reads, and holds memory for it. */
const exportsAtOnce = (maxInFlight: number) => Math.max(4, Math.ceil(maxInFlight / 16));

/** Maximum wait for another export of the same client to end; shorter than the timeouts of proxies. */
const exportWaitMs = 30_000;

/**
 * Only a few of the long requests may be of one client: in Elasticsearch the searches of other clients queue behind
 * them.
 */
export function concurrencyBounds({
  maxInFlight,
  maxInFlightPerClient,
  elasticsearchTimeoutMs: timeoutMs,
}: Pick<Config, 'maxInFlight' | 'maxInFlightPerClient' | 'elasticsearchTimeoutMs'>): ConcurrencyBounds {
  const share = (most: number) => (maxInFlightPerClient === 0 ? Number.POSITIVE_INFINITY : Math.ceil(most));
  const { brief, long } = madeAtOnce(maxInFlight);
  const maxPerClient = share(maxInFlightPerClient);
  const fewPerClient = share(maxInFlightPerClient / 4);
  return {
    maxPending: maxInFlight,
    maxPerClient,
    of: {
      brief: {
        maxPending: maxInFlight,
        maxPerClient,
        maxConcurrent: brief,
        maxConcurrentPerClient: share(brief / 2),
        timeoutMs,
      },
      // Long requests leave room for brief ones.
      long: {
        maxPending: Math.ceil(maxInFlight / 2),
        maxPerClient: fewPerClient,
        maxConcurrent: long,
        maxConcurrentPerClient: share(long / 4),
        timeoutMs,
      },
      export: {
        maxPending: Math.ceil(maxInFlight / 4),
        maxPerClient: fewPerClient,
        maxConcurrent: exportsAtOnce(maxInFlight),
        maxConcurrentPerClient: share(1),
        timeoutMs: exportWaitMs,
      },
    },
  };
}
