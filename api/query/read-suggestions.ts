import { distance } from 'fastest-levenshtein';
import { maxInputLength, type SuggestionDocument } from '../../mappings/suggest-index.ts';
import { fold } from '../../mappings/vocabulary/index.ts';

/** What is read of a term. */
export type Term = Pick<SuggestionDocument, 'type' | 'text' | 'synonyms' | 'filter'>;

/** A term that may be suggested. */
export interface Candidate {
  term: Term;
  /** The folded input that matched. */
  input: string;
  /** How many wrong letters it was found with at most: 0 for those that begin with the text. */
  typos: number;
  /** How many lots it had when it was last written; how many it has now is counted for those that are shown. */
  lots: number;
}

/** A term that a completion found, as the search answers it. */
export interface Option {
  _id: string;
  _source: Term & { suggest: { weight: number } };
  text: string;
}

/** Most wrong letters that a text may have. */
const maxTypos = 2;

/**
 * The terms that were found, each once, in no order.
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

/** Whether a term also goes on as a folded text does that is longer than the inputs are. */
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
