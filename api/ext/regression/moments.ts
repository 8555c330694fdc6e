/**
 * Sums over the lots of one cell of x^i · y^j, with x = ln(carat) and y = ln(price per carat): for j = 0, i ≤ 4; for
 * j = 1, i ≤ 3; for j = 2, i ≤ 2. Least squares of y on 1, x, x² and its residuals by sale, and a line with robust
 * errors, need no others. The first is the number of lots.
 */
export type Moments = number[];

/** Powers of one sum. */
export interface Powers {
  x: number;
  y: number;
}

/** The powers of the sums, in the order in which `Moments` holds them. */
export const momentPowers: readonly Powers[] = [4, 3, 2].flatMap((highest, y) =>
  Array.from({ length: highest + 1 }, (_, x) => ({ x, y })),
);

const placeOfY = [0, 5, 9];

/** The index of the sum of x^`x` · y^`y`. */
export function momentPlace(x: number, y: number): number {
  return placeOfY[y]! + x;
}

export function noMoments(): Moments {
  return new Array(momentPowers.length).fill(0);
}

/** Adds `more` to `sums`. */
export function addMoments(sums: Moments, more: Moments): void {
  for (let i = 0; i < sums.length; i++) sums[i]! += more[i]!;
}

/**
 * Turns sums of x and y into those of x − `center.x` and y − `center.y`, by the binomial theorem: near the center of
 * the data the columns of a regression are less correlated, and its equations are well conditioned.
 */
export function centering(center: Powers): (sums: Moments) => Moments {
  const recipes = momentPowers.map((powers) => recipeOf(powers, center));
  return (sums) => {
    const shifted = noMoments();
    for (let i = 0; i < recipes.length; i++) {
      for (const { place, weight } of recipes[i]!) shifted[i]! += weight * sums[place]!;
    }
    return shifted;
  };
}

/** The terms of a centered sum. */
function recipeOf(powers: Powers, center: Powers): { place: number; weight: number }[] {
  return momentPowers.flatMap(({ x, y }, place) => {
    if (x > powers.x || y > powers.y) return [];
    const weight = term(powers.x, x, center.x) * term(powers.y, y, center.y);
    return [{ place, weight }];
  });
}

/** The factor of t^k in (t − middle)^n. */
function term(n: number, k: number, middle: number): number {
  let binomial = 1;
  for (let i = 1; i <= k; i++) binomial = (binomial * (n - k + i)) / i;
  return binomial * (-middle) ** (n - k);
}
