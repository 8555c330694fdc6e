import type { EventEmitter } from 'node:events';
import { type Job, type Processor, WaitingError, type Worker } from 'bullmq';
import type { Logger } from 'pino';
import { outageOf, reasonOf, ShuttingDown, shortenReason } from '../errors.ts';

/**
 * Builds the processors of BullMQ's workers. A job is repeated while a server or its files are unavailable, and returns to
 * the head of its queue when the worker shuts down.
 */
export const jobRunner =
  (retry: <T>(call: () => Promise<T>) => Promise<T>) =>
  <Data, Result>(work: (job: Job<Data, Result>) => Promise<Result>): Processor<Data, Result> =>
  async (job, token) => {
    try {
      return await retry(() => work(job));
    } catch (error) {
      // The message becomes the reason of the job.
      if (error instanceof Error) error.message = shortenReason(reasonOf(error));
      if (!(error instanceof ShuttingDown)) throw error;
      await job.moveToWait(token!);
      throw new WaitingError();
    }
  };

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
