import type { Static, TObject } from 'typebox';
import Type from 'typebox';
import { nameTypes } from '../../../mappings/named-fields.ts';
import { maxInputLength, maxSuggestions, suggestionTypes } from '../../../mappings/suggest-index.ts';
import { foldedStart } from '../../../mappings/vocabulary/vocabulary.ts';
import { extensions, integer, listOf, text } from '../../parameters/kinds.ts';
import type { Completion, Option } from '../../search/search-context.ts';
import type { Candidate } from './suggestion.ts';

/** Additional matches: some have no lots left, and some names match by several of their words. */
const spare = 50;

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

/** The names that a completion found, each once: some match by several of their words. */
export function readNames(options: readonly Option[]): Candidate[] {
  const names = new Map<string, Candidate>();
  for (const { _id, _source: term, text: input } of options) {
    if (!names.has(_id)) names.set(_id, { term, input, lots: 0 });
  }
  return [...names.values()];
}

/** Parameters of /suggestions. */
export const suggestionParams = extensions({
  q: text({
    description:
      'The beginning of a name, a synonym, or words of a title, ignoring case and accents; or several names, also with a weight: `unheated kashmir sapphire`, `3 ct ruby`.',
    maxLength: 100,
    examples: ['parai'],
  }),
  type: Type.Optional(
    listOf(suggestionTypes, {
      description:
        'The types to suggest; all by default. A combination is several filters that the words of `q` mean together.',
      examples: [['gem_type', 'origin']],
    }),
  ),
  limit: integer({
    description: 'Maximum number of suggestions.',
    minimum: 1,
    maximum: maxSuggestions,
    default: 10,
    examples: [10],
  }),
});

export type SuggestionParams = Static<TObject<typeof suggestionParams>>;
