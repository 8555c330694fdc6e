import { Matrix } from 'ml-matrix';
import { addOuterProducts, type Cell, type Design } from './design.ts';
import { momentPlace } from './moments.ts';

/** The squared residuals e² of all lots. */
export interface SquaredResiduals {
  /** Σ e². */
  total: number;
  /** Σ e² · z·zᵀ, z being a lot's row of the design. */
  scatter: Matrix;
}

/** Sums the squared residuals of a regression, and their outer products, from the sums of its cells. */
export function squaredResiduals(
  design: Design,
  coefficients: readonly number[],
  cells: readonly Cell[],
): SquaredResiduals {
  const scatter = Matrix.zeros(design.columns, design.columns);
  let total = 0;
  for (const cell of cells) {
    const columns = design.columnsIn(cell);
    const sums = residualSums(columns, coefficients, cell);
    addOuterProducts(scatter, columns, sums);
    total += sums[0]!;
  }
  return { total, scatter };
}

/**
 * Σ e² · x^k of a cell for k from 0 to 4. In a cell the regression is a + b·x + c·x², so that with its square's
 * coefficients f, e² = y² − 2·y·(a + b·x + c·x²) + Σ f_j · x^j.
 */
function residualSums(columns: readonly number[], coefficients: readonly number[], { sums }: Cell): number[] {
  const [constant = 0, b = 0, c = 0] = coefficients;
  const a = columns.reduce((sum, column) => sum + coefficients[column]!, constant);
  const fitted = [a, b, c];
  const squared = [a * a, 2 * a * b, b * b + 2 * a * c, 2 * b * c, c * c];
  return [0, 1, 2, 3, 4].map((k) => {
    let total = sums[momentPlace(k, 2)]!;
    for (const [j, factor] of fitted.entries()) total -= 2 * factor * sums[momentPlace(k + j, 1)]!;
    for (const [j, factor] of squared.entries()) total += factor * sums[momentPlace(k + j, 0)]!;
    return total;
  });
}
