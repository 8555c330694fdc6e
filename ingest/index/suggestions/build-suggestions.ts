import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { quoteValue } from '../../../mappings/list-values.ts';
import { asInput, maxInputLength, type TermType } from '../../../mappings/suggest-index.ts';
import {
  auctionHouses,
  fold,
  gemTypes,
  origins,
  type Vocabulary,
} from '../../../mappings/vocabulary/index.ts';
import { readPages } from '../../store/elasticsearch.ts';
import { countWrites } from '../live-index.ts';
import { PhraseCounter } from './phrase-counter.ts';
import {
  buildAlias,
  completeSuggestIndex,
  createSuggestIndex,
  type Suggestion,
  writeSuggestions,
} from './suggestion-index.ts';

/** The index of records that suggestions are built from. */
export interface SuggestedRecords {
  elasticsearch: Client;
  indexAlias: string;
  recordsIndex: string;
  /** Up to this many lots an import builds the titles, too, before it ends. */
  maxLotsRebuilt?: number | undefined;
}

/** What is built: everything, or only the names, which takes about a second. */
export type Extent = 'all' | 'names';

/**
 * Builds an index of suggestions from an index of records. Titles are read page by page in three passes; each takes a few
 * bytes of memory.
 * @param checkpoint is called between pages; it may throw to abort
 * @returns its name; it is complete and refreshed, and has no alias yet
 */
export async function buildSuggestions(
  { elasticsearch, indexAlias, recordsIndex }: SuggestedRecords,
  extent: Extent,
  checkpoint: () => void = () => {},
): Promise<string> {
  const index = await createSuggestIndex(elasticsearch, indexAlias, recordsIndex);
  const seen = await countWrites(elasticsearch, recordsIndex);
  const write = (suggestions: Suggestion[]) =>
    writeSuggestions(elasticsearch, { alias: buildAlias(index) }, suggestions, seen);
  await write(await nameSuggestions(elasticsearch, recordsIndex));
  if (extent === 'all') await writeTitles(elasticsearch, recordsIndex, write, checkpoint);
  await completeSuggestIndex(elasticsearch, index, extent === 'names');
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

async function writeTitles(
  elasticsearch: Client,
  recordsIndex: string,
  write: (suggestions: Suggestion[]) => Promise<void>,
  checkpoint: () => void,
): Promise<void> {
  const pages = async function* () {
    for await (const titles of readTitles(elasticsearch, recordsIndex, { match_all: {} })) {
      checkpoint();
      yield titles;
    }
  };
  const counter = new PhraseCounter();
  for await (const titles of pages()) for (const title of titles) counter.add(wordsOf(suggestedTitle(title)));
  for await (const titles of pages()) for (const title of titles) counter.count(wordsOf(title));
  for await (const titles of pages()) {
    const suggestions: Suggestion[] = [];
    for (const title of titles) {
      const text = suggestedTitle(title);
      const words = wordsOf(text);
      if (words.length === 0 || !isNewTitle(counter, text, words)) continue;
      suggestions.push(suggestTitle(text, words, counter.countOf(words)));
    }
    await write(suggestions);
  }
}

/** Marks of a title that was written in any spelling, and in one that is not all capitals. */
const written = 1;
const writtenWell = 2;

/** Whether a title has to be written: it is the first of its spellings, or the first that is not all capitals. */
function isNewTitle(counter: PhraseCounter, text: string, words: readonly string[]): boolean {
  if (text === text.toUpperCase()) return counter.mark(words, written) === 0;
  return (counter.mark(words, written | writtenWell) & writtenWell) === 0;
}

/** The words of a text, folded; [] for none. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return folded === '' ? [] : folded.split(' ');
}

/** Titles read at once. */
const titlesPerPage = 5_000;

/** Names read at once. */
const namesPerPage = 1_000;

/** The titles of the lots that meet a query as it stands now, in pages, each once a lot. */
export async function* readTitles(
  elasticsearch: Client,
  index: string,
  query: estypes.QueryDslQueryContainer,
): AsyncGenerator<string[]> {
  const pages = readPages<{ title: string }>(elasticsearch, index, {
    query,
    size: titlesPerPage,
    _source: ['title'],
    sort: [{ _shard_doc: 'asc' }],
    filter_path: ['hits.hits._source.title', 'hits.hits.sort'],
  });
  for await (const page of pages) yield page.map((hit) => hit._source!.title);
}

/** Every name that lots carry in a field, with how many do. */
export async function* readNames(
  elasticsearch: Client,
  index: string,
  field: NamedType,
): AsyncGenerator<{ name: string; lots: number }> {
  let after: Record<string, string> | undefined;
  do {
    const composite = { size: namesPerPage, sources: [{ name: { terms: { field } } }] };
    const { aggregations } = await elasticsearch.search({
      index,
      size: 0,
      aggs: { names: { composite: { ...composite, ...(after ? { after } : {}) } } },
    });
    const names = aggregations!.names as unknown as {
      buckets: { key: { name: string }; doc_count: number }[];
      after_key?: Record<string, string>;
    };
    for (const { key, doc_count } of names.buckets) yield { name: key.name, lots: doc_count };
    after = names.after_key;
  } while (after);
}

/** The fields whose names are suggested, each with its vocabulary and the parameter that filters by it. */
const namedTypes = {
  gem_type: { vocabulary: gemTypes, parameter: 'gem_name' },
  origin: { vocabulary: origins, parameter: 'origin' },
  auction_house: { vocabulary: auctionHouses, parameter: 'auction_house' },
} as const satisfies Partial<Record<TermType, { vocabulary: Vocabulary; parameter: string }>>;

type NamedType = keyof typeof namedTypes;

/** Words of a title whose beginnings find it. */
const maxStartingWords = 40;

/** Words that nobody begins with when looking for a title; they do not begin an input of their own. */
const functionWords = new Set(['a', 'an', 'and', 'by', 'de', 'et', 'from', 'in', 'of', 'the', 'with']);

/** The suggestion of a name that this many lots carry. */
export function suggestName(type: NamedType, name: string, lots: number): Suggestion {
  const { vocabulary, parameter } = namedTypes[type];
  const term = vocabulary.term(name);
  const synonyms = term?.name === name ? [...term.synonyms] : [];
  const variants = term?.name === name ? (term.variants ?? []) : [];
  return {
    id: idOf(type, fold(name) || name),
    document: {
      type,
      text: name,
      synonyms,
      filter: { [parameter]: quoteValue(name) },
      suggest: {
        input: distinct([...wordStarts(fold(name).split(' ')), ...[...synonyms, ...variants].map(asInput)]),
        weight: lots,
        contexts: { type: [type] },
      },
    },
  };
}

/**
 * The suggestion of a title.
 * @param text as `suggestedTitle` gives it
 * @param words of its folded form
 */
export function suggestTitle(text: string, words: readonly string[], lots: number): Suggestion {
  return {
    id: idOf('title', words.join(' ')),
    document: {
      type: 'title',
      text,
      synonyms: [],
      filter: { q: phraseQuery(text) },
      suggest: {
        input: distinct(wordStarts(words.slice(0, maxStartingWords))),
        weight: lots,
        contexts: { type: ['title'] },
      },
    },
  };
}

/** Longest text of a title suggestion: in quotes it is a value of the parameter `q`, which takes 200 characters. */
const maxTitleLength = 198;

/** A title as it is suggested: in one line, and cut after a word where it is too long; '' where it has no word. */
export function suggestedTitle(title: string): string {
  const line = title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const text =
    line.length <= maxTitleLength ? line : line.slice(0, Math.max(0, line.lastIndexOf(' ', maxTitleLength)));
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** The value of `q` that finds the lots whose title has a suggested one in it. Quotes inside would end the phrase. */
export function phraseQuery(text: string): string {
  return `"${text.replaceAll('"', ' ').replace(/ +/g, ' ').trim()}"`;
}

/** The text from each of its words on, as inputs. */
function wordStarts(words: readonly string[]): string[] {
  return words.flatMap((word, start) => {
    if (start > 0 && functionWords.has(word)) return [];
    let input = '';
    for (let i = start; i < words.length && input.length <= maxInputLength; i++) input += `${words[i]} `;
    return input.slice(0, maxInputLength).trim();
  });
}

const distinct = (inputs: string[]) => [...new Set(inputs)].filter((input) => input !== '');

/** Terms that differ in case, accents or punctuation alone are one. */
function idOf(type: TermType, folded: string): string {
  return `${type}-${createHash('sha1').update(folded).digest('base64url')}`;
}
