import { plainRegression } from './plain-regression.ts';
import { plainSaleVariance } from './plain-sale-variance.ts';

/** Lots of a regression with random effects: the rows of the design have a column for every level of a shrunk factor. */
export interface ShrunkLots {
  design: number[][];
  y: number[];
  sales: readonly unknown[];
  groups: readonly unknown[];
  /** The columns of the levels of each shrunk factor. */
  priors: readonly (readonly number[])[];
}

/**
 * The regression as the documentation defines it, by least squares over the lots and one more row for the prior of each shrunk
 * column: its only entry is the root of the penalty, and its y is 0.
 */
export function plainShrinkage({ design, y, sales, groups, priors }: ShrunkLots) {
  const shrunk = priors.flatMap((columns, factor) => columns.map((column) => ({ factor, column })));
  const rowsWith = (penalties: readonly number[]) => [
    ...design,
    ...shrunk.map(({ factor, column }) =>
      design[0]!.map((_, place) => (place === column ? Math.sqrt(penalties[factor]!) : 0)),
    ),
  ];
  const prices = [...y, ...shrunk.map(() => 0)];
  let penalties = priors.map(() => 1);
  for (let round = 0; round < 10; round++) {
    const { coefficients, classicalErrors, residualError } = plainRegression(rowsWith(penalties), prices);
    penalties = priors.map((columns, factor) => {
      // The diagonal of the inverse is the squared error of a coefficient ÷ the variance of a lot.
      const told = columns.reduce(
        (sum, column) => sum + 1 - penalties[factor]! * (classicalErrors[column]! / residualError) ** 2,
        2,
      );
      const spread = columns.reduce((sum, column) => sum + coefficients[column]! ** 2, 2 * 0.3 ** 2);
      return Math.max(1e-3, (residualError ** 2 * told) / spread);
    });
  }
  const rows = rowsWith(penalties);
  const fit = plainRegression(rows, prices);
  const kept = rows.map((row) => fit.kept.map((column) => row[column]!));
  const names = priors.map((_, factor) => `prior ${factor}`);
  const variance = plainSaleVariance(
    kept,
    prices,
    [...sales, ...shrunk.map((_, i) => `prior ${i}`)],
    [...groups, ...shrunk.map(({ factor }) => names[factor])],
    names,
  );
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const missed = design.reduce((sum, row, i) => {
    const fitted = row.reduce((total, value, column) => total + value * fit.coefficients[column]!, 0);
    return sum + (y[i]! - fitted) ** 2;
  }, 0);
  return {
    coefficients: fit.coefficients,
    residualError: fit.residualError,
    rSquared: 1 - missed / y.reduce((sum, value) => sum + (value - mean) ** 2, 0),
    /** The columns that are neither shrunk nor combinations of others. */
    rank: fit.kept.length - shrunk.length,
    ...{ share: variance.share, shared: variance.shared },
    errorOf: (contrast: number[]) => variance.errorOf(fit.kept.map((column) => contrast[column]!)),
  };
}
