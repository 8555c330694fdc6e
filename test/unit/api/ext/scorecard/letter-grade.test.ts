import { expect, it } from 'vitest';
import { gradeOfComparables } from '../../../../../api/ext/scorecard/letter-grade.ts';

/** A figure and its interval. */
interface Measured {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** A figure that is known exactly. */
const exact = (value: number | null) => ({ value, low: value, high: value });

const graded = (n: number, error: Measured, coverage: Measured) =>
  gradeOfComparables({
    ...{ n, mean_absolute_log_error: error.value, coverage: coverage.value },
    ...{ mean_absolute_log_error_low: error.low, mean_absolute_log_error_high: error.high },
    ...{ coverage_low: coverage.low, coverage_high: coverage.high },
  });

const comparables = (error: number | null, coverage: number | null, n = 30) =>
  graded(n, exact(error), exact(coverage)).grade;

it('comparables are graded by their error, and by the distance of their coverage from 80%', () => {
  expect([0.3, 0.5, 0.7, 0.9].map((error) => comparables(error, 0.8)).join('')).toBe('ABCD');
  expect([0.300001, 0.500001, 0.700001, 0.900001].map((error) => comparables(error, 0.8)).join('')).toBe(
    'BCDF',
  );
  expect([0.75, 0.85, 0.72, 0.88, 0.68, 0.92, 0.6, 1].map((share) => comparables(0.1, share)).join('')).toBe(
    'AABBCCDD',
  );
  expect([0.749999, 0.850001, 0.599999].map((share) => comparables(0.1, share)).join('')).toBe('BBF');
});

it('comparables get a letter only where their intervals allow at most two', () => {
  const ofError = (low: number, value: number, high: number) => graded(100, { value, low, high }, exact(0.8));
  expect(ofError(0.35, 0.45, 0.5)).toEqual({ grade: 'B', grade_reason: null });
  expect(ofError(0.35, 0.45, 0.7).grade).toBe('B');
  expect(ofError(0.2, 0.45, 0.51)).toEqual({
    grade: null,
    grade_reason: 'The intervals allow the letters A to C.',
  });
  const ofCoverage = (low: number, value: number, high: number) =>
    graded(100, exact(0.2), { value, low, high });
  expect(ofCoverage(0.72, 0.8, 0.88).grade).toBe('A');
  expect(ofCoverage(0.68, 0.8, 0.9).grade_reason).toBe('The intervals allow the letters A to C.');
  // The whole interval is on one side of 80%.
  expect(ofCoverage(0.86, 0.89, 0.91).grade).toBe('C');
  expect(ofCoverage(0.84, 0.89, 0.93).grade_reason).toBe('The intervals allow the letters A to D.');
});

it('there is no letter when there are too few valuations or none', () => {
  expect(comparables(0.1, 0.8, 29)).toBeNull();
  expect(comparables(null, null, 0)).toBeNull();
  const unknown = { value: 0.1, low: null, high: null };
  expect(graded(30, unknown, exact(0.8))).toMatchObject({ grade: null });
});
