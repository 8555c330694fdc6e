import { type Square, zeros } from './square.ts';

/**
 * A vector that is 0 in most columns, as a flat list of its other entries: column, value, column, value … It is a lot of a
 * regression, or a linear combination of coefficients. Flat, because a large fit passes many of them many times.
 */
export type Sparse = readonly number[];

/** z·w of a sparse vector and a plain one. */
export function dotSparse(sparse: Sparse, vector: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < sparse.length; i += 2) sum += sparse[i + 1]! * vector[sparse[i]!]!;
  return sum;
}

/** z·M·w. */
export function bilinear(one: Sparse, { n, values }: Square, other: Sparse): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 2) {
    const from = one[i]! * n;
    for (let j = 0; j < other.length; j += 2) sum += one[i + 1]! * other[j + 1]! * values[from + other[j]!]!;
  }
  return sum;
}

/** Σ w · z·zᵀ over the vectors z. @param weights 1 where they are not given */
export function outerProducts(rows: readonly Sparse[], columns: number, weights?: ArrayLike<number>): Square {
  const sum = zeros(columns);
  for (const [at, row] of rows.entries()) {
    const weight = weights?.[at] ?? 1;
    for (let i = 0; i < row.length; i += 2) {
      const to = row[i]! * columns;
      for (let j = 0; j < row.length; j += 2)
        sum.values[to + row[j]!]! += weight * (row[i + 1]! * row[j + 1]!);
    }
  }
  return sum;
}

/** Σ w · z over the vectors z. @param weights 1 where they are not given */
export function sumOf(rows: readonly Sparse[], weights?: ArrayLike<number>): Sparse {
  const sum = new Map<number, number>();
  for (const [at, row] of rows.entries())
    for (let i = 0; i < row.length; i += 2)
      sum.set(row[i]!, (sum.get(row[i]!) ?? 0) + (weights?.[at] ?? 1) * row[i + 1]!);
  return [...sum].flat();
}
