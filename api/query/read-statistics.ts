import { intervalPercents, type Summarized } from './statistics.ts';

/** The search response for `stats`. */
interface StatsAnswer {
  count: number;
  min: number | null;
  max: number | null;
  avg: number | null;
  sum: number;
}

/** The search response for `percentiles` with `keyed: false`. */
export interface PercentilesAnswer {
  values: { key: number; value: number | null }[];
}

/** The search response for a group of `countsAndExtremes`. */
export type GroupAnswer = {
  doc_count: number;
  sold: { doc_count: number };
  unsold: { doc_count: number };
  one_stone: { price_per_carat_usd: StatsAnswer };
} & Record<Exclude<Summarized, 'price_per_carat_usd'>, StatsAnswer>;

/** Counts and sums of a group, unrounded. */
interface Totals {
  lots: number;
  soldLots: number;
  unsoldLots: number;
  valueUsd: number;
  carats: number;
}

/** Quantiles of a group, unrounded; null where there is no value. */
interface Quantiles {
  p10: number | null;
  p25: number | null;
  median: number | null;
  p75: number | null;
  p90: number | null;
  /** Bounds of the interval of the median; null under 6 values. */
  medianLow: number | null;
  medianHigh: number | null;
}

/** All statistics of one kind of value in a group, unrounded. */
type Distribution = Omit<StatsAnswer, 'avg'> & Quantiles;

export function readTotals(answer: Omit<GroupAnswer, 'one_stone'>): Totals {
  return {
    lots: answer.doc_count,
    soldLots: answer.sold.doc_count,
    unsoldLots: answer.unsold.doc_count,
    valueUsd: answer.price_usd.sum,
    carats: answer.carat.sum,
  };
}

/** All statistics of some values, from responses that together have the percentages of `percentsFor(n)`. */
export function readDistribution(
  { count, min, max, sum }: StatsAnswer,
  ...answers: (PercentilesAnswer | undefined)[]
): Distribution {
  return { count, min, max, sum, ...readQuantiles(count, ...answers) };
}

/** The quantiles of n values, from responses that together have the percentages of `percentsFor(n)`. */
export function readQuantiles(n: number, ...answers: (PercentilesAnswer | undefined)[]): Quantiles {
  const [low, high] = intervalPercents(n);
  const quantiles = { ...noQuantiles };
  for (const answer of answers) {
    for (const { key, value } of answer?.values ?? []) {
      const name = quantileNames.get(key);
      if (name) quantiles[name] = value;
      if (key === low) quantiles.medianLow = value;
      if (key === high) quantiles.medianHigh = value;
    }
  }
  return quantiles;
}

const quantileNames = new Map<number, keyof Quantiles>([
  [10, 'p10'],
  [25, 'p25'],
  [50, 'median'],
  [75, 'p75'],
  [90, 'p90'],
]);

const noQuantiles: Quantiles = {
  p10: null,
  p25: null,
  median: null,
  p75: null,
  p90: null,
  medianLow: null,
  medianHigh: null,
};

/** One percentile, or null where there is no value. */
export function readMedian(answer: PercentilesAnswer): number | null {
  return answer.values[0]?.value ?? null;
}
