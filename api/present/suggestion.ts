import Type, { type Static } from 'typebox';
import { type SuggestionDocument, suggestionTypes } from '../../mappings/suggest-index.ts';
import { fold } from '../../mappings/vocabulary/index.ts';

const choice = { 'x-choice': true };

/** Something that what was typed may become. */
export const Suggestion = Type.Object(
  {
    text: Type.String({ description: 'Canonical name, or title.', ...choice }),
    type: Type.Enum([...suggestionTypes], { description: 'What it is.', ...choice }),
    lots: Type.Integer({ minimum: 1, description: 'How many lots the list finds by `filter`.', ...choice }),
    filter: Type.Object(
      {
        gem_name: Type.Optional(Type.String()),
        origin: Type.Optional(Type.String()),
        auction_house: Type.Optional(Type.String()),
        q: Type.Optional(Type.String()),
      },
      { additionalProperties: false, description: 'Parameters of the list that find its lots.', ...choice },
    ),
    matched: Type.String({
      description: 'What matched: the words of the text, or the synonym that leads to it.',
      examples: ['Burma'],
      ...choice,
    }),
  },
  { $id: 'Suggestion', title: 'Suggestion', additionalProperties: false, ...choice },
);

export type Suggestion = Static<typeof Suggestion>;

/** A term that was found. */
export interface Found {
  term: Pick<SuggestionDocument, 'type' | 'text' | 'synonyms' | 'filter'>;
  /** The folded input that matched. */
  input: string;
  /** How many wrong letters it was found with at most. */
  typos: number;
  lots: number;
}

/** The suggestion as it is published. */
export function presentSuggestion({ term, input, lots }: Found, query: string): Suggestion {
  return {
    text: term.text,
    type: term.type,
    lots,
    filter: term.filter,
    matched: matchedPart(term, fold(query), input),
  };
}

/** Right beginnings before typos, then most lots, then by text. */
export function inSuggestedOrder(a: Found, b: Found): number {
  return (
    a.typos - b.typos ||
    b.lots - a.lots ||
    byText(a.term.text, b.term.text) ||
    byText(a.term.type, b.term.type)
  );
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The words of the text that begin as the query does, or else as the input that matched; or the synonym that does. */
function matchedPart(term: Found['term'], query: string, input: string): string {
  const length = query.split(' ').length;
  return (
    wordsFrom(term.text, query, length) ??
    term.synonyms.find((synonym) => fold(synonym).startsWith(query)) ??
    wordsFrom(term.text, input, length) ??
    term.synonyms.find((synonym) => fold(synonym).startsWith(input)) ??
    term.text
  );
}

/** As many words of a text as were typed, from the first one on at which it goes on as `beginning` does. */
function wordsFrom(text: string, beginning: string, length: number): string | undefined {
  const words = text.split(/\s+/);
  for (let start = 0; start < words.length; start++) {
    const rest = words.slice(start);
    const folded = foldedWords(rest);
    // A written word may hold several: "cushion-shaped" begins as "shaped" does, too.
    const skipped = foldedWords([rest[0]!]).findIndex((_, i) =>
      folded.slice(i).join(' ').startsWith(beginning),
    );
    if (skipped === -1) continue;
    const enough = rest.findIndex((_, i) => foldedWords(rest.slice(0, i + 1)).length >= skipped + length);
    return rest.slice(0, enough + 1).join(' ');
  }
  return undefined;
}

const foldedWords = (written: string[]) => fold(written.join(' ')).split(' ').filter(Boolean);
