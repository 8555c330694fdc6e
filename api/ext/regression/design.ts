import type { Matrix } from 'ml-matrix';
import type { Moments } from './moments.ts';

/** A factor that divides the lots into levels; the first level is the reference. */
export interface Factor {
  name: string;
  /** The number of its levels. */
  levels: number;
}

/** Lots with the same level of every factor, of one sale where sales are distinguished. */
export interface Cell {
  /** The level of each factor, in the order of the factors. */
  levels: readonly number[];
  /** Names the sale; undefined where sales are not distinguished. */
  sale?: string | undefined;
  /** Up to x⁴, x²·y and y². */
  sums: Moments;
}

/**
 * Lots by one factor and by two. Least squares needs no more: a product of two columns involves at most two factors, and
 * errors also need only the totals of sales. Several rows may have the same levels.
 */
export interface Margins {
  periods: readonly PeriodMargins[];
  sales: readonly SaleMargins[];
}

/** The margins of the lots of a period. */
export interface PeriodMargins {
  /** The level of the last factor, the period. */
  period: number;
  /** The sums of all lots: up to x⁴, x²·y and y². */
  total: Moments;
  /** The sums of the lots of each level: up to x², and y. */
  one: readonly { level: Level; sums: Moments }[];
  /** Once for each pair of factors. */
  two: readonly LevelPair[];
}

/** The number of lots of two levels. */
export interface LevelPair {
  level: Level;
  beside: Level;
  lots: number;
}

/** The margins of a sale. */
interface SaleMargins {
  period: number;
  /** The sums of all lots: up to x², and y. */
  sums: Moments;
  levels: readonly { level: Level; lots: number }[];
}

export type Level = readonly [factor: number, level: number];

/** The powers of x that are columns: 1, x, x². */
export const powerColumns = 3;

/** The columns: first 1, x and x², then for each factor its levels except the first. */
export interface Design {
  columns: number;
  /** The column of a level, or undefined for a factor's first, which has none. */
  columnOf(factor: number, level: number): number | undefined;
  /** The columns that are 1 in a cell, except the constant. */
  columnsIn(cell: Pick<Cell, 'levels'>): number[];
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
  addPowers(matrix, sums);
  for (const [i, column] of cellColumns.entries()) {
    addColumn(matrix, column, sums);
    for (const other of cellColumns.slice(0, i)) addShared(matrix, column, other, sums[0]!);
  }
}

/** The products of the powers with each other. */
export function addPowers(matrix: Matrix, sums: ArrayLike<number>): void {
  for (let i = 0; i < powerColumns; i++) {
    for (let j = 0; j < powerColumns; j++) add(matrix, i, j, sums[i + j]!);
  }
}

/** The products of the column of a level with the powers and with itself. */
export function addColumn(matrix: Matrix, column: number, sums: ArrayLike<number>): void {
  for (let power = 0; power < powerColumns; power++) addShared(matrix, column, power, sums[power]!);
  add(matrix, column, column, sums[0]!);
}

/** The product of two columns with each other. */
export function addShared(matrix: Matrix, column: number, other: number, value: number): void {
  add(matrix, column, other, value);
  add(matrix, other, column, value);
}

function add(matrix: Matrix, row: number, column: number, value: number): void {
  matrix.set(row, column, matrix.get(row, column) + value);
}
