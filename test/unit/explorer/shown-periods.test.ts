import { expect, test } from 'vitest';
import { firstUnfinished } from '../../../explorer/charts/shown-periods.ts';

test.each([
  [['2024', '2025', '2026'], '2026-11-24', 2],
  [['2024', '2025'], '2026-11-24', 2],
  [['2026-Q3', '2026-Q4'], '2026-11-24', 1],
  [['2026-10', '2026-11', '2026-12'], '2026-11-24', 1],
])('of the periods %j on %s, the first %d are complete', (periods, day, over) => {
  expect(firstUnfinished(periods, day)).toBe(over);
});
