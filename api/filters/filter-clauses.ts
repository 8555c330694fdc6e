import {
  fieldNames,
  type NamedField,
  type NamedParameter,
  namedFields,
} from '../../mappings/named-fields.ts';
import type { SaleStatus } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';
import { parameterReader } from '../parameters/read-parameters.ts';
import { writeValue } from '../parameters/read-value.ts';
import {
  absent,
  allOf,
  anyOf,
  atLeast,
  atMost,
  type Clause,
  either,
  equals,
  present,
  without,
  words,
} from '../search/clauses.ts';
import { type FilterParams, filterParams, filterRules } from './filter-params.ts';

/** A clause for every parameter of P: a missing, extra or misspelled one does not compile. */
type Translations<P> = { [K in keyof P]-?: (value: NonNullable<P[K]>) => Clause | Clause[] };

/** The condition of each filter but those by names. Names are canonical already: parameters/read-value.ts resolves synonyms. The filters are declared in `filter-params.ts`. */
const others = {
  is_sold: (sold) => equals('is_sold', sold),
  weight_min: (carat) => atLeast('carat', carat),
  weight_max: (carat) => atMost('carat', carat),
  price_min: (usd) => atLeast('price_final_usd', usd),
  price_max: (usd) => atMost('price_final_usd', usd),
  date_from: (day) => atLeast('auction_date', day),
  date_to: (day) => atMost('auction_date', day),
  price_per_carat_min: (usd) => atLeast('price_per_carat_usd', usd),
  price_per_carat_max: (usd) => atMost('price_per_carat_usd', usd),
  status: (statuses) => either(statuses.map(statusClause)),
  carat_band: (names) => anyOf('carat_band', names),
  year: (years) => anyOf('year', years),
  flags: (names) => anyOf('flags', names),
  is_synthetic: (synthetic) => equals('is_synthetic', synthetic),
  updated_since: (time) => atLeast('updated_at', time),
  ids: (ids) => anyOf('id', ids),
  duplicates: (which) => (which === 'only' ? duplicates : []),
  lot_number: (numbers) => anyOf('lot_number', numbers),
  report_number: (numbers) => anyOf('report_numbers', numbers),
  stone_id: (ids) => anyOf('stone_id', ids),
  resold: (resold) => (resold ? present : absent)('stone_id'),
  selection: (lots) => (lots === 'market' ? without(handPicked) : []),
  q: (text) => words('title_words', text),
} satisfies Translations<Omit<FilterParams, NamedParameter>>;

/** The condition of each filter by names, from their table. */
const named = Object.fromEntries(
  fieldNames.map((name) => [
    namedFields[name].parameter,
    (names: readonly string[]) => anyOrNone(namedFields[name], names),
  ]),
) as Record<NamedParameter, (names: readonly string[]) => Clause>;

const translations = { ...named, ...others };

/** The names of the filters, in order. */
export const filterNames = Object.keys(filterParams) as (keyof FilterParams)[];

/**
 * The conditions of the filters of a request, in the order of the table; other members of `params` are ignored. Duplicates are
 * left out, unless the request has `duplicates`.
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

/** Any of some names; `none` among them means that there is no name. */
function anyOrNone(
  { field, isClosed, isRequired, meant = (all) => [...all] }: NamedField,
  names: readonly string[],
): Clause {
  const isNone = (name: string) => !isRequired && name === noValue;
  const known = meant(names).filter((name) => !isNone(name));
  const compared = isClosed ? field : (`${field}.folded` as Field);
  const clauses = known.length > 0 ? [anyOf(compared, known)] : [];
  return either(names.some(isNone) ? [...clauses, absent(field)] : clauses);
}

const duplicates: Clause = present('duplicate_of');

/** All records but duplicates: of a lot that several sources have, only one record is shown. */
const notDuplicate: Clause = without(duplicates);

/** Lots of a source that is a selection, such as records and highlights. */
export const handPicked: Clause = equals('flags', 'HAND_PICKED');

/** Lots, excluding listings. */
export const notListing: Clause = without(equals('sale_status', 'listing'));

export const soldLots: Clause = equals('is_sold', true);

/** Lots that were offered and not sold, excluding withdrawn lots and listings. */
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

/** Parameters of the list, as texts for a URL. */
export type ReadyFilter = Readonly<Record<string, string>>;

const read = parameterReader(filterParams, filterRules);

/** The lots that the list finds by a filter: it is parsed like a request. None where it is not valid. */
export function queryOf(filter: ReadyFilter): Clause {
  const { values } = read(new URLSearchParams(filter).toString());
  return values ? allOf(filterClauses(values)) : { match_none: {} };
}

/** The filters among valid parameters, perhaps without one of them. */
export function filtersOf(
  params: Readonly<Record<string, unknown>>,
  except?: keyof FilterParams,
): ReadyFilter {
  const given = filterNames.filter((name) => params[name] !== undefined && name !== except);
  return Object.fromEntries(given.map((name) => [name, writeValue(params[name], filterParams[name])]));
}
