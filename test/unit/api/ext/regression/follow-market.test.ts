import { add, diag, inv, type Matrix as MathMatrix, matrix, multiply, transpose } from 'mathjs';
import { Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { type ObservedLevels, smoothLevel } from '../../../../../api/ext/regression/smooth-level.ts';
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
    ...{ seen, from },
    reference: timeOf(from),
    times: seen.map(timeOf),
    values: seen.map(() => 0.2 * random.normal()),
    covariance: new Matrix(seen.map((_, i) => seen.map((_, j) => error ** 2 * (i === j ? 2 : 1)))),
  };
}

const everyQuarter = (without: number) =>
  Array.from({ length: quarters }, (_, i) => i).filter((quarter) => quarter !== without);
const market = observe(1, { seen: everyQuarter(9), from: 9, error: 0.03 });
const few = observe(2, { seen: [1, 4, 15], from: 12, error: 0.15 });
const change = (to: number, from: number) => [[timeOf(to), 1] as const, [timeOf(from), -1] as const];

/** The joint covariance of all effects, with a column for each step of the market and of the gem. */
function jointly(gem: Seen, variances: { market: number; own: number }) {
  const rows = [
    ...market.seen.map((quarter) => [...stepsTo(quarter, market.from), ...Array(quarters).fill(0)]),
    ...gem.seen.map((quarter) => [...stepsTo(quarter, gem.from), ...stepsTo(quarter, gem.from)]),
  ];
  const steps = diag([
    ...Array<number>(quarters).fill(variances.market / 4),
    ...Array<number>(quarters).fill(variances.own / 4),
  ]) as unknown as MathMatrix;
  const split = market.seen.length;
  const errors = rows.map((_, i) =>
    rows.map((_, j) => {
      if (i < split !== j < split) return 0;
      const { covariance } = i < split ? market : gem;
      return covariance.get(i < split ? i : i - split, j < split ? j : j - split);
    }),
  );
  const design = matrix(rows);
  const covariance = add(multiply(multiply(design, matrix(steps)), transpose(design)), matrix(errors));
  return { design, steps, covariance, effects: [...market.values, ...gem.values] };
}

/** The conditional expectation of a change of the gem's level, given all effects (normal variables). */
function expectedChange(
  gem: Seen,
  variances: { market: number; own: number },
  [to, from]: [number, number],
  effects?: number[],
) {
  const joint = jointly(gem, variances);
  const target = matrix([[...stepsTo(to, from), ...stepsTo(to, from)]]);
  const shared = multiply(multiply(target, joint.steps), transpose(joint.design));
  const weights = multiply(shared, inv(joint.covariance));
  const column = matrix((effects ?? joint.effects).map((value) => [value]));
  const prior = multiply(multiply(target, joint.steps), transpose(target));
  return {
    value: multiply(weights, column).get([0, 0]) as number,
    variance: (prior.get([0, 0]) as number) - (multiply(weights, transpose(shared)).get([0, 0]) as number),
  };
}

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
      const expected = expectedChange(few, variances, [to, from]);
      const found = level.combine(change(to, from));
      expect(found.value).toBeCloseTo(expected.value, 8);
      expect(found.variance).toBeCloseTo(expected.variance, 8);
    }
  });

  test('the weight of the market equals the change that a steady market trend would cause', () => {
    const trend = [...market.times.map((time) => time - market.reference), ...few.times.map(() => 0)];
    for (const [to, from] of [
      [20, 2],
      [15, 4],
    ] as const)
      expect(level.marketTrend(change(to, from))).toBeCloseTo(
        expectedChange(few, variances, [to, from], trend).value,
        8,
      );
  });

  test('the variance maximizes likelihood times prior', () => {
    const scoreOf = (own: number) => {
      const { covariance, effects } = jointly(few, { ...variances, own });
      const column = Matrix.columnVector(effects);
      const dense = new Matrix(covariance.toArray() as number[][]);
      const pivots = [...Array(dense.rows).keys()].reduce<{ rest: Matrix; ln: number }>(
        ({ rest, ln }) => {
          const pivot = rest.get(0, 0);
          const next = Matrix.zeros(rest.rows - 1, rest.rows - 1);
          for (let i = 1; i < rest.rows; i++)
            for (let j = 1; j < rest.rows; j++)
              next.set(i - 1, j - 1, rest.get(i, j) - (rest.get(i, 0) * rest.get(0, j)) / pivot);
          return { rest: next, ln: ln + Math.log(pivot) };
        },
        { rest: dense, ln: 0 },
      );
      const square = column.dot(
        Matrix.columnVector(
          (inv(covariance).toArray() as number[][]).map((row) =>
            row.reduce((sum, weight, i) => sum + weight * effects[i]!, 0),
          ),
        ),
      );
      return -(pivots.ln + square) / 2 - (Math.log(own / 0.01) / 2) ** 2 / 2;
    };
    const best = scoreOf(level.variancePerYear);
    expect(best).toBeGreaterThan(scoreOf(level.variancePerYear * 1.1));
    expect(best).toBeGreaterThan(scoreOf(level.variancePerYear / 1.1));
  });

  test('the level equals that of the market when its own effects are very uncertain', () => {
    const blind = smoothLevel({ ...few, covariance: Matrix.mul(few.covariance, 1e6) }, ofMarket);
    const [own, all] = [blind.combine(change(20, 2)), ofMarket.combine(change(20, 2))];
    expect(own.value).toBeCloseTo(all.value, 4);
    expect(own.variance).toBeGreaterThan(all.variance);
    expect(blind.marketTrend(change(20, 2))).toBeCloseTo(ofMarket.ownTrend(change(20, 2)), 4);
    expect(blind.marketTrend(change(20, 2)) / 4.5).toBeGreaterThan(0.9);
  });

  test('the market does not affect the level when its own effects are certain', () => {
    const many = observe(5, { seen: everyQuarter(3), from: 3, error: 0.001 });
    const [alone, beside] = [smoothLevel(many), smoothLevel(many, ofMarket)];
    for (const [to, from] of [
      [20, 2],
      [23, 7],
    ] as const) {
      expect(beside.combine(change(to, from)).value).toBeCloseTo(alone.combine(change(to, from)).value, 4);
      expect(Math.abs(beside.marketTrend(change(to, from)))).toBeLessThan(0.001);
    }
  });

  test('with few lots the level is closer to the truth than without the market', () => {
    const errors = { alone: 0, beside: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomFrom(100 + seed);
      const walk = (deviation: number) =>
        Array.from({ length: quarters + 1 }).reduce<number[]>(
          (steps) => [...steps, steps.at(-1)! + (deviation / 2) * random.normal()],
          [0],
        );
      const [all, difference] = [walk(0.12), walk(0.05)];
      const truth = all.map((value, i) => value + difference[i]!);
      const noisy = (of: Seen, levels: number[], error: number): ObservedLevels => {
        const first = error * random.normal();
        const values = of.seen.map((q) => levels[q]! - levels[of.from]! + error * random.normal() - first);
        return { ...of, values };
      };
      const gem = noisy(few, truth, 0.15);
      const known = smoothLevel(noisy(market, all, 0.03));
      const off = (found: { value: number }) => Math.abs(found.value - (truth[20]! - truth[2]!));
      errors.alone += off(smoothLevel(gem).combine(change(20, 2)));
      errors.beside += off(smoothLevel(gem, known).combine(change(20, 2)));
    }
    console.log('mean errors of 60 gems with three quarters', errors.alone / 60, errors.beside / 60);
    expect(errors.beside).toBeLessThan(0.8 * errors.alone);
  });
});
