import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { retries, retryWhileUnavailable } from '../errors.ts';
import type { ImportEntry } from '../store/import-entry.ts';

/** Limits of the time to the next try, which is half of the time for which the source has been unreadable. */
const minDelayMs = 500;
const maxDelayMs = 20_000;

/**
 * Returns a job that cannot read the source of its import to the queue for a while, so that it delays no other job, and
 * says so in the import log.
 * @param error why the source cannot be read for now
 * @throws DelayedError
 * @throws UnrecoverableError when the source has been unreadable for SOURCE_TIMEOUT_S, or this run of the import has ended
 */
export async function waitForSource(
  job: Job,
  token: string,
  { id, run }: Pick<ImportEntry, 'id' | 'run'>,
  error: unknown,
  { log, config }: Pick<ImportContext, 'log' | 'config'>,
  signal: AbortSignal,
): Promise<never> {
  retries.publish(error);
  const now = Date.now();
  const entry = await retryWhileUnavailable(() => log.find(id), signal);
  const since = entry?.source_outage?.since ?? new Date(now).toISOString();
  const { message } = error as Error;
  const forMs = Math.max(0, now - Date.parse(since));
  if (forMs >= config.SOURCE_TIMEOUT_S * 1_000) {
    throw new UnrecoverableError(
      `The source has been unreadable since ${since}, for more than SOURCE_TIMEOUT_S (${config.SOURCE_TIMEOUT_S} s): ` +
        `${message.replace(/\.$/, '')}. Remove the cause, then run gem-auctions retry ${id}.`,
    );
  }
  const delayMs = Math.min(Math.max(minDelayMs, forMs / 2), maxDelayMs);
  const source_outage = { since, next_try_at: new Date(now + delayMs).toISOString(), reason: message };
  const changed =
    entry?.run === run &&
    (await retryWhileUnavailable(() => log.change(id, ['running'], { source_outage }), signal));
  if (!changed) throw new UnrecoverableError('The import has ended.');
  await job.moveToDelayed(now + delayMs, token);
  throw new DelayedError();
}
