import type { PriceAdjuster } from './adjust-prices.ts';
import { type Interval, normalReach } from './quantiles.ts';

/** A smoothed index and its 95% interval. */
export interface SmoothedIndex extends Interval {
  /** The weight of the market in it; undefined in the base. */
  marketWeight: number | undefined;
}

/**
 * The index of a time by the smoothed level, where that of the base is 100; both in years.
 * @returns undefined without a price model
 */
export function smoothedIndex(
  { inTime, marketWeight }: Pick<PriceAdjuster, 'inTime' | 'marketWeight'>,
  base: number,
  time: number,
): SmoothedIndex | undefined {
  const change = inTime(base, time);
  if (!change) return undefined;
  const at = (times: number) => 100 * Math.exp(change.value + times * normalReach * change.error);
  const levels = [
    [time, 1],
    [base, -1],
  ] as const;
  return { value: at(0), low: at(-1), high: at(1), marketWeight: marketWeight(levels) };
}
