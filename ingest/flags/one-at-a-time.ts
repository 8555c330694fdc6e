import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** How long a worker that is gone keeps others waiting. */
const heldMs = 30_000;
const askAgainMs = 200;

/** Deletes or prolongs the lock, if it is still one's own. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const prolong = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * Runs work that no other worker may do at the same time, waiting for its turn. The lock is a courtesy and not a
 * proof: a Redis that forgets it lets two run at once, so that the work must be harmless when repeated.
 */
export async function oneAtATime<T>(redis: Redis, name: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  while ((await redis.set(name, token, 'PX', heldMs, 'NX')) === null) await wait(askAgainMs);
  const timer = setInterval(() => redis.eval(prolong, 1, name, token, heldMs).catch(() => {}), heldMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await redis.eval(release, 1, name, token);
  }
}
