import { setTimeout as wait } from 'node:timers/promises';
import { UnrecoverableError } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { StaleWriter } from '../errors.ts';
import { retries, sourceTries } from '../retries.ts';
import type { ImportEntry } from '../store/import-entry.ts';

/**
 * Waits until the source of an import is tried again, and says so in the import log. Imports behind it wait, too.
 * @param error why the source cannot be read for now
 * @returns the import with its checkpoint
 * @throws UnrecoverableError when the source has been unreadable for SOURCE_TIMEOUT_S
 * @throws StaleWriter when the import was cancelled or another worker has claimed it
 */
export async function waitForSource(
  { id, claim }: ImportEntry,
  error: unknown,
  { log, config, signal, retry }: ImportContext,
): Promise<ImportEntry> {
  retries.publish(error);
  const { message: reason } = error as Error;
  const now = Date.now();
  let forMs = 0;
  let delayMs = 0;
  const stored = await retry(() =>
    log.update(id, (entry) => {
      if (entry.state !== 'running' || entry.claim !== claim) return undefined;
      const since = entry.source_outage?.since ?? new Date(now).toISOString();
      forMs = Math.max(0, now - Date.parse(since));
      delayMs = Math.min(Math.max(sourceTries.minMs, forMs / 2), sourceTries.maxMs);
      return { source_outage: { since, next_try_at: new Date(now + delayMs).toISOString(), reason } };
    }),
  );
  if (!stored) throw new StaleWriter();
  if (forMs >= config.SOURCE_TIMEOUT_S * 1_000) {
    throw new UnrecoverableError(
      `The source has been unreadable since ${stored.source_outage!.since}, for more than SOURCE_TIMEOUT_S (${config.SOURCE_TIMEOUT_S} s): ` +
        `${reason.replace(/\.$/, '')}. Remove the cause, then run gem-auctions retry ${id}.`,
    );
  }
  await wait(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  return stored;
}
