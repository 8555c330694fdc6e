import { Matrix } from 'ml-matrix';
import {
  addColumn,
  addOuterProducts,
  addPowers,
  addShared,
  type Design,
  type Level,
  type PeriodMargins,
  powerColumns,
} from './design.ts';
import { type Moments, momentPlace } from './moments.ts';

/** The lots of a cell, in the columns of a design. */
export interface CellLots {
  /** The columns of its levels, in which all its lots are 1. */
  columns: readonly number[];
  /** Up to x⁴, x²·y and y². */
  sums: Moments;
}

/** A vector that is 0 in all other columns. */
export interface Sparse {
  places: readonly number[];
  values: readonly number[];
}

/** The sums that least squares needs of the lots of a period, or of all lots; z is the row of a lot in the design. */
export interface LotEquations {
  /** The columns in which the lots are not all 0; the other members have only these. */
  columns: readonly number[];
  /** Σ z·zᵀ; the first element is the number of lots. */
  gram: Matrix;
  /** Σ z·y. */
  products: Matrix;
  /** Σ y². */
  squares: number;
}

/** The equations of lots from the sums of their cells. */
export function equationsOfCells(cells: readonly CellLots[]): LotEquations {
  const { equations, placeOf } = noEquations(cells.flatMap(({ columns }) => columns));
  for (const { columns, sums } of cells) {
    const places = columns.map((column) => placeOf.get(column)!);
    addOuterProducts(equations.gram, places, sums);
    addPowerProducts(equations, sums);
    for (const place of places) addProduct(equations, place, sums);
  }
  return equations;
}

/** The same equations from the margins of a period. */
export function equationsOfMargins(design: Design, { total, one, two }: PeriodMargins): LotEquations {
  const { equations, placeOf } = noEquations(one.flatMap(({ level }) => design.columnOf(...level) ?? []));
  const placeIn = (level: Level) => placeOf.get(design.columnOf(...level) ?? -1);
  addPowers(equations.gram, total);
  addPowerProducts(equations, total);
  for (const { level, sums } of one) {
    const place = placeIn(level);
    if (place === undefined) continue;
    addColumn(equations.gram, place, sums);
    addProduct(equations, place, sums);
  }
  for (const { level, beside, lots } of two) {
    const [place, other] = [placeIn(level), placeIn(beside)];
    if (place !== undefined && other !== undefined) addShared(equations.gram, place, other, lots);
  }
  return equations;
}

/** The equations of all lots together. */
export function addUp(parts: readonly LotEquations[]): LotEquations {
  const { equations, placeOf } = noEquations(parts.flatMap(({ columns }) => columns));
  const { gram, products } = equations;
  for (const part of parts) {
    const places = part.columns.map((column) => placeOf.get(column)!);
    for (let i = 0; i < places.length; i++) {
      const row = places[i]!;
      for (let j = 0; j < places.length; j++)
        gram.set(row, places[j]!, gram.get(row, places[j]!) + part.gram.get(i, j));
      products.set(row, 0, products.get(row, 0) + part.products.get(i, 0));
    }
    equations.squares += part.squares;
  }
  return equations;
}

/** The same equations in all columns of a design. */
export function inColumnsOf({ columns }: Design, equations: LotEquations): LotEquations {
  return addUp([noEquations([...Array(columns).keys()]).equations, equations]);
}

function noEquations(columns: readonly number[]) {
  const sorted = [...new Set([...Array(powerColumns).keys(), ...columns])].sort((a, b) => a - b);
  const equations: LotEquations = {
    columns: sorted,
    gram: Matrix.zeros(sorted.length, sorted.length),
    products: Matrix.zeros(sorted.length, 1),
    squares: 0,
  };
  return { equations, placeOf: new Map(sorted.map((column, place) => [column, place])) };
}

function addPowerProducts(equations: LotEquations, sums: Moments): void {
  for (let power = 0; power < powerColumns; power++) addProduct(equations, power, sums, power);
  equations.squares += sums[momentPlace(0, 2)]!;
}

function addProduct({ products }: LotEquations, column: number, sums: Moments, power = 0): void {
  products.set(column, 0, products.get(column, 0) + sums[momentPlace(power, 1)]!);
}

/** Σ z by column. */
export const totalsOf = (cells: readonly CellLots[]): Sparse =>
  sumByColumn(cells, ({ sums }, power) => sums[power]!);

/** Σ z·e by column, with e = y − z·b, b being the coefficients of all columns. */
export const scoresOf = (cells: readonly CellLots[], b: readonly number[]): Sparse =>
  sumByColumn(cells, ({ columns, sums }, power) => {
    let sum = sums[momentPlace(power, 1)]!;
    for (let i = 0; i < powerColumns; i++) sum -= b[i]! * sums[power + i]!;
    for (const column of columns) sum -= b[column]! * sums[power]!;
    return sum;
  });

/** Σ z·w by column. @param sumOf Σ x^power · w over the lots of a cell */
function sumByColumn(cells: readonly CellLots[], sumOf: (cell: CellLots, power: number) => number): Sparse {
  const sums = new Map<number, number>();
  const add = (column: number, sum: number) => sums.set(column, (sums.get(column) ?? 0) + sum);
  for (const cell of cells) {
    const ofAll = sumOf(cell, 0);
    for (const column of [0, ...cell.columns]) add(column, ofAll);
    for (let power = 1; power < powerColumns; power++) add(power, sumOf(cell, power));
  }
  return { places: [...sums.keys()], values: [...sums.values()] };
}

/** Σ e² = Σ y² − 2·b·Σ z·y + b·(Σ z·zᵀ)·b. */
export function squaredErrorOf(
  { columns, gram, products, squares }: LotEquations,
  coefficients: readonly number[],
): number {
  const b = columnOf(columns, coefficients);
  return squares - 2 * b.dot(products) + b.dot(gram.mmul(b));
}

const columnOf = (columns: readonly number[], coefficients: readonly number[]) =>
  Matrix.columnVector(columns.map((column) => coefficients[column]!));
