import { readSaleKey, readValueKey, type SaleKeys, type SaleTrait } from '../../../mappings/sale-keys.ts';
import type { SearchBody } from '../../search/clauses.ts';
import { allOf, type Clause } from '../../search/clauses.ts';
import type { Aggregations } from '../../search/composite-pages.ts';
import { periodStart } from '../../statistics/periods.ts';
import type { SaleParts, SaleTotals } from '../regression/hedonic-index.ts';
import type { IndexInterval, PriceChoice } from './choice.ts';
import { type MomentSumsResult, momentSums } from './price-cells.ts';
import { sumsOfPricedLots } from './priced-lots.ts';

/** Buckets of one page, up to 4 MB of the response: one takes 60 to 200 bytes. */
export const salesPerPage = 20_000;

/** The lots that are read, their prices, and the start of the page. */
export interface SalesOptions {
  interval: IndexInterval;
  choice?: PriceChoice | undefined;
  /** The last key of the page before. */
  after: string | undefined;
}

/** The search response to the bodies below. */
export interface SalesResult<Bucket> {
  sales?: { buckets?: Bucket[] };
}

/** Each bucket is of one key. */
interface KeyBucket {
  key: string;
  doc_count: number;
}

/** The sums of the lots of each sale: Σx, Σx² and Σy. */
const totalsOf = (choice?: PriceChoice) => momentSums(({ x, y }) => x + 2 * y <= 2, choice);

/**
 * One page of the lots by a key, in the order of keys. `terms` takes about a sixth less time than `composite` over one field,
 * and a condition on the key begins a page as `after` would.
 */
function salesBody(
  query: Clause,
  field: `sale_keys.${keyof SaleKeys}`,
  { interval, choice, after }: SalesOptions,
  aggs: Aggregations = {},
) {
  const page = after === undefined ? query : allOf([query, { range: { [field]: { gt: after } } }]);
  return {
    ...sumsOfPricedLots(page, interval, choice),
    aggs: { sales: { terms: { field, size: salesPerPage, order: { _key: 'asc' } }, aggs } },
  } satisfies SearchBody;
}

/** One page of the sums by sale. */
export const saleTotalsBody = (query: Clause, options: SalesOptions): SearchBody => ({
  ...salesBody(query, 'sale_keys.sale', options, totalsOf(options.choice).aggs),
  filter_path: [
    'timed_out',
    ...['key', 'doc_count', '*.value', '*.sum', '*.sum_of_squares'].map(
      (path) => `aggregations.sales.buckets.${path}`,
    ),
  ],
});

/** A bucket of `saleTotalsBody`. */
export type SaleTotalsBucket = MomentSumsResult & KeyBucket;

export function readSaleTotals(
  buckets: readonly SaleTotalsBucket[],
  interval: IndexInterval,
  choice?: PriceChoice,
): SaleTotals[] {
  const { read } = totalsOf(choice);
  return buckets.map((bucket) => {
    const { day, house } = readSaleKey(bucket.key);
    return { sale: bucket.key, period: periodStart(interval, day), house, sums: read(bucket) };
  });
}

/**
 * One page of the numbers of lots by sale and by a trait, of the lots whose trait is known: the others are the rest of
 * their sale.
 */
export const salePartsBody = (query: Clause, trait: SaleTrait, options: SalesOptions): SearchBody =>
  salesBody(query, `sale_keys.${trait}`, options);

/** A bucket of `salePartsBody`. */
export type SalePartBucket = KeyBucket;

/** The parts of the sales of some pages. */
export function readSaleParts(buckets: readonly SalePartBucket[]): SaleParts {
  const parts = new Map<string, { value: string; lots: number }[]>();
  for (const { key, doc_count } of buckets) {
    const { sale, value } = readValueKey(key);
    const part = { value, lots: doc_count };
    const known = parts.get(sale);
    if (known) known.push(part);
    else parts.set(sale, [part]);
  }
  return parts;
}
