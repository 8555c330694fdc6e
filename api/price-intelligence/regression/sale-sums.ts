import { Matrix } from 'ml-matrix';
import { addOuterProducts, type Cell, type Design, powerColumns, type SaleMargins } from './design.ts';
import { type Moments, momentPlace } from './moments.ts';
import type { CellResiduals } from './normal-equations.ts';
import type { LotGroup, SaleSums } from './sale-variance.ts';

/** The sums of each sale from its cells; the group of a sale is its level of the last factor, the period. */
export function salesOfCells(
  design: Design,
  cells: readonly Cell[],
  residuals: readonly CellResiduals[],
): SaleSums[] {
  const groups = groupPlaces(cells);
  const sales = new Map<
    string,
    { columns: Map<number, number>; n: number; residual: number; group: number }
  >();
  for (const [i, cell] of cells.entries()) {
    const known = sales.get(cell.sale!);
    const sale = known ?? { columns: new Map(), n: 0, residual: 0, group: groups.get(periodOf(cell))! };
    if (!known) sales.set(cell.sale!, sale);
    addPowers(sale.columns, cell.sums);
    for (const column of design.columnsIn(cell)) add(sale.columns, column, cell.sums[0]!);
    sale.n += cell.sums[0]!;
    sale.residual += residuals[i]!.scores[0]!;
  }
  return [...sales.values()].map((sale) => ({ ...sale, columns: [...sale.columns] }));
}

/** The lots of each period. */
export function groupsOfCells(
  design: Design,
  cells: readonly Cell[],
  residuals: readonly CellResiduals[],
): LotGroup[] {
  const members = [...groupPlaces(cells).keys()].map((): number[] => []);
  const groups = groupPlaces(cells);
  for (const [i, cell] of cells.entries()) members[groups.get(periodOf(cell))!]!.push(i);
  return members.map((places) => {
    const ofLevels = new Set(places.flatMap((i) => design.columnsIn(cells[i]!)));
    const columns = [...Array(powerColumns).keys(), ...ofLevels];
    const placeOf = new Map(columns.map((column, place) => [column, place]));
    const group = { n: 0, squares: 0, columns, gram: Matrix.zeros(columns.length, columns.length) };
    for (const i of places) {
      const cell = cells[i]!;
      const own = design.columnsIn(cell).map((column) => placeOf.get(column)!);
      addOuterProducts(group.gram, own, cell.sums);
      group.n += cell.sums[0]!;
      group.squares += Math.max(0, residuals[i]!.squares);
    }
    return group;
  });
}

const periodOf = ({ levels }: Cell) => levels.at(-1)!;

/** A place for each period. */
function groupPlaces(cells: readonly Cell[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const cell of cells) if (!places.has(periodOf(cell))) places.set(periodOf(cell), places.size);
  return places;
}

/** The sums of each sale from its margins; all are of one group. */
export function salesOfMargins(
  design: Design,
  sales: readonly SaleMargins[],
  coefficients: readonly number[],
): SaleSums[] {
  return sales.map(({ sums, levels }) => {
    const columns = new Map<number, number>();
    addPowers(columns, sums);
    for (const { level, lots } of levels) {
      const column = design.columnOf(...level);
      if (column !== undefined) add(columns, column, lots);
    }
    const fitted = [...columns].reduce((sum, [column, value]) => sum + coefficients[column]! * value, 0);
    const n = sums[0]!;
    return { columns: [...columns], n, residual: sums[momentPlace(0, 1)]! - fitted, group: 0 };
  });
}

/** All lots as one group. */
export function wholeGroup(gram: Matrix, n: number, squares: number): LotGroup {
  return { n, squares: Math.max(0, squares), columns: [...Array(gram.columns).keys()], gram };
}

function addPowers(columns: Map<number, number>, sums: Moments): void {
  for (let power = 0; power < powerColumns; power++) add(columns, power, sums[momentPlace(power, 0)]!);
}

function add(columns: Map<number, number>, column: number, value: number): void {
  columns.set(column, (columns.get(column) ?? 0) + value);
}
