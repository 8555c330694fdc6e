import type { Redis } from 'ioredis';
import { createRedisCounter } from './http/redis-counter.ts';
import { createMemoryCounter } from './memory-counter.ts';

/** What a count finds: requests left before this one, epoch second at which the oldest leaves, the most allowed. */
export type Count = [remaining: number, resetS: number, max: number];

/** What koa-ratelimit needs of a database: the one command that it calls. Times are in milliseconds. */
export interface RateCounter {
  ratelimiter(key: string, now: number, durationMs: number, max: number): Promise<Count>;
}

/** How long Redis is left alone after it failed to answer, so that not every request waits for its timeout. */
const restMs = 1000;

/**
 * Counts in Redis, shared by all processes of the API. While Redis is away it goes on in memory, from what this
 * process has counted before: memory keeps a copy of each count.
 */
export function rateCounter(
  redis: Redis,
  events: { onMemory: () => void; onChange: (inMemory: boolean) => void },
): RateCounter {
  const shared = createRedisCounter(redis);
  const memory = createMemoryCounter();
  let restUntil = 0;
  let inMemory = false;
  const change = (to: boolean) => {
    if (to !== inMemory) events.onChange(to);
    inMemory = to;
  };

  return {
    async ratelimiter(key, now, durationMs, max) {
      const copy = memory.count(key, now, durationMs, max);
      if (redis.status === 'ready' && performance.now() >= restUntil) {
        try {
          const count = await shared.count(key, now, durationMs, max);
          change(false);
          return count;
        } catch {
          restUntil = performance.now() + restMs;
        }
      }
      change(true);
      events.onMemory();
      return copy;
    },
  };
}
