import { Matrix } from 'ml-matrix';
import {
  addColumn,
  addOuterProducts,
  addPowers,
  addShared,
  type Cell,
  type Design,
  type Level,
  type PeriodMargins,
  powerColumns,
} from './design.ts';
import { type Moments, momentPlace } from './moments.ts';

/** What least squares needs of some lots, those of a sale, of a period or all; z is the row of a lot in the design. */
export interface LotEquations {
  /** The columns in which the lots are not all 0, in which the others are given. */
  columns: readonly number[];
  /** Σ z·zᵀ; the first element is the number of lots. */
  gram: Matrix;
  /** Σ z·y. */
  products: Matrix;
  /** Σ y². */
  squares: number;
}

/** The equations of lots from the sums of their cells. */
export function equationsOfCells(design: Design, cells: readonly Cell[]): LotEquations {
  const { equations, placeOf } = noEquations(cells.flatMap((cell) => design.columnsIn(cell)));
  for (const cell of cells) {
    const places = design.columnsIn(cell).map((column) => placeOf.get(column)!);
    addOuterProducts(equations.gram, places, cell.sums);
    addPowerProducts(equations, cell.sums);
    for (const place of places) addProduct(equations, place, cell.sums);
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

/** Σ z·e by column, with e = y − z·b: Σ z·y − (Σ z·zᵀ)·b, b being the coefficients of all columns. */
export function scoresOf({ columns, gram, products }: LotEquations, coefficients: readonly number[]): Matrix {
  return Matrix.sub(products, gram.mmul(columnOf(columns, coefficients)));
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
