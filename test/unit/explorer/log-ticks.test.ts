import { describe, expect, test } from 'vitest';
import { linearTicks, logRange, logTicks } from '../../../explorer/charts/log-ticks.ts';

describe('ticks of a logarithmic scale', () => {
  test.each([
    [
      [1, 100, 8],
      [1, 2, 5, 10, 20, 50, 100],
    ],
    [
      [0.5, 4, 8],
      [0.5, 1, 2],
    ],
    // Ticks at 1, 2 and 5 would be too many, so there are fewer digits.
    [
      [1, 1_000_000, 8],
      [1, 10, 100, 1000, 10_000, 100_000, 1_000_000],
    ],
    // There would be fewer than three ticks, so they are finer.
    [
      [1, 2.2, 8],
      [1, 1.5, 2],
    ],
    [
      [1, 3, 8],
      [1, 1.5, 2, 3],
    ],
  ])('the range and maximum number %j give the ticks %j', ([least, greatest, most], ticks) => {
    expect(logTicks(least!, greatest!, most!)).toEqual(ticks);
  });

  test.each([
    [6, 6, [0, 1, 2, 3, 4, 5, 6]],
    [1_060_000, 6, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
    [0.9, 6, [0, 0.2, 0.4, 0.6, 0.8]],
  ])('a linear scale to %d has at most %d round ticks above 0', (greatest, most, ticks) => {
    expect(linearTicks(greatest, most).map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
  });

  test('the range is tight around the values, and never empty', () => {
    const [low, high] = logRange(20, 2000);
    expect(low).toBeGreaterThan(10);
    expect(low).toBeLessThan(20);
    expect(high).toBeGreaterThan(2000);
    expect(high).toBeLessThan(4000);
    const [one, other] = logRange(7, 7);
    expect(one).toBeLessThan(7);
    expect(other).toBeGreaterThan(7);
  });
});
