import { inv, multiply } from 'mathjs';
import { Matrix } from 'ml-matrix';
import { expect, test } from 'vitest';
import { smoothedIndex } from '../../../../../api/ext/price-index/smoothed.ts';
import { smoothLevel } from '../../../../../api/ext/regression/smooth-level.ts';

test('a smoothed price index is the expectation of a random walk, with an interval', () => {
  const times = [2010.25, 2010.5, 2011.5, 2012];
  const values = [0.1, 0.05, 0.3, 0.2];
  const covariance = new Matrix(times.map((_, i) => times.map((_, j) => (i === j ? 0.002 : 0.001))));
  const level = smoothLevel({ reference: 2010, times, values, covariance });
  const inTime = (from: number, to: number) => {
    const { value, variance } = level.combine([
      [to, 1],
      [from, -1],
    ]);
    return { value, error: Math.sqrt(variance) };
  };
  const marketWeight = () => undefined;
  // The conditional expectation of normal variables, in a quarter without an observation.
  const [base, time] = [2010.5, 2011];
  const kernel = (a: number, b: number) => level.variancePerYear * (Math.min(a, b) - 2010);
  const all = times.map((a, i) => times.map((b, j) => kernel(a, b) + covariance.get(i, j)));
  const shared = times.map((at) => kernel(time, at) - kernel(base, at));
  const weights = multiply(inv(all), shared) as number[];
  const dot = (some: number[]) => weights.reduce((sum, weight, i) => sum + weight * some[i]!, 0);
  const error = Math.sqrt(level.variancePerYear * (time - base) - dot(shared));
  const found = smoothedIndex({ inTime, marketWeight }, base, time)!;
  expect(found.value).toBeCloseTo(100 * Math.exp(dot(values)), 6);
  expect(found.low).toBeCloseTo(100 * Math.exp(dot(values) - 1.959964 * error), 3);
  expect(found.high).toBeCloseTo(100 * Math.exp(dot(values) + 1.959964 * error), 3);
  expect(smoothedIndex({ inTime, marketWeight }, base, base)).toEqual({ value: 100, low: 100, high: 100 });
  expect(smoothedIndex({ inTime: () => undefined, marketWeight }, base, time)).toBeUndefined();
});
