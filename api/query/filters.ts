import type { estypes } from '@elastic/elasticsearch';
import type { SaleStatus } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';
import type { FilterParams } from '../params/filters.ts';

/** A clause for every parameter of P: a missing, extra or misspelled one does not compile. */
type Translations<P> = { [K in keyof P]-?: (value: NonNullable<P[K]>) => Clause | Clause[] };

/** The condition of each filter. The filters are declared in `params/filters.ts`. */
const translations = {
  gem_name: (names) => anyOf('gem_type.folded', names),
  origin: (names) => anyOrNone('origin', 'origin.folded', names),
  auction_house: (names) => anyOrNone('auction_house', 'auction_house.folded', names),
  is_sold: (sold) => equals('is_sold', sold),
  weight_min: (carat) => atLeast('carat', carat),
  weight_max: (carat) => atMost('carat', carat),
  price_min: (usd) => atLeast('price_final_usd', usd),
  price_max: (usd) => atMost('price_final_usd', usd),
  date_from: (day) => atLeast('auction_date', day),
  date_to: (day) => atMost('auction_date', day),
  price_per_carat_min: (usd) => atLeast('price_per_carat_usd', usd),
  price_per_carat_max: (usd) => atMost('price_per_carat_usd', usd),
  treatment: (names) => anyOrNone('treatment', 'treatment.folded', names),
  lab: (names) => anyOrNone('labs', 'labs.folded', names),
  object_type: (names) => anyOrNone('object_type', 'object_type', names),
  status: (statuses) => either(statuses.map(statusClause)),
  carat_band: (names) => anyOf('carat_band', names),
  year: (years) => anyOf('year', years),
  flags: (names) => anyOf('flags', names),
  is_synthetic: (synthetic) => equals('is_synthetic', synthetic),
  updated_since: (time) => atLeast('updated_at', time),
  ids: (ids) => anyOf('id', ids),
  duplicates: (which) => (which === 'only' ? duplicates : []),
  q: (text) => words('title', text),
} satisfies Translations<FilterParams>;

/** The names of the filters, in order. */
export const filterNames = Object.keys(translations) as (keyof FilterParams)[];

/**
 * The conditions of the filters of a request, in the order of the table. Other parameters may be in `params`. Duplicates
 * are left out, unless the request names them.
 * @param except a filter to leave out
 */
export function filterClauses(params: FilterParams, except?: keyof FilterParams): Clause[] {
  const clauses = filterNames.flatMap((name) => {
    const value = params[name];
    if (value === undefined || name === except) return [];
    return (translations[name] as (value: unknown) => Clause | Clause[])(value);
  });
  return params.duplicates === undefined ? [...clauses, notDuplicate] : clauses;
}

/** The query for lots that meet all conditions, without scores. */
export function allOf(clauses: Clause[]): Clause {
  return clauses.length === 0 ? { match_all: {} } : { bool: { filter: clauses } };
}

/** Any of some values; `none` among them means that there is no value. */
function anyOrNone(field: Field, compared: Field, names: readonly string[]): Clause {
  const known = names.filter((name) => name !== noValue);
  const clauses = known.length > 0 ? [anyOf(compared, known)] : [];
  return either(known.length < names.length ? [...clauses, absent(field)] : clauses);
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
export const anyOf = (field: Field, values: readonly (number | string)[]): Clause => ({
  terms: { [field]: [...values] },
});

export const present = (field: Field): Clause => ({ exists: { field } });

export const absent = (field: Field): Clause => ({ bool: { must_not: [present(field)] } });

/** None of some conditions. */
export const without = (...clauses: Clause[]): Clause => ({ bool: { must_not: clauses } });

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

const duplicates: Clause = present('duplicate_of');

/** The records that are shown of the lots that several sources have, and all others. */
const notDuplicate: Clause = without(duplicates);

/** Lots that are no mere listings. */
export const notListed: Clause = without(equals('sale_status', 'listing'));

export const soldLots: Clause = equals('is_sold', true);

/** Lots that were offered and found no buyer: neither withdrawn before nor merely listed. */
export const unsoldLots: Clause = {
  bool: {
    filter: [equals('is_sold', false)],
    must_not: [anyOf('sale_status', ['withdrawn', 'listing'])],
  },
};

/** Lots of a status. */
function statusClause(status: SaleStatus): Clause {
  if (status === 'sold') return soldLots;
  if (status === 'unsold') return unsoldLots;
  return status === 'unknown' ? absent('is_sold') : equals('sale_status', status);
}
