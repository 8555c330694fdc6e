import type { estypes } from '@elastic/elasticsearch';
import type { SuggestionDocument, SuggestionType } from '../../mappings/suggest-index.ts';

/** The completions: names that begin with a text, or nearly do, by the magnitude of their lots, descending. */
export type Completion = estypes.SearchFieldSuggester;

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

/** A name, a title or a combination of filters. */
export interface Term extends Pick<SuggestionDocument, 'text' | 'synonyms' | 'filter'> {
  type: SuggestionType;
}

/** A name that a completion found, as in the search response. */
export interface Option {
  _id: string;
  _source: Term;
  text: string;
}
