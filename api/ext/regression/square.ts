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

/** The columns of a design, divided into independent ones and linear combinations of these. */
export interface Factorization {
  kept: number[];
  aliased: number[];
  /** The lower triangle L of the kept columns: L·Lᵀ is their matrix. */
  lower: Square;
}

/**
 * The Cholesky factorization of Σ z·zᵀ. Goes through the columns in order and drops each that is a linear combination of
 * kept ones, as R's `lm` does: its independent part is the residual of a regression on those, the pivot of the factorization.
 * @param sizes the sum of squares of each column before it was centered, to which its rounding error is relative; without
 * it no column is dropped
 */
export function factorize({ n, values }: Square, sizes?: ArrayLike<number>): Factorization {
  const [kept, aliased]: [number[], number[]] = [[], []];
  const rows = new Float64Array(n * n);
  for (let column = 0; column < n; column++) {
    const at = kept.length * n;
    let own = values[column * n + column]!;
    for (let i = 0; i < kept.length; i++) {
      const factor = i * n;
      let rest = values[column * n + kept[i]!]!;
      for (let k = 0; k < i; k++) rest -= rows[at + k]! * rows[factor + k]!;
      rest /= rows[factor + i]!;
      rows[at + i] = rest;
      own -= rest * rest;
    }
    // A column of zeros has no share.
    if (sizes !== undefined && !(own / sizes[column]! > tolerance)) {
      aliased.push(column);
      continue;
    }
    rows[at + kept.length] = Math.sqrt(own);
    kept.push(column);
  }
  if (aliased.length === 0) return { kept, aliased, lower: { n, values: rows } };
  const lower = zeros(kept.length);
  for (let i = 0; i < lower.n; i++) lower.values.set(rows.subarray(i * n, i * n + i + 1), i * lower.n);
  return { kept, aliased, lower };
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
export function mirror(matrix: Square): Square {
  const { n, values } = matrix;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) values[j * n + i] = values[i * n + j]!;
  return matrix;
}
