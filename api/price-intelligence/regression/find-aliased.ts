import type { Matrix } from 'ml-matrix';

/** What is left of a column, as a share of its sum of squares, that rounding alone could have left. */
const tolerance = 1e-9;

/** The columns of a design, parted into those that have a part of their own and those that others add up to. */
export interface Columns {
  kept: number[];
  aliased: number[];
  /** The own part of each column, as a share of its size. */
  shares: number[];
}

/**
 * Goes through the columns in their order and leaves out each that is a sum of multiples of kept ones, as R's `lm` does:
 * its own part is what remains of it after a regression on those, the pivot of a Cholesky factorisation.
 * @param gram Σ z·zᵀ of the columns
 * @param sizes the sum of squares of each column as it was before it was centred: what its rounding is relative to
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
    // A column of zeros has no share at all.
    if (!(share > tolerance)) {
      aliased.push(column);
      continue;
    }
    kept.push(column);
    rows.push([...row, Math.sqrt(own)]);
  }
  return { kept, aliased, shares };
}

/** How much of a column goes along each kept one: a row of the Cholesky factor, by forward substitution. */
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
