import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ImportContext } from '../context.ts';
import type { ImportEntry } from '../store/import-log.ts';
import { linkDuplicates } from './duplicates/link-duplicates.ts';
import { writeAlias } from './index-roles.ts';
import { checkMapping } from './live-index.ts';
import { flagPriceOutliers } from './outliers/flag-price-outliers.ts';

/**
 * Updates what a record has because of other records, in the whole index of an import: the links of duplicates, then
 * PRICE_OUTLIER, which counts a lot once; and makes the changes visible. Concurrent imports do so one after the other: the
 * one that reads older data must not write later.
 * @returns how many records are hidden as duplicates in the lots that the import wrote; undefined where the index is too old
 */
export async function markRecords(
  context: ImportContext,
  entry: ImportEntry,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { elasticsearch, redis, config } = context;
  const index = entry.index!;
  const target = {
    ...{ index, writeAlias: writeAlias(config.INDEX_ALIAS, entry), at: entry.created_at },
    mappingVersion: await checkMapping(elasticsearch, index),
  };
  return withLock(redis, `gem-auctions:${config.INDEX_ALIAS}:outliers`, async () => {
    // What others wrote since the import's own refresh, their flags above all, must be seen.
    await elasticsearch.indices.refresh({ index });
    const linked = await linkDuplicates(context, target, entry, signal);
    if (linked && linked.changed > 0) await elasticsearch.indices.refresh({ index });
    if ((await flagPriceOutliers(context, target, signal)) > 0)
      await elasticsearch.indices.refresh({ index });
    return linked?.duplicates;
  });
}

/** Expiry of the lock of a worker that was killed. */
const lockMs = 30_000;
const retryAfterMs = 200;

/** Deletes or extends the lock, if this worker still holds it. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const prolong = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * Runs work under a lock in Redis. If Redis loses the lock two run at once, so the work must be safe to repeat; for that
 * a lock library over several Redis servers (redlock) is more than needed.
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
