import type { Redis } from 'ioredis';

/**
 * One script, so that two producers never get one number: previous + 1, but never below the Unix time, so that
 * an emptied Redis does not lead back to numbers whose documents would count as newer than the new import's.
 */
const script = `
local previous = tonumber(redis.call('GET', KEYS[1]) or '0')
local now = tonumber(redis.call('TIME')[1])
local number = math.max(previous + 1, now)
redis.call('SET', KEYS[1], string.format('%d', number))
return number`;

/** Draws the number of a new import. Numbers rise in the order in which imports are enqueued. */
export async function nextImportNumber(redis: Redis, indexAlias: string): Promise<number> {
  return (await redis.eval(script, 1, `gem-auctions:${indexAlias}:import-number`)) as number;
}

/** Batches that one import may have; 2^21 of them leave the version below within 2^53. */
export const maxBatches = 2 ** 21;

/** The document version that a batch writes: a later import wins, and within one a later batch. */
export function documentVersion(importNumber: number, batch: number): number {
  return importNumber * maxBatches + batch;
}
