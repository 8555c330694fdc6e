import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fitHedonic } from '../../../../../api/ext/regression/fit-hedonic.ts';
import { columnsOf, type HedonicLot } from '../../../../support/hedonic-lots.ts';

/** The results of clustered-errors.py with statsmodels and numpy. */
interface Reference {
  lots: HedonicLot[];
  coefficients: number[];
  sales: number;
  within_sale_correlation: number;
  errors: number[];
  degrees_of_freedom: number[];
}

const references = JSON.parse(
  readFileSync(new URL('clustered-errors.json', import.meta.url), 'utf8'),
) as Reference[];
const factors = [3, 2, 3, 4].map((levels, i) => ({ name: `factor ${i}`, levels }));

test.for(references.map((reference, i) => [i, reference] as const))(
  'coefficients, errors and degrees of freedom equal those of statsmodels and numpy: data set %i',
  ([, reference]) => {
    const fit = fitHedonic(factors, columnsOf(reference.lots))!;
    const { x } = fit.center;
    const { sales, shared, own } = fit.sales;
    expect(sales).toBe(reference.sales);
    expect(shared / (shared + own)).toBeCloseTo(reference.within_sale_correlation, 9);
    for (const [column, coefficient] of reference.coefficients.entries()) {
      // The service subtracts the mean of x, so the constant includes it.
      const contrasts: Record<number, [number, number][]> = {
        0: [
          [0, 1],
          [1, -x],
          [2, x * x],
        ],
        1: [
          [1, 1],
          [2, -2 * x],
        ],
      };
      const estimate = fit.estimate(contrasts[column] ?? [[column, 1]])!;
      const { value, error, degreesOfFreedom } = estimate;
      expect(value + (column === 0 ? fit.center.y : 0)).toBeCloseTo(coefficient, 8);
      expectClose(error, reference.errors[column]!);
      expectClose(degreesOfFreedom, reference.degrees_of_freedom[column]!);
    }
  },
);

function expectClose(value: number, expected: number) {
  expect(Math.abs(value / expected - 1)).toBeLessThan(1e-6);
}
