import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createRedisCounter } from '../../../../api/http/limits.ts';

const hour = 3_600_000;
/** The maximum delay after which an old request no longer counts. */
const slotOf = (windowMs: number) => windowMs / 120;

let redis: Redis;
beforeAll(async () => {
  redis = new Redis(inject('redisUrl'));
  await once(redis, 'ready');
});
afterAll(() => redis?.disconnect());

const start = 1_800_000_000_000;
const newClient = () => `test:${randomUUID()}`;

/** A process that counts in Redis. */
const newCounter = () => createRedisCounter(redis, true);

describe('the rate counter in Redis', () => {
  test('no window ever has more requests than the limit, and a place is freed at most one slot late', async () => {
    const requests = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 70_000 })),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    const limits = { max: fc.integer({ min: 1, max: 12 }), windowMs: fc.constantFrom(1000, 60_000, 61_003) };
    await fc.assert(
      fc.asyncProperty(requests, fc.record(limits), async (gaps, { max, windowMs }) => {
        const client = newClient();
        const processes = [newCounter(), newCounter()];
        const passed: number[] = [];
        const within = (now: number, spanMs: number) => passed.filter((time) => time > now - spanMs).length;
        let now = start;
        for (const [position, gap] of gaps.entries()) {
          now += gap;
          const [remaining, resetS] = await processes[position % 2]!.ratelimiter(client, now, windowMs, max);
          // The remaining count equals that of a plain log of the window, now or up to a slot ago.
          expect(remaining).toBeLessThanOrEqual(max - within(now, windowMs));
          expect(remaining).toBeGreaterThanOrEqual(max - within(now, windowMs + slotOf(windowMs)));
          if (remaining > 0) passed.push(now);
          expect(resetS * 1000).toBeGreaterThan(now);
          expect(resetS).toBeLessThanOrEqual(Math.ceil((now + windowMs) / 1000));
          // A client that waits as long as its refusal demands gets through.
          if (remaining === 0) {
            now = Math.max(now, resetS * 1000);
            const [after] = await processes[0]!.ratelimiter(client, now, windowMs, max);
            expect(after).toBeGreaterThan(0);
            passed.push(now);
          }
        }
        await redis.del(client);
      }),
    );
  });

  test('a client uses the same memory after hundreds of requests as after thousands', async () => {
    const counter = newCounter();
    const client = newClient();
    const sizes = [];
    for (let request = 0; request < 3000; request++) {
      // Requests in every slot of more than a window.
      await counter.ratelimiter(client, start + request * 1400, hour, 1_000_000);
      if (request % 500 === 499) sizes.push(await redis.memory('USAGE', client));
    }
    expect(Math.max(...(sizes as number[]))).toBeLessThan(3000);
    expect(await redis.pttl(client)).toBeGreaterThan(hour - 60_000);
    await redis.del(client);
  });

  test('counting continues after a clock that was far ahead has been corrected', async () => {
    const counter = newCounter();
    const client = newClient();
    await counter.ratelimiter(client, start + 24 * hour, hour, 1);
    expect((await counter.ratelimiter(client, start, hour, 1))[0]).toBe(1);
    expect((await counter.ratelimiter(client, start, hour, 1))[0]).toBe(0);
    await redis.del(client);
  });

  test('a process whose clock is an hour ahead of Redis counts like the others, and waits as long', async () => {
    const client = newClient();
    const counter = createRedisCounter(redis);
    await counter.ratelimiter(client, Date.now(), hour, 1);
    const ahead = Date.now() + hour;
    const [remaining, resetS] = await counter.ratelimiter(client, ahead, hour, 1);
    expect(remaining).toBe(0);
    // `Retry-After` is the time from its own clock.
    expect(resetS - ahead / 1000).toBeGreaterThan(3500);
    expect(resetS - ahead / 1000).toBeLessThanOrEqual(3601);
    await redis.del(client);
  });

  test('requests of a process with a slow clock count for at least one window', async () => {
    const client = newClient();
    const counter = newCounter();
    await counter.ratelimiter(client, start + 5000, hour, 2);
    await counter.ratelimiter(client, start, hour, 2);
    expect((await counter.ratelimiter(client, start + hour, hour, 2))[0]).toBe(0);
    await redis.del(client);
  });
});
