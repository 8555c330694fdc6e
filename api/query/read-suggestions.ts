import type { SuggestionDocument, SuggestionType } from '../../mappings/suggest-index.ts';

/** A name, a title or a combination of filters. */
export interface Term extends Pick<SuggestionDocument, 'text' | 'synonyms' | 'filter'> {
  type: SuggestionType;
}

/** A candidate for a suggestion. */
export interface Candidate {
  term: Term;
  /** The folded input that matched. */
  input: string;
  /** The number of lots; 0 until they are counted. */
  lots: number;
}

/** A name that a completion found, as in the search response. */
export interface Option {
  _id: string;
  _source: Term;
  text: string;
}

/** The names that a completion found, each once: some match by several of their words. */
export function readNames(options: readonly Option[]): Candidate[] {
  const names = new Map<string, Candidate>();
  for (const { _id, _source: term, text: input } of options) {
    if (!names.has(_id)) names.set(_id, { term, input, lots: 0 });
  }
  return [...names.values()];
}
