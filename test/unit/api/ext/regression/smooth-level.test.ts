import fc from 'fast-check';
import { inv, multiply } from 'mathjs';
import { Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { smoothLevel } from '../../../../../api/ext/regression/smooth-level.ts';
import { randomFrom } from '../../../../../local/samples/random.ts';

/** A quarterly random walk, observed with noise relative to its first level, except in `blank` quarters. */
function randomWalk(
  seed: number,
  { quarters = 40, variance = 0.01, noise = 0.05, blank = [] as number[] } = {},
) {
  const random = randomFrom(seed);
  const truth = [0];
  for (let i = 1; i < quarters; i++) truth.push(truth[i - 1]! + Math.sqrt(variance / 4) * random.normal());
  const times = truth.map((_, i) => 2010 + i / 4);
  const seen = times.map((_, i) => i).filter((i) => i > 0 && !blank.includes(i));
  // All values include the error of the reference.
  const first = noise * random.normal();
  const covariance = new Matrix(seen.map((_, i) => seen.map((_, j) => noise ** 2 * (i === j ? 2 : 1))));
  return {
    ...{ truth, times, noise },
    observed: {
      reference: 2010,
      times: seen.map((i) => times[i]!),
      values: seen.map((i) => truth[i]! + noise * random.normal() - first),
      covariance,
    },
  };
}

describe('a smoothed price level', () => {
  test('the level is the expectation of the random walk, given the observations', () => {
    const { observed } = randomWalk(3, { quarters: 12 });
    const level = smoothLevel(observed);
    const [from, to] = [2011.1, 2012.6];
    // The conditional expectation of normal variables, with a row and a column for each time.
    const kernel = (a: number, b: number) => level.variancePerYear * Math.min(a - 2010, b - 2010);
    const all = observed.times.map((a, i) =>
      observed.times.map((b, j) => kernel(a, b) + observed.covariance.get(i, j)),
    );
    const shared = observed.times.map((time) => kernel(to, time) - kernel(from, time));
    const weights = multiply(inv(all), shared) as number[];
    const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    const { value, variance } = level.combine([
      [to, 1],
      [from, -1],
    ]);
    expect(value).toBeCloseTo(dot(weights, observed.values), 9);
    expect(variance).toBeCloseTo(level.variancePerYear * (to - from) - dot(weights, shared), 9);
  });

  test('the prior variance of a combination sums over all pairs of its points', () => {
    const level = smoothLevel({ reference: 2010, times: [], values: [], covariance: new Matrix(0, 0) });
    const time = fc.double({ min: 2000, max: 2020, noNaN: true });
    const weight = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(time, weight), { maxLength: 20 }), (points) => {
        let sum = 0;
        for (const [a, weightOfA] of points) {
          for (const [b, weightOfB] of points) {
            const isOneWay = a > 2010 === b > 2010;
            const common = isOneWay ? Math.min(Math.abs(a - 2010), Math.abs(b - 2010)) : 0;
            sum += weightOfA * weightOfB * common;
          }
        }
        expect(level.combine(points).variance / level.variancePerYear).toBeCloseTo(sum, 6);
      }),
    );
  });

  test('the error covers the truth as often as promised, also in quarters without lots', () => {
    const blank = [10, 11, 12, 13, 38, 39];
    const covered = { seen: 0, blank: 0 };
    for (let seed = 1; seed <= 200; seed++) {
      const { truth, times, observed } = randomWalk(seed, { blank });
      const level = smoothLevel(observed);
      for (const [kind, quarter] of [
        ['seen', 25],
        ['blank', 12],
      ] as const) {
        const { value, variance } = level.combine([
          [times[quarter]!, 1],
          [times[5]!, -1],
        ]);
        const off = Math.abs(value - (truth[quarter]! - truth[5]!));
        if (off <= 1.96 * Math.sqrt(variance)) covered[kind]++;
      }
    }
    console.log(
      `of 200 walks the intervals covered the truth ${covered.seen} and, where blank, ${covered.blank} times`,
    );
    for (const times of Object.values(covered)) {
      expect(times).toBeGreaterThanOrEqual(179);
      expect(times).toBeLessThanOrEqual(199);
    }
  });

  test('the yearly variance of a market is estimated from its observations', () => {
    const found = (variance: number) =>
      [1, 2, 3, 4, 5].map(
        (seed) => smoothLevel(randomWalk(seed, { quarters: 120, variance }).observed).variancePerYear,
      );
    for (const variance of [0.0025, 0.01, 0.04]) {
      const mean = found(variance).reduce((sum, value) => sum + Math.log(value / variance), 0) / 5;
      expect(Math.abs(mean)).toBeLessThan(Math.log(1.5));
    }
  });

  test('the uncertainty grows with the distance between two times, and is never zero', () => {
    const { observed, times } = randomWalk(1);
    const level = smoothLevel(observed);
    const now = times.at(-1)!;
    const errors = [0.02, 0.25, 1, 3, 9].map(
      (years) =>
        level.combine([
          [now, 1],
          [now - years, -1],
        ]).variance,
    );
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    const ahead = [0.5, 1, 2].map(
      (years) =>
        level.combine([
          [now + years, 1],
          [now, -1],
        ]).variance,
    );
    for (const [i, years] of [0.5, 1, 2].entries())
      expect(ahead[i]! / years).toBeCloseTo(level.variancePerYear, 9);
    // A market that did not move in three quarters may still move later.
    const still = smoothLevel({
      reference: 2010,
      times: [2010.25, 2010.5],
      values: [0, 0],
      covariance: Matrix.eye(2).mul(1e-4),
    });
    expect(still.variancePerYear).toBeGreaterThan(1e-5);
  });

  test('the level has no jumps: ten days move it by at most ten days’ share of a quarter', () => {
    const { observed } = randomWalk(7, { variance: 0.09 });
    const level = smoothLevel(observed);
    const at = (from: number, to: number) =>
      level.combine([
        [to, 1],
        [from, -1],
      ]).value;
    for (let year = 2011; year < 2019; year++) {
      const quarter = Math.max(Math.abs(at(year - 0.25, year)), Math.abs(at(year, year + 0.25)));
      expect(Math.abs(at(year, year + 10 / 365.25))).toBeLessThanOrEqual(quarter + 1e-12);
      // Between two observations the level is a straight line.
      expect(at(year + 0.05, year + 0.1)).toBeCloseTo(at(year + 0.1, year + 0.15), 9);
    }
  });

  test('without observations the level equals its prior', () => {
    const level = smoothLevel({ reference: 2010, times: [], values: [], covariance: Matrix.zeros(0, 0) });
    const { value, variance } = level.combine([
      [2012, 1],
      [2010, -1],
    ]);
    expect(value).toBe(0);
    expect(variance).toBeCloseTo(2 * level.variancePerYear, 12);
    expect(level.variancePerYear).toBeCloseTo(0.01, 5);
  });
});
