import type { Clause } from '../../query/filters.ts';
import { medianInterval } from '../../query/median-interval.ts';
import type { ByBasisAnswer } from '../../query/price-fields.ts';
import type { PercentilesAnswer } from '../../query/read-statistics.ts';
import { type SearchBody, uncachedFigures } from '../../query/search-body.ts';
import { type Aggregation, intervalPercents, quantiles, syntheticLots } from '../../query/statistics.ts';
import { groupPeriods } from '../../query/trend-periods.ts';
import type { IndexInterval } from '../params/price-index.ts';
import { countedPrices, type PriceChoice, pricePerCaratOf } from './chosen-prices.ts';
import { type ByReason, byReason, pricedLots, unpricedLots } from './priced-lots.ts';

/** An aggregation for each period that has lots. */
export const periodsOf = (interval: IndexInterval): Aggregation => ({
  date_histogram: { field: 'auction_date', calendar_interval: interval, min_doc_count: 1 },
});

/**
 * The median price per carat of every period with lots of a price model. Elasticsearch must not cache the response of
 * exact quantiles: it would serialize every value, which takes longer than computing them.
 */
export function periodMediansBody(query: Clause, interval: IndexInterval, choice: PriceChoice): SearchBody {
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
export interface PeriodMedians {
  periods: { buckets: { key_as_string: string; doc_count: number; median: PercentilesAnswer }[] };
  synthetic: { doc_count: number };
  /** Where prices are chosen. */
  prices?: ByBasisAnswer;
}

/** The lots of a query that are excluded from a price model, by reason: they are fewer than the included ones. */
export function leftOutBody(query: Clause, interval: IndexInterval, choice: PriceChoice): SearchBody {
  return {
    query: unpricedLots(query, interval, choice),
    size: 0,
    track_total_hits: true,
    request_cache: true,
    aggs: { ...byReason(interval, {}, choice), synthetic: syntheticLots },
  };
}

/** The search response to `leftOutBody`. */
export type LeftOut = ByReason<unknown> & { synthetic: { doc_count: number } };

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
export function medianEndsBody(
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
export type MedianEnds = Record<string, Record<string, { ends: PercentilesAnswer }>>;
