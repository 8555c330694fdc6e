import { inv, transpose } from 'mathjs';
import { dot, orthonormal } from './orthonormal.ts';

type Rows = number[][];

/**
 * Standard errors with a variance component for sales, by matrices with a row for each lot. They share neither the sums nor
 * the code of the service.
 * @param design one row for each lot, of full rank
 * @param groups the group of each lot; lots of a group have the same variance
 * @param priors the groups of prior observations, whose variance is that of a lot
 * @returns the error of a contrast, and its degrees of freedom
 */
export function plainSaleVariance(
  design: Rows,
  y: number[],
  sales: readonly unknown[],
  groups: readonly unknown[],
  priors: readonly unknown[] = [],
) {
  const [n, rank] = [y.length, design[0]!.length];
  const { basis, triangle } = orthonormal(design);
  const transposedInverse = transpose(inv(triangle));
  const lotsOf = (of: readonly unknown[]) => [...Map.groupBy(y.keys(), (i) => of[i]).values()];
  const ofSales = lotsOf(sales);
  // Q has a row a lot, M = I - QQ' leaves what the columns do not explain, and Z tells the sale of a lot: B = ZZ'.
  const q = transpose(basis);
  const residualOf = (vector: number[]) => minus(vector, times(q, times(basis, vector)));
  const e = residualOf(y);
  const ownOf = q.map((row) => 1 - dot(row, row));
  const explained = ofSales.map((lots) => basis.map((column) => sumOf(lots, column)));
  // MZ and Z'MZ: those of a sale's indicator.
  const mz = y.map((_, i) =>
    ofSales.map((lots, sale) => Number(sales[i] === sales[lots[0]!]) - dot(q[i]!, explained[sale]!)),
  );
  const zmz = explained.map((a, i) =>
    explained.map((b, j) => (i === j ? ofSales[i]!.length : 0) - dot(a, b)),
  );
  const shapedOf = mz.map((row) => dot(row, row));
  const cross = zmz.reduce((sum, row, i) => sum + row[i]!, 0);
  const both = zmz.reduce((sum, row) => sum + dot(row, row), 0);
  const squares = dot(e, e);
  const totals = ofSales.reduce((sum, lots) => sum + sumOf(lots, e) ** 2, 0);
  const free = n - rank;
  const apart = both - cross ** 2 / free;
  const isTold = apart > 1e-6 * both;
  const found = isTold ? (totals - (cross / free) * squares) / apart : 0;
  const whole = found + (squares - found * cross) / free;
  const freeSales = isTold ? cross ** 2 / apart : 0;
  const share = Math.min(0.95, Math.max(0, (freeSales * (found / whole) + 5 * 0.25) / (freeSales + 5)));
  const own = squares / (free + (share / (1 - share)) * cross);
  const shared = (share * own) / (1 - share);
  const expected = (i: number) => own * ownOf[i]! + shared * shapedOf[i]!;
  const variances = lotsOf(groups).map((lots) => {
    const left = sumOf(lots, ownOf);
    const mean = lots.reduce((sum, i) => sum + expected(i), 0);
    const isPrior = priors.includes(groups[lots[0]!]);
    const isOwn = left >= 2 && !isPrior;
    const variance = isOwn ? (own * lots.reduce((sum, i) => sum + e[i]! ** 2, 0)) / mean : own;
    const squares = lots.reduce((sum, i) => sum + e[i]! ** 2, 0);
    return { lots, squares, variance, degrees: isPrior ? left + 2 : isOwn ? left : free };
  });
  const ofTotals = zmz.map((row, sale) => own * row[sale]! + shared * dot(row, row));
  const total = ofTotals.reduce((sum, of) => sum + of, 0);
  const freeTotals = Math.min(total ** 2 / dot(ofTotals, ofTotals), freeSales);
  const sharedDegrees = Math.max(1, isTold ? freeTotals * ((apart * shared) / total) ** 2 : 0) + 5;
  return {
    ...{ share, shared, groups: variances },
    sales: ofTotals.length,
    errorOf(contrast: number[]) {
      const weights = times(q, times(transposedInverse, contrast));
      const parts = variances.map(({ lots, variance, degrees }) => ({
        part: variance * lots.reduce((sum, i) => sum + weights[i]! ** 2, 0),
        degrees,
      }));
      parts.push({
        part: shared * ofSales.reduce((sum, lots) => sum + sumOf(lots, weights) ** 2, 0),
        degrees: sharedDegrees,
      });
      const variance = parts.reduce((sum, { part }) => sum + part, 0);
      const doubt = parts.reduce((sum, { part, degrees }) => sum + part ** 2 / degrees, 0);
      return { error: Math.sqrt(variance), degreesOfFreedom: variance ** 2 / doubt };
    },
  };
}

const sumOf = (lots: readonly number[], values: readonly number[]) =>
  lots.reduce((sum, i) => sum + values[i]!, 0);

const minus = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - b[i]!);

const times = (rows: Rows, vector: readonly number[]) => rows.map((row) => dot(row, vector));
