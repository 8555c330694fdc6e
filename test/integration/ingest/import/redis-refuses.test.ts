import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isTransient } from '../../../../ingest/errors.ts';
import { startOwnRedis } from '../../../support/own-redis.ts';

let server: Awaited<ReturnType<typeof startOwnRedis>>;
let redis: Redis;
let queue: Queue;

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url, { maxRetriesPerRequest: null });
  queue = new Queue('refused', { connection: redis });
  await queue.add('first', {});
});
afterEach(async () => {
  await redis.call('REPLICAOF', 'NO', 'ONE');
  await redis.config('SET', 'maxmemory', '0');
  await redis.config('SET', 'replica-serve-stale-data', 'yes');
});
afterAll(async () => {
  await queue?.close();
  redis?.disconnect();
  await server?.close();
});

const writes: [string, () => Promise<unknown>][] = [
  ['a command', () => redis.set('key', 'value')],
  ['a script', () => redis.eval("redis.call('SET', KEYS[1], 'value')", 1, 'key')],
  ['a transaction', () => redis.multi().set('key', 'value').exec()],
  ['a job', () => queue.add('second', {})],
  ['many jobs', () => queue.addBulk([{ name: 'third', data: {} }])],
];

async function failureOf(write: () => Promise<unknown>): Promise<unknown> {
  return write().then(
    () => 'nothing failed',
    (error: unknown) => error,
  );
}

describe('temporary write errors of Redis', () => {
  it.each(writes)('an error of a Redis with full memory counts as temporary: %s', async (_what, write) => {
    await redis.config('SET', 'maxmemory', '1');
    const failure = await failureOf(write);
    expect(isTransient(failure), String(failure)).toBe(true);
  });

  it.each(writes)('an error of a read-only replica counts as temporary: %s', async (_what, write) => {
    await redis.call('REPLICAOF', '127.0.0.1', '1');
    const failure = await failureOf(write);
    expect(isTransient(failure), String(failure)).toBe(true);
  });

  it.each(writes)(
    'an error of a replica without its primary counts as temporary: %s',
    async (_what, write) => {
      await redis.config('SET', 'replica-serve-stale-data', 'no');
      await redis.call('REPLICAOF', '127.0.0.1', '1');
      const failure = await failureOf(write);
      expect(isTransient(failure), String(failure)).toBe(true);
    },
  );
});

describe('permanent errors of Redis', () => {
  it('a wrong command, a wrong type and a faulty script count as permanent errors', async () => {
    for (const call of [
      () => redis.call('NO-SUCH-COMMAND'),
      () => redis.lpush('bull:refused:meta', 'x'),
      () => redis.eval('return nothing.here', 0),
      () => redis.multi().call('NO-SUCH-COMMAND').exec(),
    ]) {
      const failure = await failureOf(call);
      expect(failure).toBeInstanceOf(Error);
      expect(isTransient(failure), String(failure)).toBe(false);
    }
  });
});
