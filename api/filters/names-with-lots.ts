import type { Field } from '../../mappings/records-index.ts';
import type { VocabularyName } from '../parameters/names.ts';
import { allOf, cachedFigures, type SearchBody } from '../search/clauses.ts';
import { bytesOfData, type SearchContext } from '../search/search-context.ts';
import { filterClauses } from './filter-clauses.ts';

/** A parameter of names: those of a vocabulary, and the types of objects. */
type NameParameter = VocabularyName | 'object_type';

/** The field that each parameter of names filters. */
const fields: Record<NameParameter, Field> = {
  gem_name: 'gem_type',
  origin: 'origin',
  auction_house: 'auction_house',
  treatment: 'treatment',
  lab: 'labs',
  object_type: 'object_type',
};

/** Maximum names of a field: those with the most lots. */
const maxNames = 1_000;

/** One search for the names that lots have, in every field of names. */
const namesWithLotsBody: SearchBody = {
  query: allOf(filterClauses({})),
  ...cachedFigures,
  aggs: Object.fromEntries(
    Object.entries(fields).map(([parameter, field]) => [parameter, { terms: { field, size: maxNames } }]),
  ),
};

/** The number of lots by name, for each parameter of names. */
type NamesWithLots = Readonly<Record<NameParameter, ReadonlyMap<string, number>>>;

/** Reads the response to `namesWithLotsBody`. */
function readNamesWithLots(
  aggregations: Record<NameParameter, { buckets: { key: string; doc_count: number }[] }>,
): NamesWithLots {
  const lotsByName = (parameter: NameParameter) =>
    new Map(aggregations[parameter].buckets.map(({ key, doc_count }) => [key, doc_count]));
  return {
    gem_name: lotsByName('gem_name'),
    origin: lotsByName('origin'),
    auction_house: lotsByName('auction_house'),
    treatment: lotsByName('treatment'),
    lab: lotsByName('lab'),
    object_type: lotsByName('object_type'),
  };
}

/** The names that lots have, with their numbers of lots; read once for each version of the data. */
export function namesWithLots(search: SearchContext): Promise<NamesWithLots> {
  const read = async () => readNamesWithLots(await search.aggregate(namesWithLotsBody));
  return search.memo.derive('names with lots', read, bytesOfData);
}

/** The memory of all names, prepared for a search for similar ones: some thousand names of the vocabulary, and those of lots. */
export const preparedNamesBytes = 4 * 2 ** 20;
