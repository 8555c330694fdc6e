import type { Client } from '@elastic/elasticsearch';
import { fold } from '../../mappings/vocabulary/index.ts';
import { PhraseCounter } from './phrase-counter.ts';
import { readNames, readTitles } from './read-lots.ts';
import {
  type NamedType,
  namedTypes,
  type Suggestion,
  suggestName,
  suggestTitle,
} from './suggestion-documents.ts';
import {
  completeSuggestIndex,
  createSuggestIndex,
  suggestIndexName,
  writeSuggestions,
} from './suggestion-index.ts';
import { suggestedTitle } from './title-phrase.ts';

/**
 * Builds an index of suggestions of everything that an index of records shows now. Titles are read page by page, three
 * times over; what is kept of them in memory is a few bytes each.
 * @returns its name; it is whole and refreshed, and has no alias yet
 */
export async function buildSuggestions(
  elasticsearch: Client,
  indexAlias: string,
  recordsIndex: string,
): Promise<string> {
  const index = suggestIndexName(indexAlias, recordsIndex);
  await createSuggestIndex(elasticsearch, index);
  await writeSuggestions(elasticsearch, [index], await nameSuggestions(elasticsearch, recordsIndex));
  await writeTitles(elasticsearch, index, recordsIndex);
  await completeSuggestIndex(elasticsearch, index);
  return index;
}

/** The suggestions of every name that a lot carries. */
export async function nameSuggestions(elasticsearch: Client, recordsIndex: string): Promise<Suggestion[]> {
  const byId = new Map<string, Suggestion>();
  for (const type of Object.keys(namedTypes) as NamedType[]) {
    for await (const { name, lots } of readNames(elasticsearch, recordsIndex, type)) {
      const suggestion = suggestName(type, name, lots);
      const { suggest } = suggestion.document;
      const other = byId.get(suggestion.id);
      // Spellings of one name that no vocabulary knows: the commoner stands for both.
      if (!other || other.document.suggest.weight < suggest.weight) byId.set(suggestion.id, suggestion);
    }
  }
  return [...byId.values()];
}

async function writeTitles(elasticsearch: Client, index: string, recordsIndex: string): Promise<void> {
  const pages = () => readTitles(elasticsearch, recordsIndex, { match_all: {} });
  const counter = new PhraseCounter();
  for await (const titles of pages()) for (const title of titles) counter.add(wordsOf(suggestedTitle(title)));
  for await (const titles of pages()) for (const title of titles) counter.count(wordsOf(title));
  const isNew = oneSpelling();
  for await (const titles of pages()) {
    const suggestions: Suggestion[] = [];
    for (const title of titles) {
      const text = suggestedTitle(title);
      const words = wordsOf(text);
      if (words.length === 0 || !isNew(text, words)) continue;
      suggestions.push(suggestTitle(text, words, counter.countOf(words)));
    }
    await writeSuggestions(elasticsearch, [index], suggestions);
  }
}

/** Tells whether a title has to be written: the first of its spellings, and the first that is not all capitals. */
function oneSpelling(): (text: string, words: readonly string[]) => boolean {
  const shouted = new PhraseCounter();
  const spoken = new PhraseCounter();
  return (text, words) => {
    if (text === text.toUpperCase()) return !spoken.has(words) && shouted.add(words);
    return spoken.add(words);
  };
}

/** The words of a text, folded; [] for none. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return folded === '' ? [] : folded.split(' ');
}
