import { fold } from './vocabulary/fold.ts';

/** The alias of the live index of suggestions; it moves together with the alias of the records. */
export const suggestAlias = (indexAlias: string) => `${indexAlias}-suggest`;

/** What is suggested. */
export const suggestionTypes = ['gem_type', 'origin', 'auction_house', 'title'] as const;

export type SuggestionType = (typeof suggestionTypes)[number];

/** One term that lots have in common: a name, or a title. */
export interface SuggestionDocument {
  type: SuggestionType;
  /** The name or title as it is shown. */
  text: string;
  /** Other names that lead to it, as they are shown; [] for titles. */
  synonyms: string[];
  /** Parameters of the list that find its lots. */
  filter: Record<string, string>;
  suggest: {
    /** Folded beginnings that find it: of the text, of its later words, of its synonyms. */
    input: string[];
    /** How many lots it had when it was written. It decides who comes first, and is not shown. */
    weight: number;
    contexts: { type: [SuggestionType] };
  };
}

/** Longest input; a longer beginning is looked up by as much of it. */
export const maxInputLength = 30;

/** A text as inputs and prefixes have it: folded, no longer than an input. */
export function asInput(text: string): string {
  return fold(text).slice(0, maxInputLength).trim();
}

/** Settings of an index of suggestions. */
export const suggestSettings = {
  index: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // Like the records': what an import changes is seen when it ends.
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
  /** Whether everything that was to be written has been: only then may it go live. */
  complete: boolean;
  /** Whether titles are missing or behind the records: a later index will take its place. */
  titles_behind: boolean;
}
