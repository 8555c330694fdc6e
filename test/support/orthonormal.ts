/** The columns of a matrix that are no sum of multiples of earlier ones, and what they are made of. */
export interface Orthonormal {
  /** The places of these columns. */
  kept: number[];
  /** As many columns of length 1, at right angles to each other. */
  basis: number[][];
  /** The upper triangle R: the kept columns are the basis times R. */
  triangle: number[][];
}

/** By Gram and Schmidt, with each column made orthogonal twice, which leaves no error of rounding that counts. */
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

/** What is left of a column without its shares of others of length 1. */
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
