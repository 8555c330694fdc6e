/** The linearly independent columns of a matrix, as an orthonormal basis. */
export interface Orthonormal {
  /** The indexes of these columns. */
  kept: number[];
  /** An orthonormal basis of these columns. */
  basis: number[][];
  /** The upper triangle R: the kept columns are the basis times R. */
  triangle: number[][];
}

/** Gram–Schmidt with reorthogonalization, which keeps rounding errors negligible. */
export function orthonormal(rows: readonly number[][]): Orthonormal {
  const kept: number[] = [];
  const basis: number[][] = [];
  const parts: number[][] = [];
  for (let place = 0; place < rows[0]!.length; place++) {
    const column = rows.map((row) => row[place]!);
    const once = without(column, basis);
    const twice = without(once.rest, basis);
    const size = Math.sqrt(dot(twice.rest, twice.rest));
    if (!(size > 1e-7 * Math.sqrt(dot(column, column)))) continue;
    kept.push(place);
    basis.push(twice.rest.map((value) => value / size));
    parts.push([...once.shares.map((share, i) => share + twice.shares[i]!), size]);
  }
  const triangle = basis.map((_, row) => parts.map((part) => part[row] ?? 0));
  return { kept, basis, triangle };
}

/** The part of a column that is orthogonal to a basis. */
function without(column: readonly number[], others: readonly number[][]) {
  let rest = [...column];
  const shares = others.map((other) => {
    const share = dot(rest, other);
    rest = rest.map((value, i) => value - share * other[i]!);
    return share;
  });
  return { rest, shares };
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
