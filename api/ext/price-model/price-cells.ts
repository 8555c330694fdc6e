import { type HedonicMoment, hedonicField, hedonicSum } from '../../../mappings/hedonic-moments.ts';
import type { Clause, SearchBody } from '../../search/clauses.ts';
import { type Aggregation, type Aggregations, compositePage } from '../../search/composite-pages.ts';
import { periodFrom, periodStart } from '../../statistics/periods.ts';
import { kinds, type LotCell, type Trait } from '../regression/hedonic-index.ts';
import { centering, type Moments, momentPowers, noMoments, type Powers } from '../regression/moments.ts';
import type { IndexInterval } from './choice.ts';
import { hedonicPriceOf, type PriceChoice, toPublished } from './choice.ts';
import { sumsOfPricedLots } from './priced-lots.ts';

/** Cells of one page: a cell takes about 700 bytes of the response. */
export const cellsPerPage = 10_000;

/** The end of a page: the values of its last cell. */
export type CellKey = { day: number } & Partial<Record<Trait, string | null>>;

/** The sums up to x⁴, x²·y and y². */
const cellSums = (choice: PriceChoice | undefined) => momentSums(({ x, y }) => x + 2 * y <= 4, choice);

/**
 * One page of the sums of all combinations of day, or period, and origin, treatment and house of the lots of a query.
 * Elasticsearch does not cache it: to serialize it takes a third as long as to compute it.
 * @param options.bySale whether cells are of one day, and so of one sale, or of one period
 * @param options.traits what is distinguished besides, the house among them
 */
export function priceCellsBody(
  query: Clause,
  interval: IndexInterval,
  { after, ...options }: CellOptions & { after?: CellKey | undefined },
): SearchBody {
  const { bySale, traits = kinds, choice } = options;
  const { aggs } = cellSums(choice);
  const sources = [
    {
      day: bySale
        ? { terms: { field: 'auction_date' } }
        : { date_histogram: { field: 'auction_date', calendar_interval: interval } },
    },
    ...traits.map((field) => ({ [field]: { terms: { field, missing_bucket: true } } })),
  ];
  return {
    ...sumsOfPricedLots(query, interval, choice),
    filter_path: [
      'timed_out',
      'aggregations.cells.after_key',
      ...['key', 'doc_count', '*.value', '*.sum', '*.sum_of_squares', 'x.max'].map(
        (path) => `aggregations.cells.buckets.${path}`,
      ),
    ],
    aggs: { cells: compositePage(cellsPerPage, sources, after, aggs) },
  };
}

/** Which cells are read. */
export interface CellOptions {
  bySale: boolean;
  traits?: readonly Trait[] | undefined;
  choice?: PriceChoice | undefined;
}

/** The search response to `priceCellsBody`; undefined without cells. */
export interface PriceCells {
  cells?: { after_key?: CellKey; buckets?: Bucket[] };
}

type Bucket = MomentSumsResult & { key: CellKey; x?: Greatest };

/** The cells of a page. */
export function readPriceCells(
  { cells }: PriceCells,
  interval: IndexInterval,
  options: CellOptions,
): LotCell[] {
  const { bySale, traits = kinds, choice } = options;
  const { read } = cellSums(choice);
  const saleOf = salesIn(interval);
  return (cells?.buckets ?? []).map((bucket) => {
    const { period, sale } = saleOf(bucket.key);
    return {
      period,
      values: traits.map((trait) => bucket.key[trait] ?? unknownOf(trait)),
      ...(bySale && { sale }),
      sums: read(bucket),
      heaviest: bucket.x?.max ?? -Infinity,
    };
  });
}

/** The sale of a bucket, and its period. Buckets come by day and house, and many are of one sale. */
function salesIn(interval: IndexInterval) {
  const period = { start: '', end: Number.NEGATIVE_INFINITY };
  let last = { time: Number.NaN, house: null as string | null, period: '', sale: '' };
  return ({ day: time, auction_house: house = null }: CellKey) => {
    if (time === last.time && house === last.house) return last;
    if (time >= period.end) {
      const { start, end } = periodFrom(interval, periodStart(interval, dayOf(time)));
      Object.assign(period, { start, end: Date.parse(end) });
    }
    last = { time, house, period: period.start, sale: `${time} ${house ?? ''}` };
    return last;
  };
}

/** The value of lots without one: the basis of a price has a name for it. */
const unknownOf = (trait: Trait) => (trait === 'price_basis' ? 'unknown' : null);

/** YYYY-MM-DD of milliseconds since 1970. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Sums over the lots of a bucket: the aggregations, and how they are read. */
interface MomentSums {
  /** An aggregation for each field from which the sums are read. */
  aggs: Aggregations;
  /** The moments of the lots; those that were not requested are 0. */
  read(result: MomentSumsResult): Moments;
}

/** The search response for a bucket with the aggregations of `MomentSums`. */
export type MomentSumsResult = { doc_count: number } & Record<
  HedonicMoment,
  { value?: number; sum?: number; sum_of_squares?: number | null }
>;

/** Other statistics of a field; missing without lots. */
export interface Greatest {
  max?: number | null;
}

/**
 * The sums of the wanted powers of the chosen prices, and the number of lots.
 * @param isWanted takes with y also the same power of x alone
 */
export function momentSums(isWanted: (powers: Powers) => boolean, choice: PriceChoice = {}): MomentSums {
  const sums = momentPowers.flatMap((powers, place) => {
    // The first is the number of lots.
    if (place === 0 || !isWanted(powers)) return [];
    const { moment, sum } = hedonicSum(powers)!;
    return [{ place, name: moment, field: hedonicField(moment, hedonicPriceOf(choice)), sum }];
  });
  const squared = new Set(sums.filter(({ sum }) => sum === 'sum_of_squares').map(({ name }) => name));
  const factor = toPublished(choice);
  const inDollars = factor === 1 ? undefined : centering({ x: 0, y: -Math.log(factor) });
  return {
    // A `sum` costs half as much as `stats`, and most fields need only their sum.
    aggs: Object.fromEntries(
      sums.map(({ field, name }): [string, Aggregation] => [
        name,
        { [squared.has(name) ? 'extended_stats' : 'sum']: { field } },
      ]),
    ),
    read(result) {
      const moments = noMoments();
      moments[0] = result.doc_count;
      for (const { place, name, sum } of sums) {
        const found = result[name];
        // Without lots there are no statistics.
        moments[place] = (sum === 'sum' ? (found.value ?? found.sum) : found.sum_of_squares) ?? 0;
      }
      return inDollars ? inDollars(moments) : moments;
    },
  };
}
