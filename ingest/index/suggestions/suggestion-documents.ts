import { createHash } from 'node:crypto';
import { quoteValue } from '../../../mappings/list-values.ts';
import {
  asInput,
  maxInputLength,
  type SuggestionDocument,
  type TermType,
} from '../../../mappings/suggest-index.ts';
import {
  auctionHouses,
  fold,
  gemTypes,
  origins,
  type Vocabulary,
} from '../../../mappings/vocabulary/index.ts';

/** The fields whose names are suggested, each with its vocabulary and the parameter that filters by it. */
export const namedTypes = {
  gem_type: { vocabulary: gemTypes, parameter: 'gem_name' },
  origin: { vocabulary: origins, parameter: 'origin' },
  auction_house: { vocabulary: auctionHouses, parameter: 'auction_house' },
} as const satisfies Partial<Record<TermType, { vocabulary: Vocabulary; parameter: string }>>;

export type NamedType = keyof typeof namedTypes;

/** A document and its id: the same term has the same id in every index. */
export interface Suggestion {
  id: string;
  document: SuggestionDocument;
}

/** Words of a title whose beginnings find it. */
const maxStartingWords = 40;

/** Words that nobody begins with when looking for a title; they do not begin an input of their own. */
const functionWords = new Set(['a', 'an', 'and', 'by', 'de', 'et', 'from', 'in', 'of', 'the', 'with']);

/** The suggestion of a name that this many lots carry. */
export function suggestName(type: NamedType, name: string, lots: number): Suggestion {
  const { vocabulary, parameter } = namedTypes[type];
  const term = vocabulary.term(name);
  const synonyms = term?.name === name ? [...term.synonyms] : [];
  const variants = term?.name === name ? (term.variants ?? []) : [];
  return {
    id: idOf(type, fold(name) || name),
    document: {
      type,
      text: name,
      synonyms,
      filter: { [parameter]: quoteValue(name) },
      suggest: {
        input: distinct([...wordStarts(fold(name).split(' ')), ...[...synonyms, ...variants].map(asInput)]),
        weight: lots,
        contexts: { type: [type] },
      },
    },
  };
}

/**
 * The suggestion of a title.
 * @param text as `suggestedTitle` gives it
 * @param words of its folded form
 */
export function suggestTitle(text: string, words: readonly string[], lots: number): Suggestion {
  return {
    id: idOf('title', words.join(' ')),
    document: {
      type: 'title',
      text,
      synonyms: [],
      filter: { q: phraseQuery(text) },
      suggest: {
        input: distinct(wordStarts(words.slice(0, maxStartingWords))),
        weight: lots,
        contexts: { type: ['title'] },
      },
    },
  };
}

/** Longest text of a title suggestion: in quotes it is a value of the parameter `q`, which takes 200 characters. */
const maxTitleLength = 198;

/** A title as it is suggested: in one line, and cut after a word where it is too long; '' where it has no word. */
export function suggestedTitle(title: string): string {
  const line = title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const text =
    line.length <= maxTitleLength ? line : line.slice(0, Math.max(0, line.lastIndexOf(' ', maxTitleLength)));
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** The value of `q` that finds the lots whose title has a suggested one in it. Quotes inside would end the phrase. */
export function phraseQuery(text: string): string {
  return `"${text.replaceAll('"', ' ').replace(/ +/g, ' ').trim()}"`;
}

/** The text from each of its words on, as inputs. */
function wordStarts(words: readonly string[]): string[] {
  return words.flatMap((word, start) => {
    if (start > 0 && functionWords.has(word)) return [];
    let input = '';
    for (let i = start; i < words.length && input.length <= maxInputLength; i++) input += `${words[i]} `;
    return input.slice(0, maxInputLength).trim();
  });
}

const distinct = (inputs: string[]) => [...new Set(inputs)].filter((input) => input !== '');

/** Terms that differ in case, accents or punctuation alone are one. */
function idOf(type: TermType, folded: string): string {
  return `${type}-${createHash('sha1').update(folded).digest('base64url')}`;
}
