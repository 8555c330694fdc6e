import type { Field } from '../../mappings/records-index.ts';
import { allOf, type Clause, present, soldLots } from './filters.ts';
import { newestFirst, type Order } from './list.ts';
import { severalStones } from './statistics.ts';

/** The values that lots are ranked by. */
export type RankedField = Extract<Field, 'price_final_usd' | 'price_per_carat_usd'>;

/** The ranked lots, and the number of excluded ones. */
export interface Ranking {
  query: Clause;
  /** The query of the excluded lots, for counting; undefined where none are excluded. */
  excluded?: Clause;
}

/** The sold lots that have the value and meet the filters. */
export function topPriceRanking(filters: Clause[]): Ranking {
  return { query: allOf([...filters, ...ranked('price_final_usd')]) };
}

/** The sold lots of one stone that have the value and meet the filters. */
export function pricePerCaratRanking(filters: Clause[]): Ranking {
  const all = [...filters, ...ranked('price_per_carat_usd')];
  return {
    query: { bool: { filter: all, must_not: [severalStones] } },
    excluded: allOf([...all, severalStones]),
  };
}

/** What every ranked lot has: it sold, and has the value. */
export function ranked(field: RankedField): Clause[] {
  return [soldLots, present(field)];
}

/** Highest value first, then newest, then the highest id. Every ranked lot has the value. */
export function highestFirst(field: RankedField): Order {
  return [{ field, direction: 'desc', isWhole: field === 'price_final_usd' }, ...newestFirst];
}

/** The lots of a ranking with more than a value. */
export function aboveValue(query: Clause, field: RankedField, value: number): Clause {
  return allOf([query, { range: { [field]: { gt: value } } }]);
}
