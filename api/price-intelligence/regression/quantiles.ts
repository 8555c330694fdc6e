import cephes from 'cephes';

await cephes.compiled;

/** The probability outside an interval on each side; published intervals are 95% by default. */
const tail = 0.025;

/** Standard errors from the estimate to each end of a 95% interval, by Student's t. */
export function reachOf(degreesOfFreedom: number): number {
  if (last.degreesOfFreedom !== degreesOfFreedom) {
    last = { degreesOfFreedom, reach: cephes.stdtri(degreesOfFreedom, 1 - tail) };
  }
  return last.reach;
}

/** Memoized: all intervals of a response have the same degrees of freedom, and the quantile is found by iteration. */
let last = { degreesOfFreedom: Number.NaN, reach: Number.NaN };

/** The same for a 95% interval where the error itself is known. */
export const normalReach = cephes.ndtri(1 - tail);

/** The same for an 80% interval. */
export const stoneReach = cephes.ndtri(0.9);

/** The standard normal value that is exceeded with this probability. */
export function normalDistance(probability: number): number {
  return cephes.ndtri(1 - probability);
}

/** P(Bin(n, ½) < k). */
export function probabilityBelow(k: number, n: number): number {
  return k < 1 ? 0 : cephes.bdtr(k - 1, n, 0.5);
}
