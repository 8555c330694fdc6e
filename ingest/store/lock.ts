import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** Time after which the lock of a killed worker expires. */
const lockMs = 30_000;
const retryAfterMs = 200;

/**
 * Runs work under a lock in Redis. If Redis loses the lock two may run at once, so the work must be safe to repeat; a lock
 * over several Redis servers (redlock) is therefore unnecessary.
 */
export async function withLock<T>(redis: Redis, name: string, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  while ((await redis.eval(acquire, 1, name, owner, lockMs)) === 0) await wait(retryAfterMs);
  const timer = setInterval(() => redis.eval(prolong, 1, name, owner, lockMs).catch(() => {}), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await redis.eval(release, 1, name, owner);
  }
}

/** Takes the lock unless another owner holds it. The same owner may ask again, because a response may be lost. */
const acquire = `local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** Deletes or extends the lock, if this owner still holds it. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const prolong = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
