import { normalReach, stoneReach } from '../regression/quantiles.ts';

/** The middle of some prices, and the ends of their 80% range. */
interface PriceRange {
  low: number;
  median: number;
  high: number;
}

/** Prices from the sales of other stones, in the unit of the prices. */
interface SalesSummary {
  /** The adjusted prices of the comparables. */
  evidence: PriceRange;
  /** The price of one more stone, and the 95% interval of the median. */
  prediction: PriceRange & { median_low: number; median_high: number };
}

/** A price of another stone, adjusted to this one. */
export interface ComparedPrice extends Weighted {
  /** `value` is the logarithm of its price, adjusted to the stone. */
  value: number;
  /** The logarithm of its price ÷ the model's price of it; undefined without a model. */
  residual: number | undefined;
  /** Names its sale. */
  sale: string;
  /** Whether it is one of the comparables; the others only show how far such figures miss. */
  isComparable: boolean;
}

/** The errors that these prices share. */
interface SharedErrors {
  /** Standard error of the mean adjustment. */
  sharedError: number;
  /** The share of the variance of prices that all lots of a sale have in common. */
  withinSale: number;
}

/** Minimum comparables of a summary: of so many equally weighted prices, the 10% and 90% quantiles are the outermost. */
export const minComparables = 9;

/** Minimum independent sales of a summary. */
export const minIndependentSales = 2;

/** The median is never outside the adjusted prices of this number of most similar lots. */
const nearestLots = 10;

/** The model's price of a stone counts as much as this number of lots identical to the stone, each of another sale. */
export const modelLots = 10;

/** A summary, and how much the model contributes to it. */
export interface Valuation {
  /** The number of sales, each of one lot identical to the stone, that would say as much as the comparables. */
  independentSales: number;
  /** The factor by which the model moves the median of the adjusted prices; 1 without a summary. */
  modelFactor: number;
  summary: SalesSummary | undefined;
}

/**
 * The middle of the adjusted prices, moved toward the model's price of the stone, and how far the same middle misses
 * the prices of other sales: each lot is compared with the middle of the lots of all other sales (conformal
 * prediction, with a fold for each sale: R. F. Barber, E. J. Candès, A. Ramdas and R. J. Tibshirani, Conformal
 * prediction beyond exchangeability, Annals of Statistics 51 (2023) 816–845). Both intervals are widened by the error
 * that all prices share because one model adjusted them: the squares of the two half-widths, in logarithms, add up.
 * The interval of the median is the spread of these misses around their own median, so that it contains the median; the
 * range for one stone is never narrower.
 * @returns no summary where the comparables or their sales are too few, or the lots too different for the 10% and 90%
 * quantiles
 */
export function summarizeSales(lots: readonly ComparedPrice[], errors: SharedErrors): Valuation {
  const mostSimilarFirst = lots.filter(({ isComparable }) => isComparable);
  const comparables = inOrder(mostSimilarFirst, errors);
  const { independentSales } = comparables;
  const { median, believed } = middleOf(comparables);
  const misses = missesOf(lots, comparables, errors);
  const none = { independentSales, modelFactor: 1, summary: undefined };
  if (mostSimilarFirst.length < minComparables || independentSales < minIndependentSales) return none;
  const missed = scaled(misses).sort(ascending);
  const hasModel = lots.some(({ residual }) => residual !== undefined);
  const reach = normalReach / (2 * Math.sqrt(independentSales + (hasModel ? modelLots : 0)));
  const [low, high, center, below, above] = [0.1, 0.9, 0.5, 0.5 - reach, 0.5 + reach].map((probability) =>
    quantileOfSorted(missed, probability),
  );
  if ([low, high, center, below, above].includes(undefined)) return none;
  const middle = withinNearest(median - believed, mostSimilarFirst);
  const end = (miss: number, reachOfError: number) =>
    Math.exp(middle + Math.sign(miss) * Math.hypot(miss, reachOfError * errors.sharedError));
  const [medianLow, medianHigh] = [end(below! - center!, normalReach), end(above! - center!, normalReach)];
  const { byValue } = comparables;
  const adjusted = (probability: number, outermost: ComparedPrice) =>
    Math.exp(quantileOfSorted(byValue, probability) ?? outermost.value);
  return {
    ...{ independentSales, modelFactor: Math.exp(middle - median) },
    summary: {
      evidence: {
        low: adjusted(0.1, byValue[0]!),
        median: Math.exp(median),
        high: adjusted(0.9, byValue.at(-1)!),
      },
      prediction: {
        low: Math.min(end(low!, stoneReach), medianLow),
        median: Math.exp(middle),
        high: Math.max(end(high!, stoneReach), medianHigh),
        ...{ median_low: medianLow, median_high: medianHigh },
      },
    },
  };
}

/** Lots by adjusted price and by residual, ascending: a selection of them need not be sorted again. */
interface Ordered {
  byValue: readonly ComparedPrice[];
  byResidual: readonly (Weighted & { sale: string })[];
  independentSales: number;
}

function inOrder(lots: readonly ComparedPrice[], { withinSale }: SharedErrors): Ordered {
  const known = lots.flatMap(({ residual, weight, sale }) =>
    residual === undefined ? [] : [{ value: residual, weight, sale }],
  );
  return {
    byValue: lots.toSorted(ascending),
    byResidual: known.sort(ascending),
    independentSales: independentSalesOf(lots, withinSale),
  };
}

/** The median of the adjusted prices, and the part of the median residual that the model does not believe. */
function middleOf({ byValue, byResidual, independentSales }: Ordered) {
  const residual = quantileOfSorted(byResidual, 0.5) ?? 0;
  const believed = residual * (modelLots / (independentSales + modelLots));
  return { median: quantileOfSorted(byValue, 0.5) ?? Number.NaN, believed };
}

/** A median, but not beyond the adjusted prices of the most similar lots. */
function withinNearest(median: number, lots: readonly ComparedPrice[]): number {
  const nearest = lots.toSorted((a, b) => b.weight - a.weight).slice(0, nearestLots);
  const prices = nearest.map(({ value }) => value);
  return Math.min(Math.max(median, Math.min(...prices)), Math.max(...prices));
}

/** m lots of one sale say as much as m ÷ (1 + (m − 1) · correlation) of different sales (the design effect of L. Kish). */
function independentSalesOf(lots: readonly ComparedPrice[], withinSale: number): number {
  const sales = Map.groupBy(lots, ({ sale }) => sale);
  return [...sales.values()].reduce(
    (sum, some) =>
      sum + some.reduce((whole, { weight }) => whole + weight, 0) / (1 + (some.length - 1) * withinSale),
    0,
  );
}

/** The distance of each lot from the middle of the comparables of all other sales. */
function missesOf(lots: readonly ComparedPrice[], comparables: Ordered, errors: SharedErrors): Weighted[] {
  const ofAll = middleOf(comparables);
  return [...Map.groupBy(lots, ({ sale }) => sale)].flatMap(([name, some]) => {
    const own = some.filter(({ isComparable }) => isComparable);
    const isOther = ({ sale }: { sale: string }) => sale !== name;
    const others = {
      byValue: comparables.byValue.filter(isOther),
      byResidual: comparables.byResidual.filter(isOther),
      independentSales: comparables.independentSales - independentSalesOf(own, errors.withinSale),
    };
    if (others.byValue.length === 0) return [];
    const { median, believed } = own.length === 0 ? ofAll : middleOf(others);
    return some.map(({ value, weight }) => ({ value: value - (median - believed), weight }));
  });
}

/** With weights that add up to their effective number: on average the next lot counts as one of them. */
function scaled(misses: readonly Weighted[]): Weighted[] {
  const effective = effectiveCount(misses.map(({ weight }) => weight));
  const times = effective / misses.reduce((sum, { weight }) => sum + weight, 0);
  return misses.map(({ value, weight }) => ({ value, weight: weight * times }));
}

/** A value and its weight, at most 1. */
interface Weighted {
  value: number;
  weight: number;
}

/**
 * A predictive quantile of the next value, from weighted values in ascending order. With equal weights of 1 value k of n
 * is at k ÷ (n + 1), so that the next one is equally likely to fall between any two; with other weights at
 * (weights before it + (its own + 1) ÷ 2) ÷ (all weights + 1): the next value has weight 1. Between values it is
 * interpolated. R. F. Barber, E. J. Candès, A. Ramdas and R. J. Tibshirani, Conformal prediction beyond
 * exchangeability, Annals of Statistics 51 (2023) 816–845.
 * @returns undefined where the probability is beyond the first or last value
 */
function quantileOfSorted(sorted: readonly Weighted[], probability: number): number | undefined {
  const whole = sorted.reduce((sum, { weight }) => sum + weight, 1);
  let [before, below]: [number, { value: number; at: number } | undefined] = [0, undefined];
  for (const { value, weight } of sorted) {
    const at = (before + (weight + 1) / 2) / whole;
    if (at >= probability - rounding) {
      if (at <= probability + rounding) return value;
      return below && below.value + ((value - below.value) * (probability - below.at)) / (at - below.at);
    }
    before += weight;
    below = { value, at };
  }
  return undefined;
}

const ascending = (a: Weighted, b: Weighted) => a.value - b.value;

/** Nine equal weights reach the tenth part exactly. */
const rounding = 1e-12;

/**
 * The number of equally weighted values with the same information: (Σ w)² ÷ Σ w², by L. Kish, Survey Sampling (1965),
 * section 11.2.
 */
function effectiveCount(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight * weight, 0);
  return squares === 0 ? 0 : (sum * sum) / squares;
}
