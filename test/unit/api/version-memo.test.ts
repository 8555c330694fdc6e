import { beforeEach, expect, test } from 'vitest';
import { ClientDisconnected } from '../../../api/http/errors.ts';
import { createVersionMemos, type VersionMemo } from '../../../api/search/search-context.ts';

let memo: VersionMemo;
let made: number;

beforeEach(() => {
  memo = createVersionMemos()('1');
  made = 0;
});

const make = async () => ({ number: ++made });

test('a result is made once, also for those who ask while it is made', async () => {
  const both = await Promise.all([memo.derive('model', make), memo.derive('model', make)]);
  expect([...both, await memo.derive('model', make)]).toEqual(Array(3).fill({ number: 1 }));
});

test('a failure is told to all who wait, and is not kept', async () => {
  const fail = async () => {
    made++;
    throw new Error('no memory');
  };
  const both = await Promise.allSettled([memo.derive('model', fail), memo.derive('model', fail)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await memo.derive('model', make)).toEqual({ number: 2 });
});

test('where the client of the first disconnects, one of the others makes the result', async () => {
  const first = memo.derive('model', async () => {
    throw new ClientDisconnected();
  });
  const others = [memo.derive('model', make), memo.derive('model', make)];
  await expect(first).rejects.toThrow(ClientDisconnected);
  expect(await Promise.all(others)).toEqual([{ number: 1 }, { number: 1 }]);
});

test('the counts of many filters leave the others in the memo', async () => {
  const model = await memo.derive('model', make);
  for (let i = 0; i < 2000; i++) await memo.deriveCounts(`filter ${i}`, async () => ({ lots: i }));
  expect(await memo.derive('model', make)).toBe(model);
  memo.clear();
  expect(await memo.derive('model', make)).not.toBe(model);
});
