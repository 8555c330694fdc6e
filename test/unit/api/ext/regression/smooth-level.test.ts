import { add, diag, inv, type Matrix as MathMatrix, matrix, multiply, transpose } from 'mathjs';
import { describe, expect, test } from 'vitest';
import { type ObservedLevels, smoothLevel } from '../../../../../api/ext/regression/smooth-level.ts';
import { squareOf, zeros } from '../../../../../api/ext/regression/square.ts';
import { randomFrom } from '../../../../../local/samples/random.ts';

/** Times are quarters since 2010. Levels are sums of the steps between them. */
const quarters = 24;
const timeOf = (quarter: number) => 2010 + quarter / 4;

/** The steps between a quarter and the reference, with the sign of the change from the reference. */
const stepsTo = (quarter: number, reference: number) =>
  Array.from({ length: quarters }, (_, step) =>
    step >= reference && step < quarter ? 1 : step < reference && step >= quarter ? -1 : 0,
  );

interface Seen extends ObservedLevels {
  seen: number[];
  from: number;
}

/** Effects of some quarters, whose errors include the error of the reference. */
function observe(seed: number, { seen, from, error }: { seen: number[]; from: number; error: number }): Seen {
  const random = randomFrom(seed);
  return {
    seen,
    from,
    reference: timeOf(from),
    times: seen.map(timeOf),
    values: seen.map(() => 0.2 * random.normal()),
    covariance: squareOf(seen, (one, other) => error ** 2 * (one === other ? 2 : 1)),
  };
}

const everyQuarter = (without: number) =>
  Array.from({ length: quarters }, (_, i) => i).filter((quarter) => quarter !== without);
const change = (to: number, from: number) => [[timeOf(to), 1] as const, [timeOf(from), -1] as const];

/** The conditional expectation of a change of the level, given all effects (normal variables). */
function expectedChange(effects: Seen, variancePerYear: number, [to, from]: [number, number]) {
  // A column for each step, and a row for each effect.
  const design = matrix(effects.seen.map((quarter) => stepsTo(quarter, effects.from)));
  const steps = matrix(diag(Array<number>(quarters).fill(variancePerYear / 4)) as unknown as MathMatrix);
  const { n, values } = effects.covariance;
  const errors = effects.values.map((_, i) => effects.values.map((_, j) => values[i * n + j]!));
  const covariance = add(multiply(multiply(design, steps), transpose(design)), matrix(errors));
  const target = matrix([stepsTo(to, from)]);
  const shared = multiply(multiply(target, steps), transpose(design));
  const weights = multiply(shared, inv(covariance));
  const prior = multiply(multiply(target, steps), transpose(target));
  return {
    value: multiply(weights, matrix(effects.values.map((value) => [value]))).get([0, 0]) as number,
    variance: (prior.get([0, 0]) as number) - (multiply(weights, transpose(shared)).get([0, 0]) as number),
  };
}

/** Price factors in time by this level are compared with a plain computation in test/integration/api/ext/comparables. */
describe('a price level', () => {
  test.each([
    ['every quarter', observe(1, { seen: everyQuarter(9), from: 9, error: 0.03 })],
    ['few quarters', observe(2, { seen: [1, 4, 15], from: 12, error: 0.15 })],
  ])('the level of effects of %s is the expectation of a random walk', (_, effects) => {
    const level = smoothLevel(effects);
    for (const [to, from] of [
      [20, 2],
      [15, 4],
      [22, 12],
      [3, 0],
    ] as const) {
      const expected = expectedChange(effects, level.variancePerYear, [to, from]);
      expect(level.estimate(change(to, from))).toBeCloseTo(expected.value, 8);
      expect(level.varianceOf(change(to, from))).toBeCloseTo(expected.variance, 8);
    }
  });

  test('the variance of a level without observations is that of its prior', () => {
    const blank = smoothLevel({ reference: 2010, times: [], values: [], covariance: zeros(0) });
    expect(blank.variancePerYear).toBeCloseTo(0.01, 5);
    expect(blank.varianceOf(change(8, 0))).toBeCloseTo(2 * blank.variancePerYear, 12);
  });
});
