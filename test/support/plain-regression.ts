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
  residualError: number;
  rSquared: number;
}

type Rows = number[][];

/** @param design one row for each lot, one column for each coefficient */
export function plainRegression(design: Rows, y: number[]): PlainRegression {
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
    residualError: Math.sqrt(variance),
    rSquared: 1 - dot(residuals, residuals) / y.reduce((sum, value) => sum + (value - mean) ** 2, 0),
  };
}

const pick = (rows: Rows, columns: number[]) => rows.map((row) => columns.map((column) => row[column]!));
