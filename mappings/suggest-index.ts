/** The types of terms in the index. */
export const termTypes = ['gem_type', 'origin', 'auction_house', 'title'] as const;

export type TermType = (typeof termTypes)[number];

/** What is suggested: terms, and combinations of filters that several words mean together. */
export const suggestionTypes = [...termTypes, 'combination'] as const;

export type SuggestionType = (typeof suggestionTypes)[number];

/** One term of lots: a name or a title. */
export interface SuggestionDocument {
  type: TermType;
  /** The name or title, as displayed. */
  text: string;
  /** Its synonyms, as displayed; [] for titles. */
  synonyms: string[];
  /** Parameters of the list that find its lots. */
  filter: Record<string, string>;
  suggest: {
    /** Folded beginnings that find it: of the text, of its later words, of its synonyms. */
    input: string[];
    /** The number of its lots when it was written. It selects candidates; their order is by current numbers. */
    weight: number;
    contexts: { type: [TermType] };
  };
}

/**
 * A document that marks an index whose titles are missing or older than the records: a later index will replace it. It is no
 * part of `_meta`, so that whoever completes an index does not undo what an import has said meanwhile.
 */
export const titlesBehind = { id: 'titles-behind', document: { type: 'titles-behind' } } as const;

/** The most suggestions of a response. */
export const maxSuggestions = 50;

/** Maximum length of an input; a longer prefix is cut to it. */
export const maxInputLength = 30;

/** Settings of an index of suggestions. */
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

/** The strict mapping of an index of suggestions. */
export const suggestMapping = {
  dynamic: 'strict',
  // Inputs are many times as long as the text they come from, and are never read back.
  _source: { excludes: ['suggest.input', 'suggest.contexts'] },
  properties: {
    type: { type: 'keyword' },
    text: { type: 'keyword', index: false, doc_values: false },
    synonyms: { type: 'keyword', index: false, doc_values: false },
    filter: { type: 'object', enabled: false },
    suggest: {
      type: 'completion',
      analyzer: 'folded',
      contexts: [{ name: 'type', type: 'category' }],
    },
  },
} as const;

/** `_meta` of an index of suggestions. */
export interface SuggestMeta {
  /** Whether it is complete: only then may it go live. */
  complete: boolean;
  /** Whether its titles are behind, as 1.0.0 said it. */
  titles_behind?: boolean;
  /** When it was last completed or brought up to date: an ISO 8601 time in UTC; absent in one of an older build. */
  changed_at?: string;
}
