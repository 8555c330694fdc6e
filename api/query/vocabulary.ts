import {
  auctionHouses,
  gemTypes,
  laboratories,
  objectTypes,
  origins,
  type Term,
  treatments,
} from '../../mappings/vocabulary/index.ts';
import { allOf, filterClauses } from './filters.ts';
import { cachedFigures, type SearchBody } from './search-body.ts';

/** The known names of each list, and the field whose lots are counted by them. */
export const vocabularyLists = {
  gem_types: { field: 'gem_type', terms: gemTypes.terms },
  origins: { field: 'origin', terms: origins.terms },
  auction_houses: { field: 'auction_house', terms: auctionHouses.terms },
  treatments: { field: 'treatment', terms: treatments.terms },
  labs: { field: 'labs', terms: laboratories.terms },
  object_types: { field: 'object_type', terms: objectTypes.terms },
} as const satisfies Record<string, { field: string; terms: readonly Term[] }>;

export type VocabularyList = keyof typeof vocabularyLists;

/** Counts the lots of every known name. Exact: each shard returns all names that are asked for. */
export function vocabularyBody(): SearchBody {
  const aggs = Object.entries(vocabularyLists).map(([list, { field, terms }]) => {
    const include = terms.map(({ name }) => name);
    return [list, { terms: { field, include, size: include.length } }];
  });
  const query = allOf(filterClauses({}));
  return { query, ...cachedFigures, aggs: Object.fromEntries(aggs) };
}
