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

/** The residuals e of the lots of a cell: Σ e² and Σ x^k · e for k from 0 to 2. */
export interface CellResiduals {
  squares: number;
  scores: readonly number[];
}

/**
 * The sums of the residuals of a cell. In a cell the regression is a + b·x + c·x², so that with its square's
 * coefficients f, e² = y² − 2·y·(a + b·x + c·x²) + Σ f_j · x^j.
 */
export function residualsOf(
  columns: readonly number[],
  coefficients: readonly number[],
  { sums }: Cell,
): CellResiduals {
  const [constant = 0, b = 0, c = 0] = coefficients;
  const a = columns.reduce((sum, column) => sum + coefficients[column]!, constant);
  const fitted = [a, b, c];
  const squared = [a * a, 2 * a * b, b * b + 2 * a * c, 2 * b * c, c * c];
  let squares = sums[momentPlace(0, 2)]!;
  for (const [j, factor] of fitted.entries()) squares -= 2 * factor * sums[momentPlace(j, 1)]!;
  for (const [j, factor] of squared.entries()) squares += factor * sums[momentPlace(j, 0)]!;
  const scores = [0, 1, 2].map((k) =>
    fitted.reduce(
      (rest, factor, j) => rest - factor * sums[momentPlace(k + j, 0)]!,
      sums[momentPlace(k, 1)]!,
    ),
  );
  return { squares, scores };
}
