import { type AmountName, type PriceKind, perCaratOf, priceFieldOf } from '../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { soldLots } from '../filters/filter-clauses.ts';
import { allOf, type Clause, present } from '../search/clauses.ts';
import { newestFirst, type Order } from '../search/pagination.ts';
import { severalStones } from './statistics.ts';

/** The values that lots are ranked by. */
export type RankedField = (typeof priceFieldOf)[PriceKind] | 'price_per_carat_usd' | `amounts.${AmountName}`;

/** The value by which lots are ranked: its field, and a function that reads it from a record. */
export interface RankedValue {
  field: RankedField;
  measure(record: AuctionRecord): number | null;
}

export const rankedPrice = (basis: PriceKind = 'published'): RankedValue => ({
  field: priceFieldOf[basis],
  measure: (record) => record[priceFieldOf[basis]],
});

export const rankedPricePerCarat = (basis: PriceKind = 'published'): RankedValue =>
  basis === 'published'
    ? { field: 'price_per_carat_usd', measure: (record) => record.price_per_carat_usd }
    : { field: `amounts.${basis}_per_carat`, measure: (record) => perCaratOf(record, basis) };

/** The ranked lots, and the number of excluded ones. */
export interface Ranking {
  query: Clause;
  /** The query of the excluded lots, for counting; undefined where none are excluded. */
  excluded?: Clause;
}

/** The sold lots that have the value and meet the filters. */
export function topPriceRanking(filters: Clause[], field: RankedField): Ranking {
  return { query: allOf([...filters, ...ranked(field)]) };
}

/** The sold lots of one stone that have the value and meet the filters. */
export function pricePerCaratRanking(filters: Clause[], field: RankedField): Ranking {
  const all = [...filters, ...ranked(field)];
  return {
    query: { bool: { filter: all, must_not: [severalStones] } },
    excluded: allOf([...all, severalStones]),
  };
}

/** The conditions of every ranked lot: it sold, and has the value. */
export function ranked(field: RankedField): Clause[] {
  return [soldLots, present(field)];
}

const wholeFields = new Set<RankedField>(Object.values(priceFieldOf));

/** Highest value first, then newest, then the highest id. Every ranked lot has the value. */
export function highestFirst(field: RankedField): Order {
  return [{ field, direction: 'desc', values: wholeFields.has(field) ? 'whole' : 'decimal' }, ...newestFirst];
}

/** The lots of a ranking with more than a value. */
export function aboveValue(query: Clause, field: RankedField, value: number): Clause {
  return allOf([query, { range: { [field]: { gt: value } } }]);
}
