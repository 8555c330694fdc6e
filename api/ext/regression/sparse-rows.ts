import { mirror, type Square, zeros } from './square.ts';

/** Rows of a matrix that are 0 in most columns: entries `starts[i]` to `starts[i + 1]` are those of row i, by column. */
export interface SparseRows {
  n: number;
  columns: number;
  starts: Int32Array;
  places: Int32Array;
  values: Float64Array;
}

/** Σ w · z·zᵀ over the rows z. @param weights 1 where they are not given */
export function outerProducts(
  { n, columns, starts, places, values }: SparseRows,
  weights?: Float64Array,
): Square {
  const sum = zeros(columns);
  for (let row = 0; row < n; row++) {
    const weight = weights === undefined ? 1 : weights[row]!;
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const [to, value] = [places[i]! * columns, weight * values[i]!];
      for (let j = starts[row]!; j <= i; j++) sum.values[to + places[j]!]! += value * values[j]!;
    }
  }
  return mirror(sum);
}

/** z·M·z of each row z and a symmetric matrix M. It is much of the time of a large fit, hence the plain loops. */
export function quadraticForms(
  { n, columns, starts, places, values }: SparseRows,
  { values: matrix }: Square,
): Float64Array {
  const forms = new Float64Array(n);
  for (let row = 0; row < n; row++) {
    let total = 0;
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const from = places[i]! * columns;
      let before = 0;
      for (let j = starts[row]!; j < i; j++) before += values[j]! * matrix[from + places[j]!]!;
      total += values[i]! * (2 * before + values[i]! * matrix[from + places[i]!]!);
    }
    forms[row] = total;
  }
  return forms;
}

/** z·w of each row z. */
export function dotProducts(
  { n, starts, places, values }: SparseRows,
  vector: ArrayLike<number>,
): Float64Array {
  const dots = new Float64Array(n);
  for (let row = 0; row < n; row++) {
    let total = 0;
    for (let i = starts[row]!; i < starts[row + 1]!; i++) total += values[i]! * vector[places[i]!]!;
    dots[row] = total;
  }
  return dots;
}

/** Σ w · z over the rows z. */
export function weightedSum(
  { n, columns, starts, places, values }: SparseRows,
  weights: Float64Array,
): Float64Array {
  const sum = new Float64Array(columns);
  for (let row = 0; row < n; row++)
    for (let i = starts[row]!; i < starts[row + 1]!; i++) sum[places[i]!]! += weights[row]! * values[i]!;
  return sum;
}

/** The sum of the rows of each group, whose numbers are below `groups`. */
export function sumByGroup(rows: SparseRows, groupOf: Int32Array, groups: number): SparseRows {
  const sums = Array.from({ length: groups }, () => new Map<number, number>());
  for (let row = 0; row < rows.n; row++) {
    const sum = sums[groupOf[row]!]!;
    for (let i = rows.starts[row]!; i < rows.starts[row + 1]!; i++) {
      const place = rows.places[i]!;
      sum.set(place, (sum.get(place) ?? 0) + rows.values[i]!);
    }
  }
  const starts = new Int32Array(groups + 1);
  const entries = sums.flatMap((sum, group) => {
    starts[group + 1] = starts[group]! + sum.size;
    return [...sum].sort(([a], [b]) => a - b);
  });
  return {
    ...{ n: groups, columns: rows.columns, starts },
    places: Int32Array.from(entries, ([place]) => place),
    values: Float64Array.from(entries, ([, value]) => value),
  };
}
