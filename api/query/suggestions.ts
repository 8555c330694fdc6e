import type { estypes } from '@elastic/elasticsearch';
import { asInput, suggestionTypes } from '../../mappings/suggest-index.ts';
import type { SuggestionParams } from '../params/suggestions.ts';

/**
 * Terms that are requested beyond the limit: some are found by several of their words, and of those with equally many
 * lots the search sorts by the matching word, not by the text.
 */
const spare = 50;

/** The completions: terms that begin with a text, or nearly do, by lots, descending. */
export type Completion = estypes.SearchFieldSuggester;

/** The completions of the terms that begin with a text, and of those that nearly do. */
export interface Completions {
  exact: Completion;
  /** Includes the exact ones; undefined where the text is too short for typos. */
  fuzzy: Completion | undefined;
}

/** Minimum length of a prefix with a typo; its first letter must be right. */
const minTypoLength = 3;

/** @returns undefined where the text has no word */
export function completionsOf({ q, type, limit }: SuggestionParams): Completions | undefined {
  const prefix = asInput(q);
  if (prefix === '') return undefined;
  const contexts = { type: [...(type ?? suggestionTypes)] };
  const completion = { field: 'suggest', contexts, skip_duplicates: false };
  const typo = { fuzziness: 'AUTO', min_length: minTypoLength, prefix_length: 1, unicode_aware: true };
  const size = limit + spare;
  return {
    exact: { prefix, completion: { ...completion, size } },
    fuzzy:
      [...prefix].length < minTypoLength
        ? undefined
        : { prefix, completion: { ...completion, size: limit + size, fuzzy: typo } },
  };
}

/** A search of several completions; the response has them by index. */
export function suggestBody(completions: readonly Completion[]) {
  return {
    // Records without suggestions are a valid state of the data.
    ignore_unavailable: true,
    filter_path: ['suggest.*.options.text', 'suggest.*.options._id', 'suggest.*.options._source'],
    suggest: Object.fromEntries(completions.map((completion, place) => [String(place), completion])),
  };
}
