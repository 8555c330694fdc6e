import { type HedonicMoment, hedonicSum } from '../../../mappings/hedonic-moments.ts';
import type { SearchBody } from '../../engine.ts';
import type { IndexInterval } from '../../params/ext/price-index.ts';
import { kinds, type LotCell } from '../../regression/hedonic-index.ts';
import { momentPowers, noMoments } from '../../regression/moments.ts';
import type { Clause } from '../clauses.ts';
import type { Aggregation } from '../statistics.ts';
import { pricedLots } from './priced-lots.ts';

/** Cells of one page: its answer has some 700 bytes a cell. */
export const cellsPerPage = 10_000;

/** Where a page ends: the values of its last cell. */
export type CellKey = { period: number } & Record<(typeof kinds)[number], string | null>;

/** A sum that is asked for, and where it belongs among the moments. */
interface Sum {
  place: number;
  field: HedonicMoment;
  sum: 'sum' | 'sum_of_squares';
}

/** Every sum but the number of lots; without robust errors only those up to x⁴, x²·y and y². */
function sumsFor(robust: boolean): Sum[] {
  return momentPowers.flatMap((powers, place) => {
    if (place === 0 || (!robust && powers.x + 2 * powers.y > 4)) return [];
    const { field, sum } = hedonicSum(powers)!;
    return [{ place, field: field.replace('hedonic.', '') as HedonicMoment, sum }];
  });
}

/** One page of the sums of all periods, origins, treatments and houses that the lots of a query fall into. */
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
    request_cache: true,
    filter_path: [
      'timed_out',
      'aggregations.cells.after_key',
      ...['key', 'doc_count', '*.value', '*.sum', '*.sum_of_squares'].map(
        (path) => `aggregations.cells.buckets.${path}`,
      ),
    ],
    aggs: { cells: { composite, aggs: aggregationsOf(sumsFor(robust)) } as Aggregation },
  };
}

/** A sum costs half of what statistics do, and most fields are read for their sum alone. */
function aggregationsOf(sums: readonly Sum[]): Record<string, Aggregation> {
  const squared = new Set(sums.filter(({ sum }) => sum === 'sum_of_squares').map(({ field }) => field));
  return Object.fromEntries(
    sums.map(({ field }) => [
      field,
      { [squared.has(field) ? 'extended_stats' : 'sum']: { field: `hedonic.${field}` } },
    ]),
  );
}

/** What the engine answers to `priceCellsBody`; without any cell nothing. */
export interface PriceCells {
  cells?: { after_key?: CellKey; buckets?: Bucket[] };
}

type Bucket = { key: CellKey; doc_count: number } & Record<
  HedonicMoment,
  { value?: number; sum?: number; sum_of_squares?: number }
>;

/** The cells of a page. */
export function readPriceCells({ cells }: PriceCells, { robust }: { robust: boolean }): LotCell[] {
  const wanted = sumsFor(robust);
  return (cells?.buckets ?? []).map((bucket) => {
    const sums = noMoments();
    sums[0] = bucket.doc_count;
    for (const { place, field, sum } of wanted) {
      sums[place] =
        sum === 'sum' ? (bucket[field].value ?? bucket[field].sum!) : bucket[field].sum_of_squares!;
    }
    return {
      period: new Date(bucket.key.period).toISOString().slice(0, 10),
      values: kinds.map((kind) => bucket.key[kind]),
      sums,
    };
  });
}
