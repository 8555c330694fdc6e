import type { Clause } from '../../query/filters.ts';
import type { SearchBody } from '../../query/search-body.ts';
import type { Aggregation } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';
import { type Kind, kinds } from '../regression/hedonic-index.ts';
import type { PriceChoice } from './chosen-prices.ts';
import { pricedLots } from './priced-lots.ts';

/** Maximum counted values of a kind, missing values not included. */
export const maxValuesPerKind = 1000;

/** The lots of a price model by period, and the values of each kind. */
export function lotCountsBody(query: Clause, interval: IndexInterval, choice: PriceChoice = {}): SearchBody {
  return {
    query: pricedLots(query, interval, choice),
    size: 0,
    track_total_hits: false,
    request_cache: true,
    aggs: {
      period: periodsOf(interval),
      ...Object.fromEntries(kinds.map((field) => [field, { terms: { field, size: maxValuesPerKind } }])),
    },
  };
}

/** An aggregation for each period that has lots. */
export const periodsOf = (interval: IndexInterval): Aggregation => ({
  date_histogram: { field: 'auction_date', calendar_interval: interval, min_doc_count: 1 },
});

/** The search response to `lotCountsBody`. */
export type LotCountsAnswer = {
  period: { buckets: { key_as_string: string; doc_count: number }[] };
} & Record<Kind, { buckets: unknown[]; sum_other_doc_count: number }>;

/** The distribution of the lots of a price model. */
export interface LotCounts {
  lots: number;
  /** Lots by the first day of the period, oldest first. */
  periods: Map<string, number>;
  /** The number of values of a kind, missing included; Infinity above `maxValuesPerKind`. */
  values: Record<Kind, number>;
}

export function readLotCounts(answer: LotCountsAnswer): LotCounts {
  const periods = new Map(answer.period.buckets.map((bucket) => [bucket.key_as_string, bucket.doc_count]));
  const widths = kinds.map((kind) => {
    const { buckets, sum_other_doc_count: others } = answer[kind];
    return [kind, others > 0 ? Infinity : buckets.length + 1];
  });
  return {
    lots: [...periods.values()].reduce((sum, lots) => sum + lots, 0),
    periods,
    values: Object.fromEntries(widths) as LotCounts['values'],
  };
}
