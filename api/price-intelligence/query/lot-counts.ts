import type { Clause } from '../../query/filters.ts';
import type { SearchBody } from '../../query/search-body.ts';
import type { Aggregation } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';
import type { PriceChoice } from './chosen-prices.ts';
import { pricedLots } from './priced-lots.ts';

/** The lots of a price model by period. */
export function lotCountsBody(query: Clause, interval: IndexInterval, choice: PriceChoice = {}): SearchBody {
  return {
    query: pricedLots(query, interval, choice),
    size: 0,
    track_total_hits: false,
    request_cache: true,
    aggs: { period: periodsOf(interval) },
  };
}

/** An aggregation for each period that has lots. */
export const periodsOf = (interval: IndexInterval): Aggregation => ({
  date_histogram: { field: 'auction_date', calendar_interval: interval, min_doc_count: 1 },
});

/** The search response to `lotCountsBody`. */
export interface LotCountsAnswer {
  period: { buckets: { doc_count: number }[] };
}

/** The number of lots of a price model, and of the periods that have some. */
export interface LotCounts {
  lots: number;
  periods: number;
}

export function readLotCounts({ period: { buckets } }: LotCountsAnswer): LotCounts {
  return { lots: buckets.reduce((sum, { doc_count }) => sum + doc_count, 0), periods: buckets.length };
}
