import { parameterReader } from '../parameters/read-parameters.ts';
import { writeValue } from '../parameters/read-value.ts';
import { allOf, type Clause } from '../search/clauses.ts';
import { filterClauses, filterNames } from './filter-clauses.ts';
import { type FilterParams, filterParams, filterRules } from './filter-params.ts';

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
  return Object.fromEntries(given.map((name) => [name, writeValue(params[name])]));
}
