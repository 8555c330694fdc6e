import { expect, test } from 'vitest';
import { coverageOf, errorsByGrade, gradedFigures } from '../../support/backtest-comparables.ts';
import { generateBrokenTrend } from '../../support/broken-trend-market.ts';
import { generateMarket } from '../../support/heavy-tailed-market.ts';
import { generateUnevenNoise } from '../../support/uneven-noise-market.ts';

/** The limits of the grades were chosen on markets of the seeds 101 to 103. */
const seed = 4;

test('of rolling valuations on three generated markets, 76 to 84% are in range, and better grades have smaller errors', () => {
  const figures = [generateMarket, generateBrokenTrend, generateUnevenNoise].flatMap((generate) =>
    gradedFigures(generate(seed)),
  );
  console.log(errorsByGrade(figures), coverageOf(figures));
  expect(figures.length).toBeGreaterThan(1200);
  expect(coverageOf(figures)).toBeGreaterThan(0.76);
  expect(coverageOf(figures)).toBeLessThan(0.84);
  const byGrade = errorsByGrade(figures);
  expect(byGrade.map(({ grade }) => grade)).toEqual(['good', 'fair', 'thin']);
  const errors = byGrade.map(({ error }) => error);
  expect(errors).toEqual(errors.toSorted((a, b) => a - b));
  for (const { low, median_low, median, median_high, high } of figures) {
    const ordered = [low, median_low, median, median_high, high];
    expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
  }
});
