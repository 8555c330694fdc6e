import type { estypes } from '@elastic/elasticsearch';
import { asInput, suggestionTypes } from '../../mappings/suggest-index.ts';
import type { SuggestionParams } from '../params/suggestions.ts';

/**
 * Terms that are asked for beyond the limit: some are found by several of their words, and of those with equally many
 * lots the engine gives the ones first whose matching words come first, not whose text does.
 */
const spare = 50;

/** A search of suggesters by their names; the same for every text but for those. */
export interface SuggestBody
  extends Pick<estypes.SearchRequest, 'ignore_unavailable' | 'filter_path' | '_source'> {
  suggest: Record<'exact' | 'fuzzy', estypes.SearchFieldSuggester>;
}

/** Shortest prefix that may hold a typo; its first letter must be right. */
const shortestTypo = 3;

/**
 * The terms that begin with a text, and those that nearly do, both in one search, most lots first.
 * @returns undefined where the text has no word
 */
export function suggestionsBody({ q, type, limit }: SuggestionParams): SuggestBody | undefined {
  const prefix = asInput(q);
  if (prefix === '') return undefined;
  const contexts = { type: [...(type ?? suggestionTypes)] };
  const completion = { field: 'suggest', contexts, skip_duplicates: false };
  const typo = { fuzziness: 'AUTO', min_length: shortestTypo, prefix_length: 1, unicode_aware: true };
  const size = limit + spare;
  return {
    // Records without suggestions are a state of the data like any other.
    ignore_unavailable: true,
    filter_path: ['suggest.*.options.text', 'suggest.*.options._id', 'suggest.*.options._source'],
    _source: ['type', 'text', 'synonyms', 'filter', 'suggest.weight'],
    suggest: {
      exact: { prefix, completion: { ...completion, size } },
      // The exact ones are among these too, and come first; where they fill the limit these do not matter.
      fuzzy: { prefix, completion: { ...completion, size: limit + size, fuzzy: typo } },
    },
  };
}
