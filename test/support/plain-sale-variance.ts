import { inv, qr, transpose } from 'mathjs';

type Rows = number[][];

/**
 * Standard errors with a variance that the lots of a sale share, by matrices with a row and a column for each lot: they
 * share neither the sums nor the code of the service.
 * @param design a row a lot, of full rank
 * @param groups the lots of a group vary alike
 * @returns the error of a contrast, and its degrees of freedom
 */
export function plainSaleVariance(
  design: Rows,
  y: number[],
  sales: readonly unknown[],
  groups: readonly unknown[],
) {
  const [n, rank] = [y.length, design[0]!.length];
  const { Q, R } = qr(design) as unknown as { Q: Rows; R: Rows };
  const inverseR = inv(R.slice(0, rank));
  const bread = product(inverseR, transpose(inverseR));
  const basis = Q.map((row) => row.slice(0, rank));
  const hat = product(basis, transpose(basis));
  const annihilator = hat.map((row, i) => row.map((value, j) => Number(i === j) - value));
  const alike = y.map((_, i) => y.map((_, j) => (sales[i] === sales[j] ? 1 : 0)));
  const e = times(annihilator, y);
  const shaped = product(annihilator, product(alike, annihilator));
  const cross = annihilator.reduce((sum, row, i) => sum + dot(row, alike[i]!), 0);
  const both = alike.reduce((sum, row, i) => sum + dot(row, shaped[i]!), 0);
  const squares = dot(e, e);
  const totals = dot(e, times(alike, e));
  const free = n - rank;
  const apart = both - cross ** 2 / free;
  const isTold = apart > 1e-6 * both;
  const found = isTold ? (totals - (cross / free) * squares) / apart : 0;
  const whole = found + (squares - found * cross) / free;
  const freeSales = isTold ? cross ** 2 / apart : 0;
  const share = Math.min(0.95, Math.max(0, (freeSales * (found / whole) + 5 * 0.25) / (freeSales + 5)));
  const own = squares / (free + (share / (1 - share)) * cross);
  const shared = (share * own) / (1 - share);
  const expected = (i: number) => own * annihilator[i]![i]! + shared * shaped[i]![i]!;
  const membersOf = (of: readonly unknown[]) => [...Map.groupBy(y.keys(), (i) => of[i]).values()];
  const variances = membersOf(groups).map((lots) => {
    const left = lots.reduce((sum, i) => sum + annihilator[i]![i]!, 0);
    const mean = lots.reduce((sum, i) => sum + expected(i), 0);
    const isOwn = left >= 2;
    const variance = isOwn ? (own * lots.reduce((sum, i) => sum + e[i]! ** 2, 0)) / mean : own;
    return { lots, variance, degrees: isOwn ? left : free };
  });
  const ofTotals = membersOf(sales).map((lots) => {
    const sumOf = (matrix: Rows) =>
      lots.reduce((sum, i) => lots.reduce((to, j) => to + matrix[i]![j]!, sum), 0);
    return own * sumOf(annihilator) + shared * sumOf(shaped);
  });
  const total = ofTotals.reduce((sum, of) => sum + of, 0);
  const freeTotals = Math.min(total ** 2 / dot(ofTotals, ofTotals), freeSales);
  const sharedDegrees = Math.max(1, isTold ? freeTotals * ((apart * shared) / total) ** 2 : 0) + 5;
  return {
    share,
    sales: ofTotals.length,
    errorOf(contrast: number[]) {
      const weights = times(design, times(bread, contrast));
      const parts = variances.map(({ lots, variance, degrees }) => ({
        part: variance * lots.reduce((sum, i) => sum + weights[i]! ** 2, 0),
        degrees,
      }));
      parts.push({
        part: shared * dot(weights, times(alike, weights)),
        degrees: sharedDegrees,
      });
      const variance = parts.reduce((sum, { part }) => sum + part, 0);
      const doubt = parts.reduce((sum, { part, degrees }) => sum + part ** 2 / degrees, 0);
      return { error: Math.sqrt(variance), degreesOfFreedom: variance ** 2 / doubt };
    },
  };
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

const times = (rows: Rows, vector: readonly number[]) => rows.map((row) => dot(row, vector));

function product(rows: Rows, others: Rows): Rows {
  const columns = transpose(others);
  return rows.map((row) => columns.map((column) => dot(row, column)));
}
