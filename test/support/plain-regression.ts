import { inv, multiply, transpose } from 'mathjs';
import { dot, orthonormal } from './orthonormal.ts';

/**
 * Least squares over the lots, by an orthonormal basis of the design matrix. It shares neither the sums nor the library of
 * the service.
 */
export interface PlainRegression {
  /** The linearly independent columns. */
  kept: number[];
  /** The coefficients by column; 0 for excluded columns. */
  coefficients: number[];
  classicalErrors: number[];
  robustErrors: number[];
  /** Clustered standard errors (CR1); robust errors for lots without sales. */
  clusteredErrors: number[];
  residualError: number;
  rSquared: number;
  /** Whether the data determine the coefficient of a column, whichever columns are excluded. */
  isDetermined(column: number): boolean;
}

type Rows = number[][];

/**
 * @param design one row for each lot, one column for each coefficient
 * @param sales the sale of each lot
 */
export function plainRegression(
  design: Rows,
  y: number[],
  sales: readonly unknown[] = y.map((_, i) => i),
): PlainRegression {
  const { kept, basis, triangle } = orthonormal(design);
  const x = pick(design, kept);
  const inverseR = inv(triangle);
  const solved = multiply(
    inverseR,
    basis.map((column) => dot(column, y)),
  ) as number[];
  const bread = multiply(inverseR, transpose(inverseR)) as Rows;
  const residuals = y.map((value, i) => value - dot(x[i]!, solved));
  const degrees = y.length - kept.length;
  const variance = dot(residuals, residuals) / degrees;
  const weighted = x.map((row, i) => row.map((value) => value * residuals[i]! ** 2));
  const sandwich = multiply(multiply(bread, multiply(transpose(x), weighted)), bread) as Rows;
  const scores = [...Map.groupBy(x.keys(), (i) => sales[i])].map(([, lots]) =>
    kept.map((_, column) => lots.reduce((sum, i) => sum + x[i]![column]! * residuals[i]!, 0)),
  );
  const clustered = multiply(multiply(bread, multiply(transpose(scores), scores)), bread) as Rows;
  const correction = (scores.length / (scores.length - 1)) * ((y.length - 1) / degrees);
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const spread = (of: (place: number) => number) => {
    const values = Array<number>(design[0]!.length).fill(0);
    for (const [place, column] of kept.entries()) values[column] = of(place);
    return values;
  };
  return {
    kept,
    coefficients: spread((i) => solved[i]!),
    classicalErrors: spread((i) => Math.sqrt(variance * bread[i]![i]!)),
    robustErrors: spread((i) => Math.sqrt((y.length / degrees) * sandwich[i]![i]!)),
    clusteredErrors: spread((i) => Math.sqrt(correction * clustered[i]![i]!)),
    residualError: Math.sqrt(variance),
    rSquared: 1 - dot(residuals, residuals) / y.reduce((sum, value) => sum + (value - mean) ** 2, 0),
    // It is determined if a row with only this column is a combination of the other rows.
    isDetermined: (column) =>
      orthonormal([...design, design[0]!.map((_, other) => Number(other === column))]).kept.length ===
      kept.length,
  };
}

const pick = (rows: Rows, columns: number[]) => rows.map((row) => columns.map((column) => row[column]!));
