import { fieldOfParameter, type NameParameter } from '../../mappings/named-fields.ts';
import { allOf, cachedFigures, type SearchBody } from '../search/clauses.ts';
import { bytesOfData, type SearchContext } from '../search/search-context.ts';
import { filterClauses } from './filter-clauses.ts';

/** Maximum names of a field: those with the most lots. */
const maxNames = 1_000;

/** One search for the names that lots have, in every field of names. */
const namesWithLotsBody: SearchBody = {
  query: allOf(filterClauses({})),
  ...cachedFigures,
  aggs: Object.fromEntries(
    Object.entries(fieldOfParameter).map(([parameter, { field }]) => [
      parameter,
      { terms: { field, size: maxNames } },
    ]),
  ),
};

/** The number of lots by name, for each parameter of names. */
type NamesWithLots = Readonly<Record<NameParameter, ReadonlyMap<string, number>>>;

/** The names that lots have, with their numbers of lots; read once for each version of the data. */
export function namesWithLots(search: SearchContext): Promise<NamesWithLots> {
  const read = async () => {
    const aggregations =
      await search.aggregate<Record<string, { buckets: { key: string; doc_count: number }[] }>>(
        namesWithLotsBody,
      );
    return Object.fromEntries(
      Object.entries(aggregations).map(([parameter, { buckets }]) => [
        parameter,
        new Map(buckets.map(({ key, doc_count }) => [key, doc_count])),
      ]),
    ) as unknown as NamesWithLots;
  };
  return search.memo.derive('names with lots', read, bytesOfData);
}

/** The memory of all names, prepared for a search for similar ones: some thousand names of the vocabulary, and those of lots. */
export const preparedNamesBytes = 4 * 2 ** 20;
