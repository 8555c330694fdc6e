import type { estypes } from '@elastic/elasticsearch';
import { maxInputLength, maxSuggestions, nameTypes } from '../../mappings/suggest-index.ts';
import { foldedStart } from '../../mappings/vocabulary/vocabulary.ts';
import type { SuggestionParams } from '../params/suggestions.ts';

/** Matches beyond the most suggestions: the lots of some are gone, and some names match by several of their words. */
const spare = 50;

/** The completions: names that begin with a text, or nearly do, by the magnitude of their lots, descending. */
export type Completion = estypes.SearchFieldSuggester;

/** The completions of the names that begin with a text, and of those that nearly do. */
interface Completions {
  exact: Completion;
  /** Includes the exact ones; undefined where the text is too short for typos. */
  fuzzy: Completion | undefined;
}

/** Minimum letters of a text with a typo; its first letter must be right. */
const minTypoLetters = 4;

/** Whether a text is long enough for typos. */
export const mayHaveTypos = (q: string): boolean =>
  [...foldedStart(q, maxInputLength).replaceAll(' ', '')].length >= minTypoLetters;

/** @returns undefined where the text has no word, or no names are requested */
export function completionsOf({ q, type }: Pick<SuggestionParams, 'q' | 'type'>): Completions | undefined {
  const prefix = foldedStart(q, maxInputLength);
  const types = nameTypes.filter((one) => type === undefined || type.includes(one));
  if (prefix === '' || types.length === 0) return undefined;
  const completion = { field: 'suggest', contexts: { type: types }, skip_duplicates: false };
  const typo = { fuzziness: 'AUTO', min_length: minTypoLetters, prefix_length: 1, unicode_aware: true };
  // Whatever the limit: a smaller one shows the first of the same suggestions.
  const size = maxSuggestions + spare;
  return {
    exact: { prefix, completion: { ...completion, size } },
    fuzzy: mayHaveTypos(q)
      ? { prefix, completion: { ...completion, size: maxSuggestions + size, fuzzy: typo } }
      : undefined,
  };
}

/** A search of several completions; the response has them by index. */
export function suggestBody(completions: readonly Completion[]) {
  return {
    // Records without suggestions are a valid state of the data.
    ignore_unavailable: true,
    _source: ['type', 'text', 'synonyms', 'filter'],
    filter_path: ['suggest.*.options.text', 'suggest.*.options._id', 'suggest.*.options._source'],
    suggest: Object.fromEntries(completions.map((completion, place) => [String(place), completion])),
  };
}
