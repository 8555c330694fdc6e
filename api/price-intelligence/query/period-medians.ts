import type { Clause } from '../../query/clauses.ts';
import { medianInterval } from '../../query/median-interval.ts';
import type { PercentilesAnswer } from '../../query/read-statistics.ts';
import type { SearchBody } from '../../query/search-body.ts';
import { intervalPercents, quantiles, syntheticLots } from '../../query/statistics.ts';
import { underRoofs } from '../../query/trend-periods.ts';
import type { IndexInterval } from '../params/price-index.ts';
import { periodsOf } from './lot-counts.ts';
import { type ByReason, byReason, pricedLots, unpricedLots } from './priced-lots.ts';

/**
 * The median price per carat of every period that has a lot of a price model. Elasticsearch keeps no answer of exact
 * quantiles: it would write out every value, which takes longer than to find them.
 */
export function periodMediansBody(query: Clause, interval: IndexInterval): SearchBody {
  return {
    query: pricedLots(query, interval),
    size: 0,
    track_total_hits: false,
    request_cache: false,
    aggs: {
      periods: { ...periodsOf(interval), aggs: { median: quantiles('price_per_carat_usd', [50]) } },
      synthetic: syntheticLots,
    },
  };
}

/** What the search answers to `periodMediansBody`. */
export interface PeriodMedians {
  periods: { buckets: { key_as_string: string; doc_count: number; median: PercentilesAnswer }[] };
  synthetic: { doc_count: number };
}

/** The lots of a query that are no part of a price model, by the reason: they are fewer than the others. */
export function leftOutBody(query: Clause, interval: IndexInterval): SearchBody {
  return {
    query: unpricedLots(query, interval),
    size: 0,
    track_total_hits: true,
    request_cache: true,
    aggs: { ...byReason(interval, {}), synthetic: syntheticLots },
  };
}

/** What the search answers to `leftOutBody`. */
export type LeftOut = ByReason<unknown> & { synthetic: { doc_count: number } };

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
    request_cache: false,
    aggs: underRoofs(withInterval, ({ n }) => ({
      ends: quantiles('price_per_carat_usd', intervalPercents(n)),
    })),
  };
}

/** What the search answers to `medianEndsBody`: periods below their roofs. */
export type MedianEnds = Record<string, Record<string, { ends: PercentilesAnswer }>>;
