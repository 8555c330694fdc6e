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
  const { order, firsts } = sortByGroup(groupOf, groups);
  const sum = new Float64Array(rows.columns);
  const isKnown = new Uint8Array(rows.columns);
  const starts = new Int32Array(groups + 1);
  const [places, values]: [number[], number[]] = [[], []];
  for (let group = 0; group < groups; group++) {
    const known: number[] = [];
    for (let k = firsts[group]!; k < firsts[group + 1]!; k++) {
      const row = order[k]!;
      for (let i = rows.starts[row]!; i < rows.starts[row + 1]!; i++) {
        const place = rows.places[i]!;
        if (!isKnown[place]) known.push(place);
        isKnown[place] = 1;
        sum[place]! += rows.values[i]!;
      }
    }
    for (const place of known.sort((a, b) => a - b)) {
      places.push(place);
      values.push(sum[place]!);
      sum[place] = isKnown[place] = 0;
    }
    starts[group + 1] = places.length;
  }
  const { columns } = rows;
  return { n: groups, columns, starts, places: Int32Array.from(places), values: Float64Array.from(values) };
}

/** The rows of each group, one group after the other: those from `firsts[group]` to `firsts[group + 1]` in `order`. */
function sortByGroup(groupOf: Int32Array, groups: number) {
  const firsts = new Int32Array(groups + 1);
  for (const group of groupOf) firsts[group + 1]!++;
  for (let group = 0; group < groups; group++) firsts[group + 1]! += firsts[group]!;
  const next = firsts.slice();
  const order = new Int32Array(groupOf.length);
  for (let row = 0; row < groupOf.length; row++) order[next[groupOf[row]!]!++] = row;
  return { order, firsts };
}
