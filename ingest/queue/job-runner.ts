import type { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { DelayedError, type Job, type Processor, WaitingError, type Worker } from 'bullmq';
import type { Logger } from 'pino';
import { outageOf, reasonOf, retryWhileUnavailable, ShuttingDown, shortenReason } from '../errors.ts';

/** Processes a job. @param token of its lock */
type Work<Data, Result, Context> = (
  job: Job<Data, Result>,
  token: string,
  context: Context,
  signal: AbortSignal,
) => Promise<Result>;

/**
 * Builds the processors of BullMQ's workers. The jobs of one process run concurrently. A job is retried while a server or
 * its files are unavailable, and returns to the queue when `signal` is aborted.
 */
export function jobRunner<Context>(context: Context, signal: AbortSignal) {
  const run = runAloneAfterLosses();
  return <Data, Result>(work: Work<Data, Result, Context>): Processor<Data, Result> =>
    (job, token) =>
      returnOnShutdown(job, token!, () =>
        run(job, token!, () => retryWhileUnavailable(() => work(job, token!, context, signal), signal)),
      );
}

/** Returns a job to the queue on shutdown, without counting an attempt. */
async function returnOnShutdown<T>(job: Job, token: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The message becomes the reason of the job and of the import.
    if (error instanceof Error) error.message = shortenReason(reasonOf(error));
    if (!(error instanceof ShuttingDown)) throw error;
    await job.moveToWait(token);
    throw new WaitingError();
  }
}

/** A job that stalled this many times runs alone. */
export const aloneAfterLosses = 2;

/** Time for jobs that were fetched together with it to return to the queue. */
const settleMs = 250;

/** Delay of the other jobs; longer than the start of that job takes. */
const recheckAfterMs = 1_000;

/**
 * Runs the jobs of one process concurrently, except that a job which stalled twice runs alone while the others go back
 * to the queue. So a job that kills every worker does not take other jobs to the limit of `workerOptions.maxStalledCount`.
 */
function runAloneAfterLosses() {
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

/** Logs the ends of a worker's jobs. */
export function reportJobs(worker: Worker, logger: Logger): void {
  worker.on('failed', (job, error) =>
    logger.warn({ job: job?.id, attempt: job?.attemptsMade, reason: error.message }, 'job failed'),
  );
  worker.on('stalled', (job) => logger.warn({ job }, 'job taken over from a stopped worker'));
  worker.on('completed', (job) => logger.debug({ job: job.id }, 'job done'));
}

/** Logs the errors of a queue or worker. BullMQ continues by itself once Redis is back. */
export function reportErrors(
  part: EventEmitter & { name: string },
  log: ReturnType<typeof throttledWarnings>,
): void {
  part.on('error', (error) => log(error, 'queue error', { queue: part.name }));
}

/** Minimum time between two logs of the same error. */
const repeatAfterMs = 60_000;

/**
 * Logs the same error at most once a minute: an outage causes an error per attempt, call and connection.
 * @returns a function that logs a warning; its field `repeated` counts the warnings omitted since the last one
 */
export function throttledWarnings(
  logger: Logger,
): (error: unknown, message: string, fields?: object) => void {
  const known = new Map<string, { again: number; repeated: number }>();
  return (error, message, fields = {}) => {
    const key = kindOf(error);
    const last = known.get(key);
    if (last && Date.now() < last.again) {
      last.repeated++;
      return;
    }
    known.set(key, { again: Date.now() + repeatAfterMs, repeated: 0 });
    logger.warn({ ...fields, err: error, ...(last?.repeated && { repeated: last.repeated }) }, message);
  };
}

/** The key by which errors count as the same, whichever call or connection reports them. */
function kindOf(error: unknown): string {
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  const exhausted = /\bE[MN]FILE\b/.exec(`${code} ${message}`)?.[0];
  return exhausted ?? outageOf(error) ?? message.slice(0, 200);
}
