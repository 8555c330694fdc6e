import { describe, expect, test } from 'vitest';
import { admissionLimits } from '../../../api/config.ts';
import { costOf, createAdmission } from '../../../api/endpoint/concurrency-limits.ts';

const limitsOf = (maxInFlight: number, maxInFlightPerClient: number) =>
  admissionLimits({ maxInFlight, maxInFlightPerClient, elasticsearchTimeoutMs: 1000 });
const times = (count: number, call: () => unknown) => Array.from({ length: count }, call);

describe('a client with too much in progress', () => {
  test('is refused with 429, and the others are not', () => {
    const admission = createAdmission(limitsOf(256, 8));
    const entered = times(8, () => admission.enter('a', 'brief')) as { leave: () => void }[];
    expect(() => admission.enter('a', 'brief')).toThrow(
      expect.objectContaining({ code: 'rate_limited', headers: { 'Retry-After': '1' } }),
    );
    admission.enter('b', 'brief');
    entered[0]!.leave();
    admission.enter('a', 'brief');
  });

  test.each(['long', 'export'] as const)('has fewer of cost %s', (cost) => {
    const admission = createAdmission(limitsOf(256, 8));
    times(2, () => admission.enter('a', cost));
    expect(() => admission.enter('a', cost)).toThrow('This address has 2');
    admission.enter('a', 'brief');
  });

  test('is not refused where there is no limit', async () => {
    const admission = createAdmission(limitsOf(256, 0));
    times(1000, () => admission.enter('a', 'long'));
    const places = times(16, () => admission.acquire('long', 'a', () => undefined));
    expect(await Promise.all(places)).toHaveLength(16);
  });
});

test('one client exports one file at a time', async () => {
  const admission = createAdmission(limitsOf(256, 128));
  const acquire = (client: string) => admission.acquire('export', client, () => undefined);
  const release = await acquire('a');
  const order: string[] = [];
  const second = acquire('a').then(() => order.push('a'));
  await acquire('b').then(() => order.push('b'));
  release();
  await second;
  expect(order).toEqual(['b', 'a']);
});

test('answers that are being made are bounded for all clients together', () => {
  const admission = createAdmission(limitsOf(2, 2));
  const end = admission.admit('brief');
  admission.admit('brief');
  expect(() => admission.admit('brief')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  end();
  admission.admit('brief');
  expect(admission.admitted()).toBe(2);
});

test('answers that wait long leave room for those that do not', () => {
  const admission = createAdmission(limitsOf(8, 8));
  times(4, () => admission.admit('long'));
  expect(() => admission.admit('long')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  times(2, () => admission.admit('export'));
  expect(() => admission.admit('export')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  times(2, () => admission.admit('brief'));
});

test.each([
  ['format=csv', 'export'],
  ['gem_name=ruby&format=csv', 'export'],
  ['%66ormat=csv', 'export'],
  ['gem_name=ruby&f%6Frmat=csv', 'export'],
  ['gem_name=format', 'brief'],
  ['q=%22star%20ruby%22&limit=5', 'brief'],
  ['', 'brief'],
])('a list with the query "%s" costs as much as %s', (query, cost) => {
  expect(costOf({ isBrief: true, export: async () => ({}) as never }, query)).toBe(cost);
});
