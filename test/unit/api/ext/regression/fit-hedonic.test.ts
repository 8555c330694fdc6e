import { describe, expect, test } from 'vitest';
import { fitHedonic } from '../../../../../api/ext/regression/fit-hedonic.ts';
import {
  generateLots,
  type HedonicLot,
  type Market,
  regressionLots,
} from '../../../../support/hedonic-lots.ts';
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
/** The numbers of levels of origin, treatment, house and period. */
const levels = market.effects.map(({ length }) => length);

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

function expectClose(value: number, expected: number) {
  expect(Math.abs(value / expected - 1)).toBeLessThan(1e-6);
}

describe('a regression over lots', () => {
  test('shrunk effects, their errors and degrees of freedom agree with plain matrices', () => {
    for (const [seed, change] of Object.values({
      none: (lot: HedonicLot) => lot,
      ...deficiencies,
    }).entries()) {
      const lots = generateLots(market, 70, 10 + seed)
        .map(change)
        .map((lot, i) => ({ ...lot, sale: `${lot.levels[2]} ${lot.levels[3]} ${i % 3 ? '' : i}` }));
      const fit = fitHedonic(levels, regressionLots(lots))!;
      const { x, y } = fit.center;
      // The plain design has the columns of the fit, in its order.
      const columns = levels.flatMap((length, factor) =>
        Array.from({ length }, (_, level) => ({
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
      for (const [factor, length] of levels.entries()) {
        const [from, to] = [fit.columnOf(factor, 0), fit.columnOf(factor, length - 1)!];
        const contrast = design[0]!.map((_, column) => Number(column === to) - Number(column === from));
        const estimate = fit.estimate([...contrast.entries()].flat());
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
    expect(fitHedonic(levels, regressionLots(generateLots(market, 3, 1)))).toBeUndefined();
  });
});
