import { setTimeout as wait } from 'node:timers/promises';
import { DelayedError, type Job } from 'bullmq';

/** A job that was lost with its worker so often runs with no other beside it. */
const aloneAfterLosses = 2;

/** What was fetched together with such a job has gone back to the queue by then. */
const settleMs = 250;

/** How long a job that makes room stands aside: longer than it takes the other to begin. */
const recheckAfterMs = 1_000;

/**
 * Lets the jobs of one process run side by side, but for those that were lost twice with a worker: such a job runs alone,
 * and the others go back to the queue meanwhile. A job that kills every worker so takes no other with it to the limit
 * of losses (`workerOptions.maxStalledCount`).
 */
export function runAloneAfterLosses() {
  let present = 0;
  let alone: Job | undefined;

  return async function run<T>(job: Job, token: string, work: () => Promise<T>): Promise<T> {
    if (alone) {
      await job.moveToDelayed(Date.now() + recheckAfterMs * (1 + Math.random()), token);
      throw new DelayedError();
    }
    if (job.stalledCounter >= aloneAfterLosses) alone = job;
    present++;
    try {
      if (alone === job) {
        do await wait(settleMs);
        while (present > 1);
      }
      return await work();
    } finally {
      present--;
      if (alone === job) alone = undefined;
    }
  };
}
