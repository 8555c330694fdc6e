import { setTimeout as wait } from 'node:timers/promises';
import { DelayedError, type Job } from 'bullmq';

/** A job that stalled so often runs alone. */
const aloneAfterLosses = 2;

/** Time for the jobs that were fetched together with it to return to the queue. */
const settleMs = 250;

/** Delay of the other jobs: longer than it takes that job to start. */
const recheckAfterMs = 1_000;

/**
 * Runs the jobs of one process concurrently, except that a job which stalled twice runs alone while the others go back
 * to the queue. So a job that kills every worker does not take other jobs to the limit of `workerOptions.maxStalledCount`.
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
