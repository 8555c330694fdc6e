import { Matrix } from 'ml-matrix';
import {
  addColumn,
  addOuterProducts,
  addPowers,
  addShared,
  type Cell,
  type Design,
  type Margins,
} from './design.ts';
import { type Moments, momentPlace } from './moments.ts';

/** The inputs of least squares; z is the row of a lot in the design. */
export interface NormalEquations {
  /** Σ z·zᵀ. */
  gram: Matrix;
  /** Σ z·y. */
  products: Matrix;
}

/** The equations from the sums of cells. */
export function equationsOfCells(design: Design, cells: readonly Cell[]): NormalEquations {
  const equations = noEquations(design);
  for (const cell of cells) {
    const columns = design.columnsIn(cell);
    addOuterProducts(equations.gram, columns, cell.sums);
    addPowerProducts(equations, cell.sums);
    for (const column of columns) addProduct(equations, column, cell.sums);
  }
  return equations;
}

/** The same equations from margins. */
export function equationsOfMargins(design: Design, { total, one, two }: Margins): NormalEquations {
  const equations = noEquations(design);
  addPowers(equations.gram, total);
  addPowerProducts(equations, total);
  for (const { level, sums } of one) {
    const column = design.columnOf(...level);
    if (column === undefined) continue;
    addColumn(equations.gram, column, sums);
    addProduct(equations, column, sums);
  }
  for (const { levels, lots } of two) {
    const [column, other] = levels.map((level) => design.columnOf(...level));
    if (column !== undefined && other !== undefined) addShared(equations.gram, column, other, lots);
  }
  return equations;
}

function noEquations({ columns }: Design): NormalEquations {
  return { gram: Matrix.zeros(columns, columns), products: Matrix.zeros(columns, 1) };
}

function addPowerProducts(equations: NormalEquations, sums: Moments): void {
  for (const power of [0, 1, 2]) addProduct(equations, power, sums, power);
}

function addProduct({ products }: NormalEquations, column: number, sums: Moments, power = 0): void {
  products.set(column, 0, products.get(column, 0) + sums[momentPlace(power, 1)]!);
}
