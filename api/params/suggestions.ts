import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { maxSuggestions, suggestionTypes } from '../../mappings/suggest-index.ts';
import { extension, integer, listOf, text } from './parameter.ts';

/** Parameters of /suggestions. */
export const suggestionParams = {
  q: text({
    description:
      'The beginning of a name, a synonym, or words of a title, ignoring case and accents; or several names, also with a weight: `unheated kashmir sapphire`, `3 ct ruby`.',
    maxLength: 100,
    examples: ['parai'],
    ...extension,
  }),
  type: Type.Optional(
    listOf(suggestionTypes, {
      description:
        'The types to suggest; all by default. A combination is several filters that the words of `q` mean together.',
      examples: [['gem_type', 'origin']],
      ...extension,
    }),
  ),
  limit: integer({
    description: 'Maximum number of suggestions.',
    minimum: 1,
    maximum: maxSuggestions,
    default: 10,
    examples: [10],
    ...extension,
  }),
} satisfies TProperties;

export type SuggestionParams = Static<TObject<typeof suggestionParams>>;
