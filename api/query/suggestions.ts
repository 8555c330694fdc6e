import type { estypes } from '@elastic/elasticsearch';
import { maxInputLength, maxSuggestions, termTypes } from '../../mappings/suggest-index.ts';
import { foldedStart } from '../../mappings/vocabulary/vocabulary.ts';
import type { SuggestionParams } from '../params/suggestions.ts';

/**
 * Matches beyond these: the lots of some are gone, and some terms match by several of their words. Of equally frequent
 * terms those are found whose matching words come first in the alphabet.
 */
const spare = 50;

/** The completions: terms that begin with a text, or nearly do, by lots, descending. */
export type Completion = estypes.SearchFieldSuggester;

/** The completions of the terms that begin with a text, and of those that nearly do. */
interface Completions {
  exact: Completion;
  /** Includes the exact ones; undefined where the text is too short for typos. */
  fuzzy: Completion | undefined;
}

/** Minimum letters of a text with a typo; its first letter must be right. */
const minTypoLetters = 4;

/** @returns undefined where the text has no word, or nothing of the index is requested */
export function completionsOf({ q, type }: Pick<SuggestionParams, 'q' | 'type'>): Completions | undefined {
  const prefix = foldedStart(q, maxInputLength);
  const types = termTypes.filter((one) => type === undefined || type.includes(one));
  if (prefix === '' || types.length === 0) return undefined;
  const completion = { field: 'suggest', contexts: { type: types }, skip_duplicates: false };
  const typo = { fuzziness: 'AUTO', min_length: minTypoLetters, prefix_length: 1, unicode_aware: true };
  // Whatever the limit: a smaller one shows the first of the same suggestions.
  const size = maxSuggestions + spare;
  const letters = [...prefix.replaceAll(' ', '')].length;
  return {
    exact: { prefix, completion: { ...completion, size } },
    fuzzy:
      letters < minTypoLetters
        ? undefined
        : { prefix, completion: { ...completion, size: maxSuggestions + size, fuzzy: typo } },
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
