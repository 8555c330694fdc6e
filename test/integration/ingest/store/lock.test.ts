import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, it } from 'vitest';
import { withLock } from '../../../../ingest/store/lock.ts';

const redis = new Redis(inject('redisUrl'));
afterAll(() => redis.disconnect());
const newName = () => `lock-${randomUUID()}`;

it('work under a lock runs one at a time, and all of it runs eventually', async () => {
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

it('a lock left by a killed worker is waited for until it expires', async () => {
  const name = newName();
  await redis.set(name, 'killed', 'PX', 500);
  expect(await withLock(redis, name, () => redis.pttl(name))).toBeGreaterThan(20_000);
});

it('a lock is released when its work fails', async () => {
  const name = newName();
  await expect(withLock(redis, name, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await withLock(redis, name, async () => 'done')).toBe('done');
});

it('a lock that another worker has taken in the meantime is not released', async () => {
  const name = newName();
  await withLock(redis, name, () => redis.set(name, 'other'));
  expect(await redis.get(name)).toBe('other');
  await redis.del(name);
});
