import type { estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';
import type { FilterParams } from '../params/filters.ts';

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

/** One condition of a query. */
export type Clause = estypes.QueryDslQueryContainer;

/** A value at or above a bound; excludes lots without the field. */
export const atLeast = (field: Field, bound: number | string): Clause => ({
  range: { [field]: { gte: bound } },
});

/** A value at or below a bound; excludes lots without the field. */
export const atMost = (field: Field, bound: number | string): Clause => ({
  range: { [field]: { lte: bound } },
});

export const equals = (field: Field, value: boolean | number | string): Clause => ({
  term: { [field]: value },
});

/** Any of some values. Elasticsearch normalizes them like the values of the field. */
export const anyOf = (field: Field, values: readonly string[]): Clause => ({
  terms: { [field]: [...values] },
});

export const present = (field: Field): Clause => ({ exists: { field } });

export const absent = (field: Field): Clause => ({ bool: { must_not: [present(field)] } });

/** At least one of some conditions. */
export const either = (clauses: Clause[]): Clause =>
  clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };

/**
 * All words of a text, in any order and folded like the field; text in double quotes is a phrase. An
 * unpaired quote is an ordinary character. A text without words matches nothing.
 */
export function words(field: Field, text: string): Clause[] {
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1]!.trim()).filter(hasWord);
  const loose = text.replaceAll(/"[^"]*"/g, ' ').trim();
  const clauses: Clause[] = phrases.map((phrase) => ({ match_phrase: { [field]: { query: phrase } } }));
  if (hasWord(loose)) clauses.push({ match: { [field]: { query: loose, operator: 'and' } } });
  return clauses.length > 0 ? clauses : [{ match_none: {} }];
}

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
