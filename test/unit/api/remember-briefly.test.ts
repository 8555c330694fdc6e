import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberBriefly } from '../../../api/operations.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a result is computed once for all callers within its time, and again afterwards', async () => {
  let made = 0;
  const ask = rememberBriefly(async () => ++made, 1000);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(999);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await ask()).toBe(2);
});

test('a caller during a computation waits for its result, however long it takes', async () => {
  let made = 0;
  const { promise, resolve } = Promise.withResolvers<number>();
  const ask = rememberBriefly(() => (made++ === 0 ? promise : Promise.resolve(2)), 1000);
  const first = ask();
  vi.advanceTimersByTime(60_000);
  const second = ask();
  resolve(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  expect(made).toBe(1);
});

test('a failure goes to all callers within its time, and is forgotten afterwards', async () => {
  let made = 0;
  const ask = rememberBriefly(
    () => (made++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve(2)),
    1000,
  );
  await expect(ask()).rejects.toThrow('away');
  await expect(ask()).rejects.toThrow('away');
  vi.advanceTimersByTime(1000);
  expect(await ask()).toBe(2);
});
