import { distance } from 'fastest-levenshtein';
import Type, { type Static } from 'typebox';
import { fieldOfParameter, type NameParameter } from '../../../mappings/named-fields.ts';
import { suggestionTypes } from '../../../mappings/suggest-index.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import type { Term } from '../../search/search-context.ts';
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
      Object.fromEntries(suggestedFilters.map((name) => [name, Type.Optional(Type.String())])) as Record<
        (typeof suggestedFilters)[number],
        ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>
      >,
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
    ? matchedWords(foldedWords(term.text), fold(query).split(' '))
    : matchedName(term, fold(query), input);
}

/** The words of a name that begin with the query, or else with the matched input; or the synonym that does. */
function matchedName(term: Term, query: string, input: string): string {
  const length = query.split(' ').length;
  const text = foldedWords(term.text);
  return (
    wordsFrom(text, query, length) ??
    term.synonyms.find((synonym) => fold(synonym).startsWith(query)) ??
    wordsFrom(text, input, length) ??
    term.synonyms.find((synonym) => fold(synonym).startsWith(input)) ??
    term.text
  );
}

/** For each typed word the one that is most like it, in the order of the text. The last one may be incomplete. */
function matchedWords({ written, folded, words }: FoldedText, typed: readonly string[]): string {
  const all = folded.split(' ');
  const places = typed.map((word, i) => {
    const end = i === typed.length - 1 ? word.length : undefined;
    const distances = all.map((other) => distance(other.slice(0, end), word));
    return words[distances.indexOf(Math.min(...distances))]!.place;
  });
  const inOrder = [...new Set(places)].sort((a, b) => a - b);
  return inOrder.map((place) => written[place]).join(' ');
}

/**
 * The words of a text, as written and folded: one written word may contain several folded ones, for example
 * "cushion-shaped".
 */
interface FoldedText {
  written: string[];
  /** The folded words, separated by spaces. */
  folded: string;
  /** The start of each folded word in `folded`, and the index of its written word. */
  words: { begin: number; place: number }[];
}

function foldedWords(text: string): FoldedText {
  const written = text.split(/\s+/);
  const words: FoldedText['words'] = [];
  let folded = '';
  for (const [place, one] of written.entries()) {
    for (const word of fold(one).split(' ')) {
      if (word === '') continue;
      if (folded !== '') folded += ' ';
      words.push({ begin: folded.length, place });
      folded += word;
    }
  }
  return { written, folded, words };
}

/** The typed number of words of a text, from the first word at which the text continues with `beginning`. */
function wordsFrom({ written, folded, words }: FoldedText, beginning: string, length: number) {
  const first = words.findIndex(({ begin }) => folded.startsWith(beginning, begin));
  if (first === -1) return undefined;
  const last = words[Math.min(first + length, words.length) - 1]!;
  return written.slice(words[first]!.place, last.place + 1).join(' ');
}
