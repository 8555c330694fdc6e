import type { Clause } from '../../query/filters.ts';
import { medianInterval } from '../../query/median-interval.ts';
import { periodFrom } from '../../query/periods.ts';
import type { ByBasisAnswer } from '../../query/price-fields.ts';
import { readMedian } from '../../query/read-statistics.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import type { IndexInterval } from '../params/price-index.ts';
import type { PriceChoice } from '../query/chosen-prices.ts';
import {
  type LeftOut,
  leftOutBody,
  type MedianEnds,
  medianEndsBody,
  type PeriodMedians,
  periodMediansBody,
} from '../query/period-medians.ts';
import { type LeftOutLots, readByReason } from '../query/priced-lots.ts';
import type { MedianWithEnds } from '../regression/quantiles.ts';

/** The usable lots of a period, and their median price per carat. */
export interface PeriodMedian {
  /** First day. */
  start: string;
  n: number;
  median: number;
}

/** The lots of a query for a price model. */
interface MarketLots {
  /** The number of excluded lots, by reason. */
  leftOut: LeftOutLots;
  /** The prices by what the published ones are, where a request chooses prices. */
  prices: ByBasisAnswer | undefined;
  /** The number of generated samples among all lots. */
  synthetic: number;
  /** Every period with usable lots, oldest first. */
  medians: PeriodMedian[];
}

export async function readMarketLots(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  choice: PriceChoice,
): Promise<MarketLots> {
  const [found, others] = await Promise.all([
    search.search<unknown, PeriodMedians>(periodMediansBody(query, interval, choice)),
    search.search<unknown, LeftOut>(leftOutBody(query, interval, choice)),
  ]);
  const { periods, synthetic, prices } = found.aggregations!;
  const reasons = others.aggregations!;
  const medians = periods.buckets.map(({ key_as_string, doc_count, median }) => ({
    start: key_as_string,
    n: doc_count,
    median: readMedian(median)!,
  }));
  return {
    leftOut: readByReason(interval, totalHits(others), reasons, choice).leftOut,
    prices,
    synthetic: synthetic.doc_count + reasons.synthetic.doc_count,
    medians,
  };
}

/** The medians with an interval, which needs 6 lots, and its two bounds; by first day. */
export async function readMedianEnds(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  medians: readonly PeriodMedian[],
  choice: PriceChoice,
): Promise<Map<string, MedianWithEnds>> {
  const periods = medians.map(({ start, n }) => ({ ...periodFrom(interval, start), n }));
  const body = medianEndsBody(query, interval, periods, choice);
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
