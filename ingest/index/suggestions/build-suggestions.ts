import type { Client, estypes } from '@elastic/elasticsearch';
import { titlesBehind } from '../../../mappings/suggest-index.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import { readPages } from '../../store/elasticsearch.ts';
import { countWrites } from '../live-index.ts';
import {
  buildAlias,
  completeSuggestIndex,
  createSuggestIndex,
  type NamedType,
  namedTypes,
  type Stored,
  type Suggestion,
  suggestedTitle,
  suggestName,
  suggestTitle,
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
  const write = (suggestions: readonly Stored[]) =>
    writeSuggestions(elasticsearch, { alias: buildAlias(index) }, suggestions, seen);
  await write(await nameSuggestions(elasticsearch, recordsIndex));
  if (extent === 'all') await writeTitles(elasticsearch, recordsIndex, write, checkpoint);
  else await write([titlesBehind]);
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
    // A page that is not full is the last: there is a key after every one that has any.
    after = names.buckets.length < namesPerPage ? undefined : names.after_key;
  } while (after);
}

/** Hashes of words, two halves of 32 bits each. */
interface WordHashes {
  high: Uint32Array;
  low: Uint32Array;
}

/**
 * Counts how many texts contain each of many phrases, in two passes: first every phrase is registered, then every text
 * is counted. A phrase takes about 50 bytes whatever its length, so a million of them stay small. Phrases are compared by
 * 53-bit hashes: the chance that two of a million collide is 1 in 18,000, and a collision only changes a rank.
 */
export class PhraseCounter {
  #keys = new Float64Array(1024);
  #counts = new Uint32Array(1024);
  /** The text that a phrase was counted in last: one that has it twice counts once. */
  #lastText = new Uint32Array(1024);
  #marks = new Uint8Array(1024);
  #size = 0;
  #texts = 0;
  #longest = 0;

  /** Registers a phrase, unless it is. */
  add(words: readonly string[]): void {
    this.#longest = Math.max(this.#longest, words.length);
    const slot = this.#slotOf(keyOf(words));
    if (this.#keys[slot] !== 0) return;
    this.#keys[slot] = keyOf(words);
    this.#size++;
    if (this.#size * 2 > this.#keys.length) this.#grow();
  }

  /** Sets some of the 8 marks of a registered phrase. @returns those that it had before */
  mark(words: readonly string[], marks: number): number {
    const slot = this.#slotOf(keyOf(words));
    const before = this.#marks[slot]!;
    this.#marks[slot] = before | marks;
    return before;
  }

  /** Counts a text for each registered phrase that stands in it. */
  count(words: readonly string[]): void {
    this.#texts++;
    const hashes = hashWords(words);
    for (let start = 0; start < words.length; start++) {
      const end = Math.min(words.length, start + this.#longest);
      let [high, low] = seeds;
      for (let i = start; i < end; i++) {
        high = mix(high, hashes.high[i]!);
        low = mix(low, hashes.low[i]!);
        this.#countAt(this.#slotOf(join(high, low)));
      }
    }
  }

  /** In how many of the counted texts a registered phrase stands. */
  countOf(words: readonly string[]): number {
    return this.#counts[this.#slotOf(keyOf(words))]!;
  }

  #countAt(slot: number): void {
    if (this.#keys[slot] === 0 || this.#lastText[slot] === this.#texts) return;
    this.#lastText[slot] = this.#texts;
    this.#counts[slot]!++;
  }

  /** The slot of a key, or the empty one where it belongs. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    // The key's upper bits: its lower ones alone would crowd.
    let slot = Math.imul((key / 2 ** 21) | 0, 0x9e3779b1) & mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, counts, lastText, marks] = [this.#keys, this.#counts, this.#lastText, this.#marks];
    this.#keys = new Float64Array(keys.length * 2);
    this.#counts = new Uint32Array(keys.length * 2);
    this.#lastText = new Uint32Array(keys.length * 2);
    this.#marks = new Uint8Array(keys.length * 2);
    for (const [old, key] of keys.entries()) {
      if (key === 0) continue;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#counts[slot] = counts[old]!;
      this.#lastText[slot] = lastText[old]!;
      this.#marks[slot] = marks[old]!;
    }
  }
}

const seeds: readonly [number, number] = [0x811c9dc5, 0x1b873593];

/** 53 bits of two hashes; never 0, which is an empty slot. */
const join = (high: number, low: number) => (high >>> 0) * 2 ** 21 + (low >>> 11) || 1;

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
}

function keyOf(words: readonly string[]): number {
  const hashes = hashWords(words);
  let [high, low] = seeds;
  for (let i = 0; i < words.length; i++) {
    high = mix(high, hashes.high[i]!);
    low = mix(low, hashes.low[i]!);
  }
  return join(high, low);
}

/** FNV-1a of each word, from two starting points. */
function hashWords(words: readonly string[]): WordHashes {
  const high = new Uint32Array(words.length);
  const low = new Uint32Array(words.length);
  for (let w = 0; w < words.length; w++) {
    const word = words[w]!;
    let [a, b] = seeds;
    for (let i = 0; i < word.length; i++) {
      a = Math.imul(a ^ word.charCodeAt(i), 0x01000193);
      b = Math.imul(b ^ word.charCodeAt(i), 0x85ebca6b);
    }
    high[w] = a;
    low[w] = b;
  }
  return { high, low };
}
