import { type Clause, type SearchBody, uncachedFigures } from '../../search/clauses.ts';
import type { Aggregation } from '../../search/composite-pages.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import { medianInterval } from '../../statistics/median-interval.ts';
import { groupPeriods, periodFrom } from '../../statistics/periods.ts';
import type { ByBasisResult } from '../../statistics/prices.ts';
import {
  intervalPercents,
  type PercentilesResult,
  quantiles,
  readMedian,
  syntheticLots,
} from '../../statistics/statistics.ts';
import type { MedianWithEnds } from '../regression/quantiles.ts';
import { countedPrices, type IndexInterval, type PriceChoice, pricePerCaratOf } from './choice.ts';
import {
  type ByReason,
  byReason,
  type LeftOutLots,
  pricedLots,
  readByReason,
  unpricedLots,
} from './priced-lots.ts';

/** An aggregation for each period that has lots. */
export const periodsOf = (interval: IndexInterval): Aggregation => ({
  date_histogram: { field: 'auction_date', calendar_interval: interval, min_doc_count: 1 },
});

/**
 * The median price per carat of every period with lots of a price model. Elasticsearch must not cache the response of
 * exact quantiles: it would serialize every value, which takes longer than computing them.
 */
function periodMediansBody(query: Clause, interval: IndexInterval, choice: PriceChoice): SearchBody {
  return {
    query: pricedLots(query, interval, choice),
    ...uncachedFigures,
    aggs: {
      periods: { ...periodsOf(interval), aggs: { median: quantiles(pricePerCaratOf(choice), [50]) } },
      synthetic: syntheticLots,
      ...countedPrices(choice),
    },
  };
}

/** The search response to `periodMediansBody`. */
interface PeriodMedians {
  periods: { buckets: { key_as_string: string; doc_count: number; median: PercentilesResult }[] };
  synthetic: { doc_count: number };
  /** Where prices are chosen. */
  prices?: ByBasisResult;
}

/** The lots of a query that are excluded from a price model, by reason: they are fewer than the included ones. */
function leftOutBody(query: Clause, interval: IndexInterval, choice: PriceChoice): SearchBody {
  return {
    query: unpricedLots(query, interval, choice),
    size: 0,
    track_total_hits: true,
    request_cache: true,
    aggs: { ...byReason(interval, {}, choice), synthetic: syntheticLots },
  };
}

/** The search response to `leftOutBody`. */
type LeftOut = ByReason<unknown> & { synthetic: { doc_count: number } };

/** A period, the day after it, and its number of lots. */
interface CountedPeriod {
  start: string;
  end: string;
  n: number;
}

/**
 * The bounds of the intervals of medians, by the first day of the period.
 * @returns undefined where no period has 6 lots
 */
function medianEndsBody(
  query: Clause,
  interval: IndexInterval,
  periods: readonly CountedPeriod[],
  choice: PriceChoice,
): SearchBody | undefined {
  const withInterval = periods.filter(({ n }) => medianInterval(n) !== undefined);
  if (withInterval.length === 0) return undefined;
  return {
    query: pricedLots(query, interval, choice),
    ...uncachedFigures,
    aggs: groupPeriods(withInterval, ({ n }) => ({
      ends: quantiles(pricePerCaratOf(choice), intervalPercents(n)),
    })),
  };
}

/** The search response to `medianEndsBody`: periods below their groups. */
type MedianEnds = Record<string, Record<string, { ends: PercentilesResult }>>;

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
  /** The prices by the basis of the published ones, where a request chooses prices. */
  prices: ByBasisResult | undefined;
  /** The number of generated samples among all lots. */
  synthetic: number;
  /** Every period with usable lots, oldest first. */
  medians: PeriodMedian[];
}

export async function readIndexLots(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  choice: PriceChoice,
): Promise<MarketLots> {
  const [found, others] = await Promise.all([
    search.aggregate<PeriodMedians>(periodMediansBody(query, interval, choice)),
    search.search<unknown, LeftOut>(leftOutBody(query, interval, choice)),
  ]);
  const { periods, synthetic, prices } = found;
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
  const found = await search.aggregate<MedianEnds>(body);
  const results = Object.assign({}, ...Object.values(found)) as MedianEnds[string];
  const withEnds = medians.flatMap(({ start, n, median }) => {
    const ends = results[start]?.ends.values.map(({ value }) => value!);
    const rank = medianInterval(n)?.low;
    return ends && rank ? [[start, { n, median, rank, low: ends[0]!, high: ends.at(-1)! }] as const] : [];
  });
  return new Map(withEnds);
}
