import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, it } from 'vitest';
import { unlessLocked, withLock } from '../../../ingest/import/publish.ts';

const redis = new Redis(inject('redisUrl'));
afterAll(() => redis.disconnect());
const newName = () => `lock-${randomUUID()}`;

it('of work that waits lets one work at a time, and each of them in the end', async () => {
  const name = newName();
  let working = 0;
  const seen: number[] = [];
  const work = async () => {
    seen.push(++working);
    await new Promise((done) => setTimeout(done, 20));
    working--;
  };
  await Promise.all([withLock(redis, name, work), withLock(redis, name, work), withLock(redis, name, work)]);
  expect(seen).toEqual([1, 1, 1]);
  expect(await redis.exists(name)).toBe(0);
});

it('of work that does not wait is left to whoever has it, and to an owner who had it before', async () => {
  const name = newName();
  // A killed worker has left it.
  await redis.set(name, 'one', 'PX', 5_000);
  expect(await unlessLocked(redis, name, 'other', async () => 'done')).toBeUndefined();
  // It has its whole time again.
  const left = await unlessLocked(redis, name, 'one', () => redis.pttl(name));
  expect(left?.result).toBeGreaterThan(20_000);
  const failing = unlessLocked(redis, name, 'one', () => Promise.reject(new Error('lost')));
  await expect(failing).rejects.toThrow('lost');
  expect(await unlessLocked(redis, name, 'other', async () => 'done')).toEqual({ result: 'done' });
});

it('that somebody else has taken meanwhile is not released', async () => {
  const name = newName();
  await unlessLocked(redis, name, 'one', () => redis.set(name, 'other'));
  expect(await redis.get(name)).toBe('other');
  await redis.del(name);
});
