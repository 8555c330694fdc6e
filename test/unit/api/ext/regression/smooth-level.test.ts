import { add, diag, inv, type Matrix as MathMatrix, matrix, multiply, transpose } from 'mathjs';
import { describe, expect, test } from 'vitest';
import { type ObservedLevels, smoothLevel } from '../../../../../api/ext/regression/smooth-level.ts';
import { squareOf, zeros } from '../../../../../api/ext/regression/square.ts';
import { randomFrom } from '../../../../../local/samples/random.ts';

/** Times are quarters since 2010. The levels of market and gem are sums of the steps between them. */
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
const market = observe(1, { seen: everyQuarter(9), from: 9, error: 0.03 });
const few = observe(2, { seen: [1, 4, 15], from: 12, error: 0.15 });
const change = (to: number, from: number) => [[timeOf(to), 1] as const, [timeOf(from), -1] as const];

/** The conditional expectation of a change of the gem's level, given all effects (normal variables). */
function expectedChange(variances: { market: number; own: number }, [to, from]: [number, number]) {
  const effects = [...market.values, ...few.values];
  const none = Array<number>(quarters).fill(0);
  // A column for each step of the market and of the gem, and a row for each effect.
  const design = matrix([
    ...market.seen.map((quarter) => [...stepsTo(quarter, market.from), ...none]),
    ...few.seen.map((quarter) => [...stepsTo(quarter, few.from), ...stepsTo(quarter, few.from)]),
  ]);
  const steps = matrix(
    diag([
      ...none.map(() => variances.market / 4),
      ...none.map(() => variances.own / 4),
    ]) as unknown as MathMatrix,
  );
  const split = market.seen.length;
  const errors = effects.map((_, i) =>
    effects.map((_, j) => {
      if (i < split !== j < split) return 0;
      const { n, values } = (i < split ? market : few).covariance;
      const from = i < split ? 0 : split;
      return values[(i - from) * n + j - from]!;
    }),
  );
  const covariance = add(multiply(multiply(design, steps), transpose(design)), matrix(errors));
  const target = matrix([[...stepsTo(to, from), ...stepsTo(to, from)]]);
  const shared = multiply(multiply(target, steps), transpose(design));
  const weights = multiply(shared, inv(covariance));
  const prior = multiply(multiply(target, steps), transpose(target));
  return {
    value: multiply(weights, matrix(effects.map((value) => [value]))).get([0, 0]) as number,
    variance: (prior.get([0, 0]) as number) - (multiply(weights, transpose(shared)).get([0, 0]) as number),
  };
}

/** Price factors in time by this level are compared with a plain computation in test/integration/api/ext/comparables. */
describe('a price level that follows the market', () => {
  const ofMarket = smoothLevel(market);
  const level = smoothLevel(few, ofMarket);
  const variances = { market: ofMarket.variancePerYear, own: level.variancePerYear };

  test('the level is the expectation of both random walks, given the effects of both', () => {
    for (const [to, from] of [
      [20, 2],
      [15, 4],
      [22, 12],
      [3, 0],
    ] as const) {
      const expected = expectedChange(variances, [to, from]);
      expect(level.estimate(change(to, from))).toBeCloseTo(expected.value, 8);
      expect(level.varianceOf(change(to, from))).toBeCloseTo(expected.variance, 8);
    }
  });

  test('a level without a market is the expectation of its own random walk', () => {
    const alone = smoothLevel(few);
    const expected = expectedChange({ market: 0, own: alone.variancePerYear }, [20, 2]);
    expect(alone.estimate(change(20, 2))).toBeCloseTo(expected.value, 8);
    expect(alone.varianceOf(change(20, 2))).toBeCloseTo(expected.variance, 8);
  });

  test('the variance of a level without observations is that of its prior', () => {
    const blank = smoothLevel({ reference: 2010, times: [], values: [], covariance: zeros(0) });
    expect(blank.variancePerYear).toBeCloseTo(0.01, 5);
    expect(blank.varianceOf(change(8, 0))).toBeCloseTo(2 * blank.variancePerYear, 12);
  });
});
