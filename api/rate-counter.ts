import type { Redis } from 'ioredis';
import { createMemoryCounter } from './memory-counter.ts';

/** What a count finds: requests left before this one, epoch second at which the oldest leaves, the most allowed. */
export type Count = [remaining: number, resetS: number, max: number];

/** What koa-ratelimit needs of a database: it defines one command, and calls that. Times are in milliseconds. */
export interface RateCounter {
  defineCommand(name: 'ratelimiter', script: { lua: string; numberOfKeys: number }): void;
  ratelimiter?(key: string, now: number, durationMs: number, max: number, peek: '0' | '1'): Promise<Count>;
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
  const memory = createMemoryCounter();
  let restUntil = 0;
  let inMemory = false;
  const change = (to: boolean) => {
    if (to !== inMemory) events.onChange(to);
    inMemory = to;
  };

  const count: NonNullable<RateCounter['ratelimiter']> = async (key, now, durationMs, max, peek) => {
    const copy = memory.count(key, now, durationMs, max);
    if (redis.status === 'ready' && performance.now() >= restUntil) {
      try {
        const [remaining, resetS] = await (redis as RateCounter).ratelimiter!(
          key,
          now,
          durationMs,
          max,
          peek,
        );
        change(false);
        // The script rounds down; by the next second the oldest request has left. None stays beyond a window.
        return [remaining, Math.min(resetS + 1, Math.ceil((now + durationMs) / 1000)), max];
      } catch {
        restUntil = performance.now() + restMs;
      }
    }
    change(true);
    events.onMemory();
    return copy;
  };

  return {
    defineCommand(name, script) {
      redis.defineCommand(name, script);
      this.ratelimiter = count;
    },
  };
}
