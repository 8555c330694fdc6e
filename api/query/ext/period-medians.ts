import type { SearchBody } from '../../engine.ts';
import type { IndexInterval } from '../../params/ext/price-index.ts';
import type { Clause } from '../clauses.ts';
import { medianInterval } from '../median-interval.ts';
import type { PercentilesAnswer } from '../read-statistics.ts';
import { type Aggregation, intervalPercents, quantiles, syntheticLots } from '../statistics.ts';
import { underRoofs } from '../trend-periods.ts';
import { type ByReason, byReason, pricedLots } from './priced-lots.ts';

/**
 * The lots of a query by the reasons for which they are no part of a price model, and of those that are the median price
 * per carat of every period that has one.
 */
export function periodMediansBody(query: Clause, interval: IndexInterval): SearchBody {
  const periods: Aggregation = {
    date_histogram: { field: 'auction_date', calendar_interval: interval, min_doc_count: 1 },
    aggs: { median: quantiles('price_per_carat_usd', [50]) },
  };
  return {
    query,
    size: 0,
    track_total_hits: true,
    request_cache: true,
    aggs: { ...byReason(interval, { periods }), synthetic: syntheticLots },
  };
}

/** What the engine answers to `periodMediansBody`. */
export type PeriodMedians = ByReason<{ periods: Periods }> & { synthetic: { doc_count: number } };

export interface Periods {
  buckets: { key_as_string: string; doc_count: number; median: PercentilesAnswer }[];
}

/** A period, the day after it, and how many lots it has. */
export interface CountedPeriod {
  start: string;
  end: string;
  n: number;
}

/**
 * The ends of the medians' intervals, by the first day of the period.
 * @returns undefined where no period has 6 lots
 */
export function medianEndsBody(
  query: Clause,
  interval: IndexInterval,
  periods: readonly CountedPeriod[],
): SearchBody | undefined {
  const withInterval = periods.filter(({ n }) => medianInterval(n) !== undefined);
  if (withInterval.length === 0) return undefined;
  return {
    query: pricedLots(query, interval),
    size: 0,
    track_total_hits: false,
    request_cache: true,
    aggs: underRoofs(withInterval, ({ n }) => ({
      ends: quantiles('price_per_carat_usd', intervalPercents(n)),
    })),
  };
}

/** What the engine answers to `medianEndsBody`: periods below their roofs. */
export type MedianEnds = Record<string, Record<string, { ends: PercentilesAnswer }>>;
