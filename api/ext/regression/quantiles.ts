import cephes from 'cephes';
import type { Estimate } from './fit-line.ts';

await cephes.compiled;

/** The probability outside an interval on each side; published intervals are 95% by default. */
const tail = 0.025;

/** Standard errors from the estimate to each end of a 95% interval, by Student's t. */
export function reachOf(degreesOfFreedom: number): number {
  if (last.degreesOfFreedom !== degreesOfFreedom) {
    last = { degreesOfFreedom, reach: studentQuantile(degreesOfFreedom) };
  }
  return last.reach;
}

/** Quantile of Student's t by the incomplete beta function: the degrees of freedom need not be whole. */
function studentQuantile(degreesOfFreedom: number): number {
  const share = cephes.incbi(degreesOfFreedom / 2, 0.5, 2 * tail);
  return Math.sqrt(degreesOfFreedom / share - degreesOfFreedom);
}

/** Memoized: many intervals of a response have the same degrees of freedom, and the quantile is found by iteration. */
let last = { degreesOfFreedom: Number.NaN, reach: Number.NaN };

/** Standard errors from the estimate to each end of a 95% interval where the error itself is known. */
export const normalReach = cephes.ndtri(1 - tail);

/** Standard errors from the estimate to each end of an 80% interval where the error itself is known. */
export const stoneReach = cephes.ndtri(0.9);

/** P(Bin(n, ½) < k). */
function probabilityBelow(k: number, n: number): number {
  return k < 1 ? 0 : cephes.bdtr(k - 1, n, 0.5);
}

/** A number and the 95% interval around it. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** The published standard error, also used for intervals: the robust one where available. */
export function errorOf({ classicalError, robustError }: Estimate): number {
  return robustError ?? classicalError;
}

/** The 95% interval of an estimate, by Student's t. */
export function intervalOf(value: number, error: number, degreesOfFreedom: number): Interval {
  const reach = reachOf(degreesOfFreedom) * error;
  return { value, low: value - reach, high: value + reach };
}

/** The median of a period's prices and two of them around it. */
export interface MedianWithEnds {
  n: number;
  median: number;
  /** The values at ranks `rank` and n + 1 − `rank`. */
  low: number;
  high: number;
  rank: number;
}

/**
 * The ratio of two independent medians and its 95% interval. The error of the logarithm of each median is estimated
 * from how far two of its order statistics lie apart: R. M. Price and D. G. Bonett, Distribution-free confidence
 * intervals for difference and ratio of medians, Journal of Statistical Computation and Simulation 72 (2002) 119–124.
 */
export function ratioOfMedians(median: MedianWithEnds, base: MedianWithEnds): Interval {
  const value = median.median / base.median;
  const reach = Math.exp(normalReach * Math.hypot(logError(median), logError(base)));
  return { value, low: value / reach, high: value * reach };
}

function logError({ n, low, high, rank }: MedianWithEnds): number {
  return Math.log(high / low) / (2 * cephes.ndtri(1 - probabilityBelow(rank, n)));
}
