import cephes from 'cephes';

await cephes.compiled;

/** Share of the cases that an interval leaves out on each side: published intervals are of 95 % where nothing else is said. */
const tail = 0.025;

/** How many standard errors a 95 % interval reaches to each side, by Student's t. */
export function reachOf(degreesOfFreedom: number): number {
  if (last.degreesOfFreedom !== degreesOfFreedom) {
    last = { degreesOfFreedom, reach: cephes.stdtri(degreesOfFreedom, 1 - tail) };
  }
  return last.reach;
}

/** The intervals of one answer all have the same degrees of freedom, and the quantile is searched for by iteration. */
let last = { degreesOfFreedom: Number.NaN, reach: Number.NaN };

/** How many standard errors a 95 % interval reaches to each side where the error itself is certain. */
export const normalReach = cephes.ndtri(1 - tail);

/** The same for an interval of 80 %. */
export const stoneReach = cephes.ndtri(0.9);

/** How many standard errors from the middle a normal variable is that is greater with this probability only. */
export function normalDistance(probability: number): number {
  return cephes.ndtri(1 - probability);
}

/** P(Bin(n, ½) < k). */
export function probabilityBelow(k: number, n: number): number {
  return k < 1 ? 0 : cephes.bdtr(k - 1, n, 0.5);
}
