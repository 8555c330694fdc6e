import type { Clause } from '../../query/clauses.ts';
import type { SearchBody } from '../../query/search-body.ts';
import type { Aggregation } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';
import { kinds, type LotCell } from '../regression/hedonic-index.ts';
import { type Greatest, type MomentSumsAnswer, momentSums } from './moment-sums.ts';
import { pricedLots } from './priced-lots.ts';

/** Cells of one page: a cell takes about 700 bytes of the response. */
export const cellsPerPage = 10_000;

/** The end of a page: the values of its last cell. */
export type CellKey = { period: number } & Record<(typeof kinds)[number], string | null>;

/** All sums; and, for classical errors, those up to x⁴, x²·y and y². */
const robustSums = momentSums(() => true);
const classicalSums = momentSums(({ x, y }) => x + 2 * y <= 4);

/**
 * One page of the sums of all combinations of period, origin, treatment and house of the lots of a query. Elasticsearch
 * does not cache it: to serialize it takes a third as long as to compute it.
 */
export function priceCellsBody(
  query: Clause,
  interval: IndexInterval,
  { robust, after }: { robust: boolean; after?: CellKey },
): SearchBody {
  const sources = [
    { period: { date_histogram: { field: 'auction_date', calendar_interval: interval } } },
    ...kinds.map((field) => ({ [field]: { terms: { field, missing_bucket: true } } })),
  ];
  const composite = { size: cellsPerPage, sources, ...(after ? { after } : {}) };
  return {
    query: pricedLots(query, interval),
    size: 0,
    track_total_hits: false,
    request_cache: false,
    filter_path: [
      'timed_out',
      'aggregations.cells.after_key',
      ...['key', 'doc_count', '*.value', '*.sum', '*.sum_of_squares', 'x.max'].map(
        (path) => `aggregations.cells.buckets.${path}`,
      ),
    ],
    aggs: { cells: { composite, aggs: sumsFor(robust).aggs } as Aggregation },
  };
}

/** The search response to `priceCellsBody`; undefined without cells. */
export interface PriceCells {
  cells?: { after_key?: CellKey; buckets?: Bucket[] };
}

type Bucket = MomentSumsAnswer & { key: CellKey; x: Greatest };

/** The cells of a page. */
export function readPriceCells({ cells }: PriceCells, { robust }: { robust: boolean }): LotCell[] {
  const sums = sumsFor(robust);
  return (cells?.buckets ?? []).map((bucket) => ({
    period: new Date(bucket.key.period).toISOString().slice(0, 10),
    values: kinds.map((kind) => bucket.key[kind]),
    sums: sums.read(bucket),
    heaviest: bucket.x.max!,
  }));
}

const sumsFor = (robust: boolean) => (robust ? robustSums : classicalSums);
