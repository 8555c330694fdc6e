import { beforeEach, expect, test } from 'vitest';
import { ClientDisconnected } from '../../../../api/http/errors.ts';
import { bytesOfData, createMemo, type VersionMemo } from '../../../../api/search/search-context.ts';

let memo: VersionMemo;
let made: number;

beforeEach(() => {
  memo = createMemo();
  made = 0;
});

const make = async () => ({ number: ++made });

test('a result is computed once, also for callers during the computation', async () => {
  const both = await Promise.all([
    memo.derive('model', make, bytesOfData),
    memo.derive('model', make, bytesOfData),
  ]);
  expect([...both, await memo.derive('model', make, bytesOfData)]).toEqual(Array(3).fill({ number: 1 }));
});

test('when the first client disconnects, another waiting caller computes the result', async () => {
  const first = memo.derive(
    'model',
    async () => {
      throw new ClientDisconnected();
    },
    bytesOfData,
  );
  const others = [memo.derive('model', make, bytesOfData), memo.derive('model', make, bytesOfData)];
  await expect(first).rejects.toThrow(ClientDisconnected);
  expect(await Promise.all(others)).toEqual([{ number: 1 }, { number: 1 }]);
});

test('the lot counts of many filters do not displace other results in the memo', async () => {
  const model = await memo.derive('model', make, bytesOfData);
  for (let i = 0; i < 2000; i++) await memo.derive(`filter ${i}`, async () => ({ lots: i }), bytesOfData);
  expect(await memo.derive('model', make, bytesOfData)).toBe(model);
  memo.clear();
  expect(await memo.derive('model', make, bytesOfData)).not.toBe(model);
});

test('the memo is bounded in bytes, and removes the least recently used results first', async () => {
  const bounded = createMemo(1_000_000);
  const large = () => bounded.derive('large', make, () => 600_000);
  const first = await large();
  for (let i = 0; i < 100; i++) bounded.counts.set(`filter ${i}`, i);
  expect(await large()).toBe(first);
  await bounded.derive('other', make, () => 600_000);
  expect(await large()).not.toBe(first);
  const data = Array.from({ length: 100_000 }, (_, i) => i / 7);
  const key = 'larger than the memory of the memo';
  expect(await bounded.derive(key, async () => data, bytesOfData)).toBe(data);
  expect(await bounded.derive(key, async () => [], bytesOfData)).toEqual([]);
});
