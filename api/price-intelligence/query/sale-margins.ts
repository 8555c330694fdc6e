import type { Clause } from '../../query/filters.ts';
import { periodStart } from '../../query/periods.ts';
import type { SearchBody } from '../../query/search-body.ts';
import type { Aggregation } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';
import type { Kind, LotMargins, LotValue } from '../regression/hedonic-index.ts';
import type { PriceChoice } from './chosen-prices.ts';
import { type LotCounts, maxValuesPerKind } from './lot-counts.ts';
import { dayOf, type MomentSumsAnswer, momentSums } from './price-cells.ts';
import { maxBuckets } from './price-margins.ts';

/** The end of a page: the values of its last sale. */
export type SaleKey = { day: number; auction_house: string | null };

/** Σ x, Σ x² and Σ y. */
const saleSums = (choice: PriceChoice) => momentSums(({ x, y }) => x + 2 * y <= 2, choice);

/** Kinds whose values differ within a sale. */
const within = ['origin', 'treatment'] as const satisfies Kind[];

/** Maximum sales of a page, so that its response may hold all buckets. */
export function salesPerPage({ values }: Pick<LotCounts, 'values'>): number {
  return Math.floor(maxBuckets / (1 + values.origin + values.treatment));
}

/** One page of the margins of the sales of a query: the lots of a house on a day. */
export function saleMarginsBody(
  query: Clause,
  { size, after, choice = {} }: { size: number; after?: SaleKey; choice?: PriceChoice },
): SearchBody {
  const sources = [
    { day: { terms: { field: 'auction_date' } } },
    { auction_house: { terms: { field: 'auction_house', missing_bucket: true } } },
  ];
  const values = within.map((field) => [field, { terms: { field, size: maxValuesPerKind + 1 } }] as const);
  const composite = { size, sources, ...(after ? { after } : {}) };
  return {
    query,
    size: 0,
    track_total_hits: false,
    request_cache: false,
    filter_path: [
      'timed_out',
      'aggregations.sales.after_key',
      ...['key', 'doc_count', '*.value', '*.sum', '*.sum_of_squares', '*.buckets'].map(
        (path) => `aggregations.sales.buckets.${path}`,
      ),
    ],
    aggs: {
      sales: { composite, aggs: { ...saleSums(choice).aggs, ...Object.fromEntries(values) } } as Aggregation,
    },
  };
}

/** The search response to `saleMarginsBody`; undefined without sales. */
export interface SaleMarginsAnswer {
  sales?: { after_key?: SaleKey; buckets?: Bucket[] };
}

type Bucket = MomentSumsAnswer & { key: SaleKey } & Record<
    (typeof within)[number],
    { buckets: { key: string; doc_count: number }[] }
  >;

/** The sales of a page. */
export function readSaleMargins(
  { sales }: SaleMarginsAnswer,
  interval: IndexInterval,
  choice: PriceChoice = {},
): NonNullable<LotMargins['sales']> {
  const { read } = saleSums(choice);
  return (sales?.buckets ?? []).map((bucket) => {
    const lots = bucket.doc_count;
    const period: LotValue = { factor: 'period', value: periodStart(interval, dayOf(bucket.key.day)) };
    const house: LotValue = { factor: 'auction_house', value: bucket.key.auction_house };
    return {
      sums: read(bucket),
      values: [
        { ...period, lots },
        { ...house, lots },
        ...within.flatMap((factor) => lotsByValue(factor, bucket[factor].buckets, lots)),
      ],
    };
  });
}

/** The lots of each value; those in no bucket have none. */
function lotsByValue(factor: Kind, buckets: { key: string; doc_count: number }[], lots: number) {
  const known = buckets.map(({ key, doc_count }) => ({
    factor,
    value: key as string | null,
    lots: doc_count,
  }));
  const unknown = lots - known.reduce((sum, value) => sum + value.lots, 0);
  return unknown > 0 ? [...known, { factor, value: null, lots: unknown }] : known;
}
