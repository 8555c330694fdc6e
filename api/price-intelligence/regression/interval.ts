import type { Estimate } from './fit-hedonic.ts';
import { reachOf } from './quantiles.ts';

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
export function intervalOf(estimate: Estimate, degreesOfFreedom: number): Interval {
  const reach = reachOf(degreesOfFreedom) * errorOf(estimate);
  return { value: estimate.value, low: estimate.value - reach, high: estimate.value + reach };
}
