import type { Interval } from './interval.ts';
import { normalDistance, normalReach, probabilityBelow } from './quantiles.ts';

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
  return Math.log(high / low) / (2 * normalDistance(probabilityBelow(rank, n)));
}
