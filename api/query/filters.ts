import type { FilterParams } from '../params/filters.ts';
import { absent, anyOf, atLeast, atMost, type Clause, either, equals, words } from './clauses.ts';

/** A clause for every parameter of P: a missing, extra or misspelled one does not compile. */
export type Translations<P> = { [K in keyof P]-?: (value: NonNullable<P[K]>) => Clause | Clause[] };

/** The condition of each filter. The filters are declared in `params/filters.ts`. */
const translations = {
  gem_name: (names) => anyOf('gem_type.folded', names),
  origin: (names) => originClause(names),
  auction_house: (names) => anyOf('auction_house.folded', names),
  is_sold: (sold) => equals('is_sold', sold),
  weight_min: (carat) => atLeast('carat', carat),
  weight_max: (carat) => atMost('carat', carat),
  price_min: (usd) => atLeast('price_final_usd', usd),
  price_max: (usd) => atMost('price_final_usd', usd),
  date_from: (day) => atLeast('auction_date', day),
  date_to: (day) => atMost('auction_date', day),
  price_per_carat_min: (usd) => atLeast('price_per_carat_usd', usd),
  price_per_carat_max: (usd) => atMost('price_per_carat_usd', usd),
  treatment: (names) => anyOf('treatment.folded', names),
  lab: (names) => anyOf('lab.folded', names),
  flags: (names) => anyOf('flags', names),
  q: (text) => words('title', text),
} satisfies Translations<FilterParams>;

/** The names of the filters, in order. */
export const filterNames = Object.keys(translations) as (keyof FilterParams)[];

/**
 * The conditions of the filters of a request, in the order of the table; [] for none. Other parameters
 * may be in `params`. `without` excludes one filter, as a facet does with its own.
 */
export function filterClauses(params: FilterParams, without?: keyof FilterParams): Clause[] {
  return filterNames.flatMap((name) => {
    const value = params[name];
    if (value === undefined || name === without) return [];
    return (translations[name] as (value: unknown) => Clause | Clause[])(value);
  });
}

/** The query for lots that meet all conditions, without scores. */
export function allOf(clauses: Clause[]): Clause {
  return clauses.length === 0 ? { match_all: {} } : { bool: { filter: clauses } };
}

function originClause(names: readonly string[]): Clause {
  const known = names.filter((name) => name !== 'none');
  const clauses: Clause[] = known.length > 0 ? [anyOf('origin.folded', known)] : [];
  return either(known.length < names.length ? [...clauses, absent('origin')] : clauses);
}
