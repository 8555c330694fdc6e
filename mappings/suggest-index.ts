import { type NameType, nameTypes } from './named-fields.ts';

/** The types of suggestions: names, titles of lots, and combinations of filters for several words. */
export const suggestionTypes = [...nameTypes, 'title' as const, 'combination' as const];

export type SuggestionType = (typeof suggestionTypes)[number];

/** A name that lots have. */
export interface SuggestionDocument {
  type: NameType;
  /** The name, as displayed. */
  text: string;
  /** Its synonyms, as displayed. */
  synonyms: string[];
  /** Parameters of the list that find its lots. */
  filter: Record<string, string>;
  suggest: Beginnings[];
}

/** Folded beginnings that find a name: of the name itself, which come first, or of its later words and its synonyms. */
interface Beginnings {
  input: string[];
  /** Selects candidates, whose order is by their current numbers of lots. */
  weight: number;
  contexts: { type: [NameType] };
}

/** The most suggestions of a response. */
export const maxSuggestions = 50;

/** Maximum length of an input, and of the prefix that is looked up: that of the parameter `q`. */
export const maxInputLength = 100;

/** Settings of an index of names. */
export const suggestSettings = {
  index: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // As for records: the changes of an import become visible at its end.
    refresh_interval: '-1',
  },
  analysis: {
    // Inputs are folded already; this only splits them into words, as it does the prefix.
    analyzer: { folded: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'asciifolding'] } },
  },
} as const;

/** The strict mapping of an index of names. */
export const suggestMapping = {
  dynamic: 'strict',
  properties: {
    type: { type: 'keyword' },
    text: { type: 'keyword', index: false, doc_values: false },
    synonyms: { type: 'keyword', index: false, doc_values: false },
    filter: { type: 'object', enabled: false },
    suggest: {
      type: 'completion',
      analyzer: 'folded',
      max_input_length: maxInputLength,
      contexts: [{ name: 'type', type: 'category' }],
    },
  },
} as const;
