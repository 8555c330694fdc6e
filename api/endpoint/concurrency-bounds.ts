import type { Config } from '../config.ts';
import type { ConcurrencyBounds } from './concurrency-limits.ts';

/**
 * How many answers are made at once while the other requests wait. Brief ones hold little, and the more of them there are
 * the more of their searches go together; long ones keep Elasticsearch busy with a few.
 */
export const madeAtOnce = (maxInFlight: number) => ({
  brief: Math.max(8, Math.ceil(maxInFlight / 4)),
  long: Math.max(8, Math.ceil(maxInFlight / 16)),
});

/** How many exports there may be at once: each lasts as long as its client takes to read it, and holds memory for it. */
const exportsAtOnce = (maxInFlight: number) => Math.max(4, Math.ceil(maxInFlight / 16));

/** Longest wait for an export of the same client to end: proxies wait longer. */
const exportWaitMs = 30_000;

/** Of answers that Elasticsearch is busy with, one client has few: the searches of the others wait behind them there. */
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
        places: brief,
        placesPerClient: share(brief / 2),
        timeoutMs,
      },
      // Those that wait long leave room for those that do not.
      long: {
        maxPending: Math.ceil(maxInFlight / 2),
        maxPerClient: fewPerClient,
        places: long,
        placesPerClient: share(long / 4),
        timeoutMs,
      },
      export: {
        maxPending: Math.ceil(maxInFlight / 4),
        maxPerClient: fewPerClient,
        places: exportsAtOnce(maxInFlight),
        placesPerClient: share(1),
        timeoutMs: exportWaitMs,
      },
    },
  };
}
