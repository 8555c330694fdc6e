import { intervalPercents, type Summarised } from './statistics.ts';

/** What the engine answers for `stats`. */
export interface StatsAnswer {
  count: number;
  min: number | null;
  max: number | null;
  avg: number | null;
  sum: number;
}

/** What the engine answers for `percentiles` with `keyed: false`. */
export interface PercentilesAnswer {
  values: { key: number; value: number | null }[];
}

/** What the engine answers for a group of `countsAndExtremes`. */
export type GroupAnswer = {
  doc_count: number;
  sold: { doc_count: number };
} & Record<Summarised, StatsAnswer>;

/** Counts and sums of a group, unrounded. */
export interface Totals {
  lots: number;
  soldLots: number;
  valueUsd: number;
  carats: number;
}

/** Quantiles of a group, unrounded; null where there is no value. */
export interface Quantiles {
  p10: number | null;
  p25: number | null;
  median: number | null;
  p75: number | null;
  p90: number | null;
  /** Ends of the median's interval; null under 6 values. */
  medianLow: number | null;
  medianHigh: number | null;
}

/** Everything known of one kind of value in a group, unrounded. */
export type Distribution = StatsAnswer & Quantiles;

export function readTotals(answer: Pick<GroupAnswer, 'doc_count' | 'sold' | 'price_usd' | 'carat'>): Totals {
  return {
    lots: answer.doc_count,
    soldLots: answer.sold.doc_count,
    valueUsd: answer.price_usd.sum,
    carats: answer.carat.sum,
  };
}

/** The quantiles of n values, out of answers that hold the percentages of `percentsFor(n)` between them. */
export function readQuantiles(n: number, ...answers: (PercentilesAnswer | undefined)[]): Quantiles {
  const values = answers.flatMap((answer) => answer?.values ?? []);
  const at = (percent: number | undefined) => values.find(({ key }) => key === percent)?.value ?? null;
  const [low, high] = intervalPercents(n);
  return {
    p10: at(10),
    p25: at(25),
    median: at(50),
    p75: at(75),
    p90: at(90),
    medianLow: at(low),
    medianHigh: at(high),
  };
}

/** One percentile, or null where there is no value. */
export function readMedian(answer: PercentilesAnswer): number | null {
  return answer.values[0]?.value ?? null;
}
