import { describe, expect, test } from 'vitest';
import { fitHedonic, type HedonicFit } from '../../../../../api/ext/regression/fit-hedonic.ts';
import {
  columnsOf,
  designOf,
  generateLots,
  type HedonicLot,
  type Market,
} from '../../../../support/hedonic-lots.ts';
import { type PlainRegression, plainRegression } from '../../../../support/plain-regression.ts';
import { plainSaleVariance } from '../../../../support/plain-sale-variance.ts';
import { plainShrinkage } from '../../../../support/plain-shrinkage.ts';

const market: Market = {
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  effects: [
    [0, 0.5, -0.3],
    [0, 0.2],
    [0, -0.1, 0.1],
    [0, 0.07, 0.14, 0.21],
  ],
  // Prices of expensive stones vary more.
  noise: ({ x }) => 0.2 + 0.1 * Math.abs(x),
};
const factors = ['origin', 'treatment', 'house', 'period'].map((name, i) => ({
  name,
  levels: market.effects[i]!.length,
}));

/** Changes to lots that make some columns sums of others. */
const deficiencies: Record<string, (lot: HedonicLot) => HedonicLot> = {
  'in which a treatment is always of one origin': (lot) => changed(lot, { 1: lot.levels[0] === 1 ? 1 : 0 }),
  'in which all stones weigh the same': (lot) => ({ ...lot, x: Math.log(2.5) }),
  'of two weights alone': (lot) => ({ ...lot, x: lot.x > 0.9 ? Math.log(3) : Math.log(2) }),
  'in which a house sold in one period alone, and nobody else then': (lot) =>
    changed(lot, { 2: lot.levels[3] === 3 ? 2 : lot.levels[2]! % 2 }),
  'in which early and late houses never met': (lot) => changed(lot, { 2: lot.levels[3]! < 2 ? 0 : 1 }),
  'in which nobody used a level': (lot) => changed(lot, { 0: lot.levels[0]! % 2 }),
};

function changed(lot: HedonicLot, levels: Record<number, number>): HedonicLot {
  return { ...lot, levels: lot.levels.map((level, factor) => levels[factor] ?? level) };
}

/** Compares the fit with plain matrices: columns, coefficients, errors. */
function expectAgreement(given: HedonicLot[], { isDeficient = false } = {}) {
  // A sale has one house and period, and every third lot is its own sale.
  const lots = given.map((lot, i) => ({
    ...lot,
    sale: `${lot.levels[2]} ${lot.levels[3]} ${i % 3 ? '' : i}`,
  }));
  const design = designOf(lots, factors);
  const prices = lots.map(({ y }) => y);
  const sales = lots.map(({ sale }) => sale);
  const plain = plainRegression(design, prices, sales);
  const determined = new Set(plain.kept.filter((column) => !isDeficient || plain.isDetermined(column)));
  const fit = fitHedonic(factors, columnsOf(lots))!;
  expect(fit.rank < fit.columns).toBe(isDeficient);
  expectPlain(fit, plain, determined);
  const kept = design.map((row) => plain.kept.map((column) => row[column]!));
  const period = lots.map(({ levels }) => levels[3]);
  const variance = plainSaleVariance(kept, prices, sales, period);
  expectErrors(fit, variance, plain, determined);
}

function expectPlain(fit: HedonicFit, plain: PlainRegression, determined: Set<number>) {
  expect(fit.rank).toBe(plain.kept.length);
  expectClose(fit.residualError, plain.residualError);
  expectClose(fit.rSquared!, plain.rSquared);
  const { y } = fit.center;
  for (let column = 0; column < fit.columns; column++) {
    const estimate = fit.estimate(contrastOf(fit, column));
    expect(estimate !== undefined, `column ${column}`).toBe(determined.has(column));
    if (!estimate) continue;
    const value = estimate.value + (column === 0 ? y : 0);
    expect(Math.abs(value - plain.coefficients[column]!)).toBeLessThan(1e-6 * plain.classicalErrors[column]!);
  }
}

/** Errors clustered by sale, and their degrees of freedom. */
function expectErrors(
  fit: HedonicFit,
  variance: ReturnType<typeof plainSaleVariance>,
  plain: PlainRegression,
  determined: Set<number>,
) {
  expect(fit.sales.sales).toBe(variance.sales);
  expectClose(1 + fit.sales.shared / fit.sales.own, 1 / (1 - variance.share));
  for (const column of determined) {
    const { error, degreesOfFreedom } = fit.estimate(contrastOf(fit, column))!;
    const found = variance.errorOf(plain.kept.map((kept) => (kept === column ? 1 : 0)));
    expectClose(error, found.error);
    expectClose(degreesOfFreedom, found.degreesOfFreedom);
  }
}

/** A coefficient of the plain regression, which is not centered. */
function contrastOf({ center: { x } }: HedonicFit, column: number): [number, number][] {
  if (column === 0)
    return [
      [0, 1],
      [1, -x],
      [2, x * x],
    ];
  if (column === 1)
    return [
      [1, 1],
      [2, -2 * x],
    ];
  return [[column, 1]];
}

function expectClose(value: number, expected: number) {
  expect(Math.abs(value / expected - 1)).toBeLessThan(1e-6);
}

describe('a regression over lots', () => {
  test('the regression agrees with plain matrices', () => expectAgreement(generateLots(market, 60, 1)));

  test.for(Object.entries(deficiencies))('the regression agrees over lots %s', ([, change]) =>
    expectAgreement(generateLots(market, 55, 5).map(change), { isDeficient: true }),
  );

  test('the regression agrees with least squares over lots whose weights are close together', () =>
    expectAgreement(generateLots(market, 60, 7).map((lot) => ({ ...lot, x: 4 + (lot.x - 0.9) / 7 }))));

  test('shrunk effects, their errors and degrees of freedom agree with plain matrices', () => {
    for (const [seed, change] of Object.values({
      none: (lot: HedonicLot) => lot,
      ...deficiencies,
    }).entries()) {
      const lots = generateLots(market, 70, 10 + seed)
        .map(change)
        .map((lot, i) => ({ ...lot, sale: `${lot.levels[2]} ${lot.levels[3]} ${i % 3 ? '' : i}` }));
      const random = factors.map((factor, i) => ({ ...factor, isShrunk: i < 3 }));
      const fit = fitHedonic(random, columnsOf(lots))!;
      const { x, y } = fit.center;
      // The plain design has the columns of the fit, in its order.
      const columns = factors.flatMap(({ levels }, factor) =>
        Array.from({ length: levels }, (_, level) => ({
          factor,
          level,
          column: fit.columnOf(factor, level),
        })),
      );
      const design = lots.map((lot) => {
        const row = [1, lot.x - x, (lot.x - x) ** 2];
        for (const { factor, level, column } of columns)
          if (column !== undefined) row[column] = Number(lot.levels[factor] === level);
        return row;
      });
      const plain = plainShrinkage({
        ...{ design, y: lots.map((lot) => lot.y - y) },
        ...{ sales: lots.map(({ sale }) => sale), groups: lots.map(({ levels }) => levels[3]) },
        priors: [0, 1, 2].map((of) =>
          columns.flatMap(({ factor, column }) => (factor === of ? [column!] : [])),
        ),
      });
      expect(fit.rank).toBe(plain.rank);
      expectClose(fit.residualError, plain.residualError);
      expectClose(fit.rSquared!, plain.rSquared);
      expectClose(1 + fit.sales.shared / fit.sales.own, 1 / (1 - plain.share));
      for (const [factor, { levels }] of factors.entries()) {
        const [from, to] = [fit.columnOf(factor, 0), fit.columnOf(factor, levels - 1)!];
        const contrast = design[0]!.map((_, column) => Number(column === to) - Number(column === from));
        const estimate = fit.estimate([...contrast.entries()]);
        if (!estimate) continue;
        const value = contrast.reduce((sum, weight, i) => sum + weight * plain.coefficients[i]!, 0);
        const { error, degreesOfFreedom } = plain.errorOf(contrast);
        expect(estimate.value).toBeCloseTo(value, 7);
        expectClose(estimate.error, error);
        expectClose(estimate.degreesOfFreedom, degreesOfFreedom);
      }
    }
  });

  test('there is no regression without more lots than coefficients', () => {
    expect(fitHedonic(factors, columnsOf(generateLots(market, 9, 1)))).toBeUndefined();
  });
});
