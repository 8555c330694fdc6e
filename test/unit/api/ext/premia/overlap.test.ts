import { expect, test } from 'vitest';
import { type LotsByClass, overlap } from '../../../../../api/ext/premia/trait-effect.ts';

test('an overlap needs five lots of each value in classes of the other', () => {
  const lots = (classes: Record<string, number>): LotsByClass => new Map(Object.entries(classes));
  expect(overlap(lots({ a: 5 }), lots({ a: 5 }))).toBe(true);
  expect(overlap(lots({ a: 4, b: 9 }), lots({ a: 50 }))).toBe(false);
  expect(overlap(lots({ a: 50 }), lots({ a: 4, c: 9 }))).toBe(false);
  expect(overlap(lots({ a: 3, b: 2 }), lots({ a: 1, b: 4 }))).toBe(true);
  expect(overlap(lots({ a: 9, b: 0 }), lots({ b: 9 }))).toBe(false);
});
