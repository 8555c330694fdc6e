import type { Matrix } from 'ml-matrix';

/** Tolerance: the share of a column's sum of squares that rounding alone can leave. */
const tolerance = 1e-9;

/** The columns of a design, divided into independent ones and linear combinations of these. */
export interface Columns {
  kept: number[];
  aliased: number[];
  /** The independent part of each column, as a share of its size. */
  shares: number[];
}

/**
 * Goes through the columns in order and drops each that is a linear combination of kept ones, as R's `lm` does:
 * its independent part is the residual of a regression on those, the pivot of a Cholesky factorization.
 * @param gram Σ z·zᵀ of the columns
 * @param sizes the sum of squares of each column before it was centered, to which its rounding error is relative
 */
export function findAliased(gram: Matrix, sizes: readonly number[]): Columns {
  const kept: number[] = [];
  const aliased: number[] = [];
  const shares: number[] = [];
  const rows: number[][] = [];
  for (let column = 0; column < gram.columns; column++) {
    const row = projections(gram, column, kept, rows);
    const own = gram.get(column, column) - row.reduce((sum, part) => sum + part * part, 0);
    const share = own / sizes[column]!;
    shares.push(share);
    // A column of zeros has no share.
    if (!(share > tolerance)) {
      aliased.push(column);
      continue;
    }
    kept.push(column);
    rows.push([...row, Math.sqrt(own)]);
  }
  return { kept, aliased, shares };
}

/** The projection of a column on each kept one: a row of the Cholesky factor, by forward substitution. */
function projections(
  gram: Matrix,
  column: number,
  kept: readonly number[],
  rows: readonly number[][],
): number[] {
  const row: number[] = [];
  for (const [i, other] of kept.entries()) {
    const factor = rows[i]!;
    let rest = gram.get(column, other);
    for (let k = 0; k < i; k++) rest -= row[k]! * factor[k]!;
    row.push(rest / factor[i]!);
  }
  return row;
}
