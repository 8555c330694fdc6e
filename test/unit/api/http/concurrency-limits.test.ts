import { describe, expect, test } from 'vitest';
import { concurrencyBounds, createConcurrencyLimits } from '../../../../api/http/limits.ts';

const bounds = (maxInFlight: number, maxInFlightPerClient: number) => ({
  ...{ maxInFlight, maxInFlightPerClient },
  elasticsearchTimeoutMs: 1000,
});
const times = (count: number, call: () => unknown) => Array.from({ length: count }, call);

describe('concurrency limits of a client', () => {
  test.each(['long', 'model', 'export'] as const)(
    'a client may have fewer requests of cost %s than brief ones',
    (cost) => {
      const limits = createConcurrencyLimits(concurrencyBounds(bounds(256, 8)));
      times(2, () => limits.enter('a', cost));
      expect(() => limits.enter('a', cost)).toThrow('This address has 2');
      limits.enter('a', 'brief');
    },
  );
});

const staysConnected = () => undefined;

test('a wait that ends without a place no longer counts', async () => {
  const limits = createConcurrencyLimits(concurrencyBounds(bounds(256, 2)));
  const release = await limits.acquire('export', 'a', staysConnected);
  const leaves: (() => void)[] = [];
  const waiting = limits.acquire('export', 'a', (leave) => void leaves.push(leave));
  expect(limits.pending()).toBe(2);
  leaves[0]!();
  await expect(waiting).rejects.toThrow('The client disconnected.');
  expect(limits.pending()).toBe(1);
  release();
  expect(limits.pending()).toBe(0);
});

test('slow responses leave places for fast ones', async () => {
  const limits = createConcurrencyLimits(concurrencyBounds(bounds(8, 8)));
  for (const [cost, most] of [
    ['long', 4],
    ['model', 2],
    ['export', 2],
  ] as const) {
    // Those that wait time out after the test.
    times(most, () => limits.acquire(cost, 'a', staysConnected).catch(() => undefined));
    await expect(limits.acquire(cost, 'a', staysConnected)).rejects.toMatchObject({ code: 'overloaded' });
  }
  await expect(limits.acquire('brief', 'a', staysConnected)).rejects.toMatchObject({ code: 'overloaded' });
  expect(limits.pending()).toBe(8);
});

test.each([
  [64, 1, 1],
  [256, 2, 1],
  [608, 4, 2],
  [100_000, 16, 8],
])(
  'of a heap of %i MB, %i price models are computed at once, %i of them of one client',
  (heapMb, atOnce, ofOne) => {
    const { of } = concurrencyBounds(bounds(256, 128), heapMb * 2 ** 20);
    expect(of.model).toMatchObject({ maxConcurrent: atOnce, maxConcurrentPerClient: ofOne });
  },
);

test('without a limit no client is refused', async () => {
  const limits = createConcurrencyLimits(concurrencyBounds(bounds(256, 0)));
  times(1000, () => limits.enter('a', 'long'));
  const places = times(16, () => limits.acquire('long', 'a', () => undefined));
  expect(await Promise.all(places)).toHaveLength(16);
});
