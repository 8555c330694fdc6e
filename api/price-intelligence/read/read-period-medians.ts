import type { Clause } from '../../query/clauses.ts';
import { medianInterval } from '../../query/median-interval.ts';
import { periodFrom } from '../../query/periods.ts';
import { readMedian } from '../../query/read-statistics.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import type { IndexInterval } from '../params/price-index.ts';
import {
  type LeftOut,
  leftOutBody,
  type MedianEnds,
  medianEndsBody,
  type PeriodMedians,
  periodMediansBody,
} from '../query/period-medians.ts';
import { type Reason, readByReason } from '../query/priced-lots.ts';
import type { MedianWithEnds } from '../regression/median-ratio.ts';

/** The lots of a period that can be used, and their median price per carat. */
export interface PeriodMedian {
  /** First day. */
  start: string;
  n: number;
  median: number;
}

/** The lots of a query as a price model sees them. */
export interface MarketLots {
  /** How many have no part in it, by reason. */
  leftOut: Record<Reason, number>;
  /** How many of all are generated samples. */
  synthetic: number;
  /** Every period that has a lot with a part in it, oldest first. */
  medians: PeriodMedian[];
}

export async function readMarketLots(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
): Promise<MarketLots> {
  const [found, others] = await Promise.all([
    search.search<unknown, PeriodMedians>(periodMediansBody(query, interval)),
    search.search<unknown, LeftOut>(leftOutBody(query, interval)),
  ]);
  const { periods, synthetic } = found.aggregations!;
  const reasons = others.aggregations!;
  const medians = periods.buckets.map(({ key_as_string, doc_count, median }) => ({
    start: key_as_string,
    n: doc_count,
    median: readMedian(median)!,
  }));
  return {
    leftOut: readByReason(interval, totalHits(others), reasons).leftOut,
    synthetic: synthetic.doc_count + reasons.synthetic.doc_count,
    medians,
  };
}

/** The medians of which an interval can be told, which takes 6 lots, with two values around each; by first day. */
export async function readMedianEnds(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  medians: readonly PeriodMedian[],
): Promise<Map<string, MedianWithEnds>> {
  const periods = medians.map(({ start, n }) => ({ ...periodFrom(interval, start), n }));
  const body = medianEndsBody(query, interval, periods);
  if (!body) return new Map();
  const { aggregations } = await search.search<unknown, MedianEnds>(body);
  const answers = Object.assign({}, ...Object.values(aggregations!)) as MedianEnds[string];
  const withEnds = medians.flatMap(({ start, n, median }) => {
    const ends = answers[start]?.ends.values.map(({ value }) => value!);
    const rank = medianInterval(n)?.low;
    return ends && rank ? [[start, { n, median, rank, low: ends[0]!, high: ends.at(-1)! }] as const] : [];
  });
  return new Map(withEnds);
}
