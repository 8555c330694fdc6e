import { distance } from 'fastest-levenshtein';
import Type, { type Static } from 'typebox';
import { fieldOfParameter, type NameParameter } from '../../../mappings/named-fields.ts';
import { suggestionTypes } from '../../../mappings/suggest-index.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import type { Term } from '../../search/batched-searches.ts';
import { choice } from '../../statistics/fields.ts';

/** The parameters of the list that suggestions may have. */
const suggestedFilters = [
  ...(Object.keys(fieldOfParameter) as NameParameter[]),
  ...(['status', 'weight_min', 'weight_max', 'price_min', 'price_max'] as const),
  ...(['price_per_carat_min', 'price_per_carat_max', 'date_from', 'date_to', 'year', 'q'] as const),
];

/** A completion of the typed text. */
export const Suggestion = Type.Object(
  {
    text: Type.String({
      description: 'Canonical name, title, or the names and weights of a combination.',
      ...choice,
    }),
    type: Type.Enum([...suggestionTypes], {
      description:
        'The type of the suggestion. A combination is several filters that the words mean together.',
      ...choice,
    }),
    lots: Type.Integer({
      minimum: 1,
      description: 'Number of lots that the list finds with `filter`.',
      ...choice,
    }),
    filter: Type.Object(
      Object.fromEntries(suggestedFilters.map((name) => [name, Type.Optional(Type.String())])),
      { additionalProperties: false, description: 'Parameters of the list for its lots.', ...choice },
    ),
    matched: Type.String({
      description: 'The matching words of the text, or the matching synonym.',
      examples: ['Burma'],
      ...choice,
    }),
  },
  { $id: 'Suggestion', title: 'Suggestion', additionalProperties: false, ...choice },
);

export type Suggestion = Static<typeof Suggestion>;

/** A candidate for a suggestion: a found name, title or combination. */
export interface Candidate {
  term: Term;
  /** The folded input that matched. */
  input: string;
  /** The number of lots; 0 until they are counted. */
  lots: number;
}

/** A published suggestion. */
export function presentSuggestion({ term, input, lots }: Candidate, query: string): Suggestion {
  return {
    text: term.text,
    type: term.type,
    lots,
    filter: term.filter,
    matched: matchedPart(term, query, input),
  };
}

/** Names that begin with the typed text come before those whose synonyms or later words do; then by lots and by text. */
export function inSuggestedOrder(query: string) {
  const typed = fold(query);
  const isOther = ({ term: { type, text } }: Candidate) =>
    Number(type !== 'combination' && !fold(text).startsWith(typed));
  return (a: Candidate, b: Candidate): number =>
    isOther(a) - isOther(b) ||
    b.lots - a.lots ||
    byText(a.term.text, b.term.text) ||
    byText(a.term.type, b.term.type);
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The matched words: all words of a combination, and the words of a title that are most like the typed ones. */
function matchedPart(term: Term, query: string, input: string): string {
  if (term.type === 'combination') return query;
  return term.type === 'title'
    ? matchedWords(term.text, fold(query).split(' '))
    : matchedName(term, fold(query), input);
}

/** The words of a name that begin with the query, or else with the matched input; or the synonym that does. */
function matchedName({ text, synonyms }: Term, query: string, input: string): string {
  const length = query.split(' ').length;
  for (const beginning of [query, input]) {
    const matched =
      wordsFrom(text, beginning, length) ?? synonyms.find((synonym) => fold(synonym).startsWith(beginning));
    if (matched !== undefined) return matched;
  }
  return text;
}

/** For each typed word the one that is most like it, in the order of the text. The last one may be incomplete. */
function matchedWords(text: string, typed: readonly string[]): string {
  const words = foldedWords(text);
  const places = typed.map((word, i) => {
    const end = i === typed.length - 1 ? word.length : undefined;
    const distances = words.map(({ folded }) => distance(folded.slice(0, end), word));
    return words[distances.indexOf(Math.min(...distances))]!.place;
  });
  return writtenWords(text)
    .filter((_, place) => places.includes(place))
    .join(' ');
}

const writtenWords = (text: string) => text.split(/\s+/);

/**
 * The folded words of a text, each with the place of the written word that contains it; one may contain several, for example
 * "cushion-shaped".
 */
const foldedWords = (text: string) =>
  writtenWords(text).flatMap((written, place) =>
    fold(written)
      .split(' ')
      .filter((folded) => folded !== '')
      .map((folded) => ({ folded, place })),
  );

/** The typed number of words of a text, from the first word at which the text continues with `beginning`. */
function wordsFrom(text: string, beginning: string, length: number): string | undefined {
  const words = foldedWords(text);
  const following = (from: number) => words.slice(from).map(({ folded }) => folded);
  const first = words.findIndex((_, from) => following(from).join(' ').startsWith(beginning));
  if (first === -1) return undefined;
  const last = words.slice(first, first + length).at(-1)!;
  return writtenWords(text)
    .slice(words[first]!.place, last.place + 1)
    .join(' ');
}
