import type { AmountName, PriceKind, priceFieldOf } from '../../mappings/price-amounts.ts';
import { soldLots } from '../filters/filter-clauses.ts';
import { allOf, type Clause, present } from '../search/clauses.ts';
import { newestFirst, type Order } from '../search/pagination.ts';
import { severalStones } from './statistics.ts';

/** The values that lots are ranked by. */
export type RankedField = (typeof priceFieldOf)[PriceKind] | 'price_per_carat_usd' | `amounts.${AmountName}`;

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

/** Highest value first, then newest, then the highest id. Every ranked lot has the value. */
export const highestFirst = (field: RankedField): Order => [
  { field, direction: 'desc', values: 'decimal' },
  ...newestFirst,
];

/** The lots of a ranking with more than a value. */
export function aboveValue(query: Clause, field: RankedField, value: number): Clause {
  return allOf([query, { range: { [field]: { gt: value } } }]);
}
