/** A square matrix, row after row. */
export interface Square {
  n: number;
  values: Float64Array;
}

export const zeros = (n: number): Square => ({ n, values: new Float64Array(n * n) });

/** The symmetric matrix of the values of a function of each two items. */
export function squareOf<Item>(items: readonly Item[], of: (one: Item, other: Item) => number): Square {
  const square = zeros(items.length);
  for (let i = 0; i < items.length; i++)
    for (let j = 0; j <= i; j++) square.values[i * square.n + j] = of(items[i]!, items[j]!);
  return mirror(square);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** A·M·A of two symmetric matrices. */
export function sandwich({ n, values: a }: Square, { values: m }: Square): Square {
  const product = zeros(n);
  const row = new Float64Array(n);
  const dot = (one: Float64Array, from: number, other: Float64Array, to: number) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += one[from + k]! * other[to + k]!;
    return sum;
  };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) row[j] = dot(a, i * n, m, j * n);
    for (let j = 0; j <= i; j++) product.values[i * n + j] = dot(row, 0, a, j * n);
  }
  return mirror(product);
}

/** Tolerance: the share of a column's sum of squares that rounding alone can leave. */
const tolerance = 1e-9;

/**
 * The Cholesky factorization of Σ z·zᵀ: the lower triangle L, with L·Lᵀ = Σ z·zᵀ. Goes through the columns in order; one that is a
 * linear combination of those before it is dependent: its pivot, the part that these do not explain, is 0, and counts as 1. The
 * inverse is then a generalized one.
 * @param sizes the sum of squares of each column before it was centered, to which its rounding error is relative; without
 * it no column is dependent
 */
export function factorize({ n, values }: Square, sizes?: ArrayLike<number>) {
  const dependent: number[] = [];
  const lower = zeros(n);
  const rows = lower.values;
  for (let column = 0; column < n; column++) {
    const at = column * n;
    let own = values[at + column]!;
    for (let i = 0; i < column; i++) {
      const factor = i * n;
      let rest = values[at + i]!;
      for (let k = 0; k < i; k++) rest -= rows[at + k]! * rows[factor + k]!;
      rest /= rows[factor + i]!;
      rows[at + i] = rest;
      own -= rest * rest;
    }
    // A column of zeros has no share.
    if (sizes !== undefined && !(own / sizes[column]! > tolerance)) {
      dependent.push(column);
      own = 1;
    }
    rows[at + column] = Math.sqrt(own);
  }
  return { lower, dependent };
}

/** L⁻¹·v. The dot product of two such vectors is v·(L·Lᵀ)⁻¹·w. */
export function whiten({ n, values }: Square, vector: ArrayLike<number>): Float64Array {
  const white = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let rest = vector[i]!;
    for (let j = 0; j < i; j++) rest -= values[i * n + j]! * white[j]!;
    white[i] = rest / values[i * n + i]!;
  }
  return white;
}

/** (L·Lᵀ)⁻¹·v. */
export function solve(lower: Square, vector: ArrayLike<number>): Float64Array {
  const { n, values } = lower;
  const solved = whiten(lower, vector);
  for (let i = n - 1; i >= 0; i--) {
    solved[i]! /= values[i * n + i]!;
    for (let j = 0; j < i; j++) solved[j]! -= values[i * n + j]! * solved[i]!;
  }
  return solved;
}

/** (L·Lᵀ)⁻¹, as the sum of the outer products of the rows of L⁻¹. */
export function inverseOf({ n, values }: Square): Square {
  const inverse = zeros(n);
  const rows: Float64Array[] = [];
  for (let i = 0; i < n; i++) {
    const row = new Float64Array(i + 1);
    for (let k = 0; k < i; k++) {
      const factor = values[i * n + k]!;
      if (factor === 0) continue;
      const other = rows[k]!;
      for (let j = 0; j <= k; j++) row[j]! -= factor * other[j]!;
    }
    row[i] = 1;
    for (let j = 0; j <= i; j++) row[j]! /= values[i * n + i]!;
    rows.push(row);
    for (let a = 0; a <= i; a++) {
      const part = row[a]!;
      if (part === 0) continue;
      for (let b = 0; b <= a; b++) inverse.values[a * n + b]! += part * row[b]!;
    }
  }
  return mirror(inverse);
}

/** Copies the lower triangle to the upper one. */
function mirror(matrix: Square): Square {
  const { n, values } = matrix;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) values[j * n + i] = values[i * n + j]!;
  return matrix;
}
