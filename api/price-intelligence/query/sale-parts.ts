import { readSaleKey, readValueKey, type SaleTrait } from '../../../mappings/sale-keys.ts';
import type { Clause } from '../../query/filters.ts';
import { periodStart } from '../../query/periods.ts';
import type { SearchBody } from '../../query/search-body.ts';
import { compositePage } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';
import type { SaleParts, SaleTotals } from '../regression/hedonic-index.ts';
import type { PriceChoice } from './chosen-prices.ts';
import { type MomentSumsAnswer, momentSums } from './price-cells.ts';
import { sumsOfPricedLots } from './priced-lots.ts';

/** Buckets of one page, up to 4 MB of the response: one takes 60 to 200 bytes. */
export const salesPerPage = 20_000;

/** The end of a page: the key of its last bucket. */
export interface SaleKey {
  key: string;
}

/** Which lots are read, by which prices, and from where on. */
export interface SalesOptions {
  interval: IndexInterval;
  choice?: PriceChoice | undefined;
  after: SaleKey | undefined;
}

/** The search response to the bodies below. */
export interface SalesAnswer<Bucket> {
  sales?: { after_key?: SaleKey; buckets?: Bucket[] };
}

/** What is needed of the lots of each sale: Σx, Σx² and Σy. */
const totalsOf = (choice?: PriceChoice) => momentSums(({ x, y }) => x + 2 * y <= 2, choice);

/** One page of the sums by sale. */
export function saleTotalsBody(query: Clause, { interval, choice, after }: SalesOptions): SearchBody {
  const sources = [{ key: { terms: { field: 'sale_keys.sale' } } }];
  return {
    ...sumsOfPricedLots(query, interval, choice),
    filter_path: [
      'timed_out',
      'aggregations.sales.after_key',
      ...['key', 'doc_count', '*.value', '*.sum', '*.sum_of_squares'].map(
        (path) => `aggregations.sales.buckets.${path}`,
      ),
    ],
    aggs: { sales: compositePage(salesPerPage, sources, after, totalsOf(choice).aggs) },
  };
}

/** A bucket of `saleTotalsBody`. */
export type SaleTotalsBucket = MomentSumsAnswer & { key: SaleKey };

export function readSaleTotals(
  buckets: readonly SaleTotalsBucket[],
  interval: IndexInterval,
  choice?: PriceChoice,
): SaleTotals[] {
  const { read } = totalsOf(choice);
  return buckets.map((bucket) => {
    const { key } = bucket.key;
    const { day, house } = readSaleKey(key);
    return { sale: key, period: periodStart(interval, day), house, sums: read(bucket) };
  });
}

/**
 * One page of the numbers of lots by sale and by a trait, of the lots whose trait is known: the others are the rest of
 * their sale.
 */
export function salePartsBody(
  query: Clause,
  trait: SaleTrait,
  { interval, choice, after }: SalesOptions,
): SearchBody {
  const sources = [{ key: { terms: { field: `sale_keys.${trait}` } } }];
  return {
    ...sumsOfPricedLots(query, interval, choice),
    aggs: { sales: compositePage(salesPerPage, sources, after) },
  };
}

/** A bucket of `salePartsBody`. */
export interface SalePartBucket {
  key: SaleKey;
  doc_count: number;
}

/** The parts of the sales of some pages. */
export function readSaleParts(buckets: readonly SalePartBucket[]): SaleParts {
  const parts = new Map<string, { value: string; lots: number }[]>();
  for (const { key, doc_count } of buckets) {
    const { sale, value } = readValueKey(key.key);
    const part = { value, lots: doc_count };
    const known = parts.get(sale);
    if (known) known.push(part);
    else parts.set(sale, [part]);
  }
  return parts;
}
