import { normalReach, stoneReach } from './quantiles.ts';
import { effectiveCount, type Weighted, weightedQuantiles } from './weighted-quantiles.ts';

/** A price estimate from the sales of other stones, in the unit of the prices. */
export interface SalesSummary {
  median: number;
  /** The 80% interval of the price of one stone. */
  low: number;
  high: number;
  /** The 95% interval of the median. */
  medianLow: number;
  medianHigh: number;
}

/** Minimum effective lots of a summary. */
export const minEffectiveLots = 8;

/**
 * The weighted median of prices, an interval for one more, and one for the median (R. S. Woodruff, Confidence intervals
 * for medians and other position measures, Journal of the American Statistical Association 47 (1952) 635–646, with
 * Kish's effective number of lots). Both are widened by the error that all prices share because one model adjusted
 * them: the squares of the two half-widths, in logarithms, add up.
 * @param prices logarithms of the prices
 * @param sharedError standard error of the mean adjustment
 * @returns undefined where the lots are too few or too different for the 10% and 90% quantiles
 */
export function summarizeSales(prices: readonly Weighted[], sharedError: number): SalesSummary | undefined {
  const effective = effectiveCount(prices.map(({ weight }) => weight));
  if (effective < minEffectiveLots) return undefined;
  const quantile = weightedQuantiles(prices);
  const reach = normalReach / (2 * Math.sqrt(effective));
  const [median, low, high, medianLow, medianHigh] = [0.5, 0.1, 0.9, 0.5 - reach, 0.5 + reach].map(quantile);
  if (median === undefined || low === undefined || high === undefined) return undefined;
  if (medianLow === undefined || medianHigh === undefined) return undefined;
  const wider = (end: number, side: 1 | -1, reachOfError: number) =>
    Math.exp(median + side * Math.hypot(end - median, reachOfError * sharedError));
  return {
    median: Math.exp(median),
    low: wider(low, -1, stoneReach),
    high: wider(high, 1, stoneReach),
    medianLow: wider(medianLow, -1, normalReach),
    medianHigh: wider(medianHigh, 1, normalReach),
  };
}
