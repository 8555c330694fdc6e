import cephes from 'cephes';

await cephes.compiled;

/** Share of the cases that an interval leaves out on each side: all published intervals are of 95 %. */
const tail = 0.025;

/** How many standard errors a 95 % interval reaches to each side, by Student's t. */
export function reachOf(degreesOfFreedom: number): number {
  return cephes.stdtri(degreesOfFreedom, 1 - tail);
}

/** Quantile of the standard normal distribution. */
export function normalQuantile(probability: number): number {
  return cephes.ndtri(probability);
}
