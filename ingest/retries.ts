import { channel } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import type { JobsOptions } from 'bullmq';
import { isTransient } from './errors.ts';

/*
 * When and how long the worker tries again: all of its policies, with their reasons. errors.ts says which errors pass.
 *
 *   a call to Elasticsearch or Redis    retryWhileUnavailable, without limit
 *   the connection to Redis             reconnectAfterMs, without limit
 *   a source that cannot be read        sourceTries, up to SOURCE_TIMEOUT_S
 *   a request to an S3 store            three attempts by the client of AWS, then as any other source
 *   a job that failed                   jobOptions: never
 *   a job whose worker has died         workerOptions: another worker continues it
 *   an import that crashes its workers  maxCrashes
 *   a job that Redis has lost           reconcileEveryMs
 */

/** Publishes the error behind each retry; the worker logs and counts it. */
export const retries = channel('gem-auctions:ingest:retry');

/** Delays between two calls: doubled from the first to the last, so that an outage of seconds costs seconds. */
const callDelays = { firstMs: 200, maxMs: 5_000 };

/**
 * Repeats a call to Elasticsearch, Redis or the file system while it fails with a transient error. The delays have jitter,
 * so that workers do not return all at once. It waits inside the job, so an outage uses none of the job's attempts. The call
 * must be safe to repeat.
 * p-retry does not fit: it drops the result of a call during which `signal` was aborted, and its maximum delay has no
 * jitter.
 * @throws the reason of `signal` (ShuttingDown) when it is aborted meanwhile; errors that are not transient
 */
export async function retryWhileUnavailable<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      retries.publish(error);
    }
    const delay = Math.min(callDelays.firstMs * 2 ** attempt, callDelays.maxMs);
    await wait(delay * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** The client of Elasticsearch never retries, so that each retry is counted and ends with the worker. */
export const elasticsearchRetries = 0;

/** Delay before a connection to Redis is opened again: short, because jobs are lost to other workers after ten seconds. */
export const reconnectAfterMs = (attempt: number): number => Math.min(attempt * 100, 2_000);

/**
 * Limits of the time to the next try of a source, which is half of the time for which it has been unreadable. Imports behind
 * it wait, too, so that it is tried at least every 20 s.
 */
export const sourceTries = { minMs: 500, maxMs: 20_000 };

/**
 * Of imports and of the runs of schedules. A job is not tried again after a failure: that would change the order of imports, and what passes is waited for within the
 * job. `gem-auctions retry` runs an import again, and the next run of a schedule finds what the last one did not.
 */
export const jobOptions = {
  attempts: 1,
  removeOnComplete: { count: 1_000 },
  removeOnFail: { count: 1_000 },
} satisfies JobsOptions;

/**
 * Another worker takes over the job of a killed worker after `lockDuration`. BullMQ never gives it up, because only the
 * import log knows whether the import made progress in between: see `maxCrashes`.
 */
export const workerOptions = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: Number.MAX_SAFE_INTEGER,
};

/** Crashes of its worker without progress in between, after which an import fails: it would block the queue for ever. */
export const maxCrashes = 3;

/** How often unfinished imports and schedules are compared with the queues: Redis may have been emptied. */
export const reconcileEveryMs = 15_000;
