import cephes from 'cephes';

await cephes.compiled;

/** The probability outside an interval on each side; published intervals are 95% by default. */
const tail = 0.025;

/**
 * Standard errors from the estimate to each end of a 95% interval, by Student's t: the incomplete beta function gives its quantile for
 * degrees of freedom that need not be whole.
 */
export function reachOf(degreesOfFreedom: number): number {
  const share = cephes.incbi(degreesOfFreedom / 2, 0.5, 2 * tail);
  return Math.sqrt(degreesOfFreedom / share - degreesOfFreedom);
}

/** Standard errors from the estimate to each end of a 95% interval where the error itself is known. */
export const normalReach = cephes.ndtri(1 - tail);

/** Standard errors from the estimate to each end of an 80% interval where the error itself is known. */
export const stoneReach = cephes.ndtri(0.9);

/** A number and the 95% interval around it. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** The 95% interval of an estimate, by Student's t. */
export function intervalOf(value: number, error: number, degreesOfFreedom: number): Interval {
  const reach = reachOf(degreesOfFreedom) * error;
  return { value, low: value - reach, high: value + reach };
}

/** Quantile p of sorted values, type 7 of Hyndman and Fan; null without values. */
export function quantileOf(sorted: readonly number[], p: number): number | null {
  if (sorted.length === 0) return null;
  const rank = (sorted.length - 1) * p;
  const [below, above] = [sorted[Math.floor(rank)]!, sorted[Math.ceil(rank)]!];
  return below + (above - below) * (rank - Math.floor(rank));
}
