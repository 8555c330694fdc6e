import type { Matrix } from 'ml-matrix';
import type { Moments } from './moments.ts';

/** Something that divides the lots into levels; the first one is what the others are compared with. */
export interface Factor {
  name: string;
  /** How many levels it has. */
  levels: number;
}

/** The lots that share one level of every factor. */
export interface Cell {
  /** The level of each factor, in the order of the factors. */
  levels: readonly number[];
  sums: Moments;
}

/** The powers of x that are columns: 1, x, x². */
export const powerColumns = 3;

/** Which column stands for what: first 1, x and x², then for each factor its levels but the first. */
export interface Design {
  columns: number;
  /** The column of a level, or undefined for a factor's first, which has none. */
  columnOf(factor: number, level: number): number | undefined;
  /** The columns that are 1 in a cell, beside that of the constant. */
  columnsIn(cell: Cell): number[];
}

export function createDesign(factors: readonly Factor[]): Design {
  const firsts: number[] = [];
  let columns = powerColumns;
  for (const { levels } of factors) {
    firsts.push(columns);
    columns += levels - 1;
  }
  const columnOf = (factor: number, level: number) => (level === 0 ? undefined : firsts[factor]! + level - 1);
  return {
    columns,
    columnOf,
    columnsIn: ({ levels }) => levels.flatMap((level, factor) => columnOf(factor, level) ?? []),
  };
}

/**
 * Adds Σ w · z·zᵀ over the lots of a cell, z being a lot's row of the design, to a symmetric matrix.
 * @param sums Σ w · x^k for k from 0 to 4
 */
export function addOuterProducts(
  matrix: Matrix,
  cellColumns: readonly number[],
  sums: ArrayLike<number>,
): void {
  for (let i = 0; i < powerColumns; i++) {
    for (let j = 0; j < powerColumns; j++) add(matrix, i, j, sums[i + j]!);
    for (const column of cellColumns) {
      add(matrix, i, column, sums[i]!);
      add(matrix, column, i, sums[i]!);
    }
  }
  for (const row of cellColumns) for (const column of cellColumns) add(matrix, row, column, sums[0]!);
}

function add(matrix: Matrix, row: number, column: number, value: number): void {
  matrix.set(row, column, matrix.get(row, column) + value);
}
