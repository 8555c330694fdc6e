import type { Clause } from '../../query/filters.ts';
import type { SearchBody } from '../../query/search-body.ts';
import { compositePage } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';
import type { SaleParts, TraitWithinSales } from '../regression/hedonic-index.ts';
import type { PriceChoice } from './chosen-prices.ts';
import { type CellKey, salesIn } from './price-cells.ts';
import { pricedLots } from './priced-lots.ts';

/** Buckets of one page: one takes about 100 bytes of the response. */
export const partsPerPage = 60_000;

/**
 * One page of the numbers of lots by sale and by a trait, of the lots of a query whose trait is known: the others are the
 * rest of their sale.
 */
export function salePartsBody(
  query: Clause,
  interval: IndexInterval,
  trait: TraitWithinSales,
  { choice = {}, after }: { choice?: PriceChoice | undefined; after: CellKey | undefined },
): SearchBody {
  const sources = [
    { day: { terms: { field: 'auction_date' } } },
    { auction_house: { terms: { field: 'auction_house', missing_bucket: true } } },
    { [trait]: { terms: { field: trait } } },
  ];
  return {
    query: pricedLots(query, interval, choice),
    size: 0,
    track_total_hits: false,
    request_cache: false,
    aggs: { parts: compositePage(partsPerPage, sources, after) },
  };
}

/** The search response to `salePartsBody`. */
export interface SalePartsAnswer {
  parts: { after_key?: CellKey; buckets: { key: CellKey; doc_count: number }[] };
}

/** The parts of the sales of some pages. */
export function readSaleParts(
  buckets: SalePartsAnswer['parts']['buckets'],
  interval: IndexInterval,
  trait: TraitWithinSales,
): SaleParts {
  const saleOf = salesIn(interval);
  const parts = new Map<string, { value: string; lots: number }[]>();
  for (const { key, doc_count } of buckets) {
    const { sale } = saleOf(key);
    const part = { value: key[trait]!, lots: doc_count };
    const known = parts.get(sale);
    if (known) known.push(part);
    else parts.set(sale, [part]);
  }
  return parts;
}
