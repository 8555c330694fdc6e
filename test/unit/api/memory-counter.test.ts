import { expect, test } from 'vitest';
import { createMemoryCounter } from '../../../api/memory-counter.ts';

const hour = 3_600_000;

test('lets exactly as many requests pass as are allowed, per client', () => {
  const counter = createMemoryCounter();
  const pass = (client: string) => counter.count(client, 1_000_000_000_000, hour, 1000)[0] > 0;
  expect(Array.from({ length: 1500 }, () => pass('a')).filter(Boolean)).toHaveLength(1000);
  expect(pass('b')).toBe(true);
});

test('lets requests pass again when the oldest have left the rolling window, and says when', () => {
  const counter = createMemoryCounter();
  const start = 1_000_000_000_000;
  for (let request = 0; request < 10; request++) counter.count('a', start + request * 60_000, hour, 10);
  const [remaining, resetS] = counter.count('a', start + 600_000, hour, 10);
  expect(remaining).toBe(0);
  expect(resetS * 1000).toBeGreaterThanOrEqual(start + hour);
  expect(resetS * 1000).toBeLessThanOrEqual(start + hour + 31_000);
  expect(counter.count('a', resetS * 1000, hour, 10)[0]).toBe(1);
  expect(counter.count('a', resetS * 1000, hour, 10)[0]).toBe(0);
});

test('forgets those not seen for longest beyond 50,000 clients', () => {
  const counter = createMemoryCounter();
  const now = 1_000_000_000_000;
  counter.count('first', now, hour, 5);
  for (let client = 0; client < 50_000; client++) counter.count(String(client), now, hour, 5);
  expect(counter.count('first', now, hour, 5)[0]).toBe(5);
});
