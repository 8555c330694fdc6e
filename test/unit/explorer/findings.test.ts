import { describe, expect, test } from 'vitest';
import { changeFinding } from '../../../explorer/market/findings.ts';
import { firstUnfinished } from '../../../explorer/market/period-ticks.ts';
import { stacked } from '../../../explorer/prices/stacked.ts';

describe('the findings of charts', () => {
  test.each([
    [[100, 150, 200], 'Prices rose 100% from 2001 to 2003'],
    [[200, 150], 'Prices fell 25% from 2001 to 2002'],
    [[100, 300, 101], 'Prices changed little from 2001 to 2003'],
    [[100], undefined],
    [[], undefined],
  ])('%j: %s', (values, finding) => {
    const points = values.map((value, index) => ({ period: String(2001 + index), value }));
    expect(changeFinding('Prices', points)).toBe(finding);
  });

  test.each([
    [['2024', '2025', '2026'], '2026-11-24', 2],
    [['2024', '2025'], '2026-11-24', 2],
    [['2026-Q3', '2026-Q4'], '2026-11-24', 1],
    [['2026-10', '2026-11', '2026-12'], '2026-11-24', 1],
  ])('of %j on %s, %d periods are over', (periods, day, over) => {
    expect(firstUnfinished(periods, day)).toBe(over);
  });

  test('dots that are close stand in different rows', () => {
    expect(stacked([0.1, 0.11, 0.5, 0.105, 0.9], 0.025)).toEqual([0, 1, 0, 2, 0]);
  });
});
