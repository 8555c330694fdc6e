import { Matrix } from 'ml-matrix';
import { type Cell, type Design, powerColumns } from './design.ts';
import type { CellResiduals } from './normal-equations.ts';

/**
 * Σ s·sᵀ over the sales, s being Σ e·z of the lots of one: the middle of the errors that allow for any covariance
 * within a sale (K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986) 13–22).
 */
export function clusteredScatter(
  design: Design,
  cells: readonly Cell[],
  residuals: readonly CellResiduals[],
): { sums: Matrix; sales: number } {
  const totals = new Map<string, Map<number, number>>();
  for (const [i, cell] of cells.entries()) {
    const { scores } = residuals[i]!;
    const total = totals.get(cell.sale!) ?? new Map<number, number>();
    totals.set(cell.sale!, total);
    for (let power = 0; power < powerColumns; power++) add(total, power, scores[power]!);
    for (const column of design.columnsIn(cell)) add(total, column, scores[0]!);
  }
  const sums = Matrix.zeros(design.columns, design.columns);
  for (const total of totals.values()) {
    for (const [row, a] of total) {
      for (const [column, b] of total) sums.set(row, column, sums.get(row, column) + a * b);
    }
  }
  return { sums, sales: totals.size };
}

function add(total: Map<number, number>, column: number, value: number): void {
  total.set(column, (total.get(column) ?? 0) + value);
}
