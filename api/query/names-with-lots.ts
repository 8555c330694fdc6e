import type { Field } from '../../mappings/records-index.ts';
import type { VocabularyName } from '../params/vocabulary-names.ts';
import { allOf, filterClauses } from './filters.ts';
import { cachedFigures, type SearchBody } from './search-body.ts';

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
export const namesWithLotsBody: SearchBody = {
  query: allOf(filterClauses({})),
  ...cachedFigures,
  aggs: Object.fromEntries(
    Object.entries(fields).map(([parameter, field]) => [parameter, { terms: { field, size: maxNames } }]),
  ),
};

/** The number of lots by name, for each parameter of names. */
export type NamesWithLots = Readonly<Record<NameParameter, ReadonlyMap<string, number>>>;

/** Reads the response to `namesWithLotsBody`. */
export function readNamesWithLots(
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
