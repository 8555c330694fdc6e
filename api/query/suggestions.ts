import type { estypes } from '@elastic/elasticsearch';
import { asInput, suggestionTypes } from '../../mappings/suggest-index.ts';
import type { SuggestionParams } from '../params/suggestions.ts';

/**
 * Terms that are asked for beyond the limit: some are found by several of their words, and of those with equally many
 * lots the search gives the ones first whose matching words come first, not whose text does.
 */
const spare = 50;

/** What is looked up: the terms that begin with a text, or nearly do, most lots first. */
export type Completion = estypes.SearchFieldSuggester;

/** The terms that begin with a text, as they are looked up first, and those that nearly do. */
export interface Completions {
  exact: Completion;
  /** The exact ones are among these too; undefined where the text is too short for a typo. */
  fuzzy: Completion | undefined;
}

/** Shortest prefix that may hold a typo; its first letter must be right. */
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

/** A search of several completions; the answer has them by their places. */
export function suggestBody(completions: readonly Completion[]) {
  return {
    // Records without suggestions are a state of the data like any other.
    ignore_unavailable: true,
    filter_path: ['suggest.*.options.text', 'suggest.*.options._id', 'suggest.*.options._source'],
    suggest: Object.fromEntries(completions.map((completion, place) => [String(place), completion])),
  };
}
