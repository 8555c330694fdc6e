import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ImportContext } from '../../context.ts';
import type { ImportEntry } from '../../store/import-log.ts';
import { writeAlias } from '../index-roles.ts';
import { flagPriceOutliers } from './flag-price-outliers.ts';

/**
 * Brings PRICE_OUTLIER up to date over all of an import's index, and makes the changes visible. Imports that end side by side
 * do so one after the other: the one that reads the state before the other's must not write after it.
 */
export async function markOutliers(
  context: ImportContext,
  entry: ImportEntry,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, redis, config } = context;
  const index = entry.index!;
  const target = { index, writeAlias: writeAlias(config.INDEX_ALIAS, entry) };
  await withLock(redis, `gem-auctions:${config.INDEX_ALIAS}:outliers`, async () => {
    // What others wrote since the import's own refresh, their flags above all, must be seen.
    await elasticsearch.indices.refresh({ index });
    if ((await flagPriceOutliers(context, target, signal)) > 0)
      await elasticsearch.indices.refresh({ index });
  });
}

/** How long a worker that is gone keeps others waiting. */
const lockMs = 30_000;
const retryAfterMs = 200;

/** Deletes or prolongs the lock, if it is still one's own. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const prolong = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * Runs work that no other worker may do at the same time, waiting for the lock. A Redis that loses the lock lets two run at once, so the work
 * must be safe to repeat.
 */
async function withLock<T>(redis: Redis, name: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  while ((await redis.set(name, token, 'PX', lockMs, 'NX')) === null) await wait(retryAfterMs);
  const timer = setInterval(() => redis.eval(prolong, 1, name, token, lockMs).catch(() => {}), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await redis.eval(release, 1, name, token);
  }
}
