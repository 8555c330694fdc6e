import { distance } from 'fastest-levenshtein';
import {
  maxInputLength,
  type SuggestionDocument,
  type SuggestionType,
} from '../../mappings/suggest-index.ts';
import { fold } from '../../mappings/vocabulary/index.ts';

/** A term of the index, or a combination of filters. */
export interface Term extends Pick<SuggestionDocument, 'text' | 'synonyms' | 'filter'> {
  type: SuggestionType;
}

/** A candidate for a suggestion. */
export interface Candidate {
  term: Term;
  /** The folded input that matched. */
  input: string;
  /** Maximum typos with which it was found: 0 for terms that begin with the text. */
  typos: number;
  /** The number of lots when the term was last written; the current number is counted for shown terms. */
  lots: number;
}

/** A term that a completion found, as in the search response. */
export interface Option {
  _id: string;
  _source: Term & { suggest: { weight: number } };
  text: string;
}

/** Maximum typos of a text. */
const maxTypos = 2;

/**
 * The found terms, each once, unordered.
 * @param exact those that begin with the text
 * @param fuzzy those that nearly do
 */
export function readCandidates(exact: Option[], fuzzy: Option[], query: string): Candidate[] {
  const seen = new Set<string>();
  const wanted = fold(query);
  const read = (options: Option[], typos: number) =>
    options.flatMap(({ _id, _source, text }): Candidate[] => {
      if (seen.has(_id)) return [];
      seen.add(_id);
      const lots = _source.suggest.weight;
      return continuesWith(_source, wanted, typos) ? [{ term: _source, input: text, typos, lots }] : [];
    });
  return [...read(exact, 0), ...read(fuzzy, maxTypos)];
}

/** Whether a term also continues like a folded text that is longer than the indexed inputs. */
function continuesWith({ text, synonyms }: Term, wanted: string, typos: number): boolean {
  if (wanted.length <= maxInputLength) return true;
  return [text, ...synonyms].some((spelling) => {
    const words = fold(spelling).split(' ');
    return words.some((_, start) => {
      const beginning = words.slice(start).join(' ').slice(0, wanted.length);
      return distance(beginning, wanted) <= typos;
    });
  });
}
