import { hash } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { recordsIndexName, suggestAlias } from '../../../mappings/records-index.ts';
import {
  maxInputLength,
  type SuggestionDocument,
  type SuggestMeta,
  suggestMapping,
  suggestSettings,
  type TermType,
  titlesBehind,
} from '../../../mappings/suggest-index.ts';
import {
  auctionHouses,
  fold,
  foldedStart,
  gemTypes,
  origins,
  type Vocabulary,
} from '../../../mappings/vocabulary/index.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import { StaleWriter } from '../../errors.ts';
import { errorType, ItemRefused, isNotFound } from '../../store/elasticsearch.ts';

/** Documents of one bulk request. */
const perRequest = 2_000;

/** Every index of suggestions, live, kept or being built, starts with this. */
const prefix = (indexAlias: string) => `${suggestAlias(indexAlias)}-`;

const prefixOf = (indexAlias: string, recordsIndex: string) =>
  `${prefix(indexAlias)}${recordsIndex.slice(recordsIndex.lastIndexOf('-') + 1)}-`;

/** A document and its id: the same term has the same id in every index. */
export interface Suggestion {
  id: string;
  document: SuggestionDocument;
}

/** What an index of suggestions has: suggestions, and maybe the mark. */
export type Stored = Suggestion | typeof titlesBehind;

/** Whether the titles of an index are missing or older than the records. */
export async function areTitlesBehind(elasticsearch: Client, index: string): Promise<boolean> {
  if (await elasticsearch.exists({ index, id: titlesBehind.id })) return true;
  return (await readSuggestMeta(elasticsearch, [index])).get(index)?.titles_behind === true;
}

/** The alias through which an index is built: once the index was deleted, what its builder still writes is refused. */
export const buildAlias = (index: string) => `${index}-build`;

/**
 * Creates an index of suggestions, named for its index of records and numbered in the order in which building began: a
 * later one has seen all that an earlier one has.
 */
export async function createSuggestIndex(
  elasticsearch: Client,
  indexAlias: string,
  recordsIndex: string,
): Promise<string> {
  const [latest] = await suggestIndicesOf(elasticsearch, indexAlias, recordsIndex);
  for (let number = latest ? numberOf(latest) + 1 : 1; ; number++) {
    const index = `${prefixOf(indexAlias, recordsIndex)}${number}`;
    try {
      await elasticsearch.indices.create({
        index,
        settings: structuredClone(suggestSettings) as object,
        mappings: structuredClone(suggestMapping) as object,
        aliases: { [buildAlias(index)]: { is_hidden: true } },
      });
      return index;
    } catch (error) {
      if (errorType(error) !== 'resource_already_exists_exception') throw error;
    }
  }
}

/**
 * Shows what was written to an index of suggestions, and says that it is complete and when it changed.
 * @throws StaleWriter when it is gone
 */
export async function completeSuggestIndex(elasticsearch: Client, index: string): Promise<void> {
  try {
    await elasticsearch.indices.refresh({ index });
    const before = (await readSuggestMeta(elasticsearch, [index])).get(index);
    const meta: SuggestMeta = { ...before, complete: true, changed_at: new Date().toISOString() };
    await elasticsearch.indices.putMapping({ index, _meta: { ...meta } });
  } catch (error) {
    throw isNotFound(error) ? new StaleWriter() : error;
  }
}

/** What is known of some indices of suggestions; nothing of those that are not complete. */
export async function readSuggestMeta(
  elasticsearch: Client,
  indices: readonly string[],
): Promise<Map<string, SuggestMeta>> {
  if (indices.length === 0) return new Map();
  const index = [...indices];
  const mappings = await elasticsearch.indices.getMapping({ index, filter_path: '*.mappings._meta' });
  return new Map(Object.entries(mappings).map(([name, { mappings }]) => [name, mappings._meta as never]));
}

/** The live index of suggestions, or undefined. */
export async function liveSuggestIndex(
  elasticsearch: Client,
  indexAlias: string,
): Promise<string | undefined> {
  try {
    return Object.keys(await elasticsearch.indices.getAlias({ name: suggestAlias(indexAlias) }))[0];
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The indices of suggestions of an index of records, the one whose building began last first. */
export async function suggestIndicesOf(
  elasticsearch: Client,
  indexAlias: string,
  recordsIndex: string,
): Promise<string[]> {
  return (await allSuggestIndices(elasticsearch, indexAlias))
    .filter((index) => isSuggestIndexOf(indexAlias, recordsIndex, index))
    .sort((a, b) => numberOf(b) - numberOf(a));
}

/** Whether an index of suggestions is of these records. */
export const isSuggestIndexOf = (indexAlias: string, recordsIndex: string, index: string): boolean =>
  index.startsWith(prefixOf(indexAlias, recordsIndex));

/** The latest whole index of suggestions of an index of records, or undefined. */
export async function latestSuggestIndex(
  elasticsearch: Client,
  indexAlias: string,
  recordsIndex: string,
): Promise<string | undefined> {
  const indices = await suggestIndicesOf(elasticsearch, indexAlias, recordsIndex);
  const metas = await readSuggestMeta(elasticsearch, indices);
  return indices.find((index) => metas.get(index)?.complete);
}

async function allSuggestIndices(elasticsearch: Client, indexAlias: string): Promise<string[]> {
  const found = await elasticsearch.indices.get({
    index: `${prefix(indexAlias)}*`,
    filter_path: '*.settings.index.uuid',
  });
  return Object.keys(found);
}

/**
 * Writes suggestions; one that is there already is replaced, unless whoever wrote it had seen more of the records.
 * @param targets indices, or an alias that must exist
 * @param seen how many writes the index of records had taken when the suggestions were read from it
 * @throws StaleWriter when an index is gone
 */
export async function writeSuggestions(
  elasticsearch: Client,
  targets: { indices: readonly string[] } | { alias: string },
  suggestions: readonly Stored[],
  seen: number,
): Promise<void> {
  const isAlias = 'alias' in targets;
  const indices = isAlias ? [targets.alias] : targets.indices;
  for (let start = 0; start < suggestions.length; start += perRequest) {
    const operations = suggestions
      .slice(start, start + perRequest)
      .flatMap(({ id, document }) =>
        indices.flatMap((_index) => [
          { index: { _index, _id: id, version: seen, version_type: 'external_gte' as const } },
          document,
        ]),
      );
    const { errors, items } = await elasticsearch.bulk({
      operations,
      ...(isAlias && { require_alias: true }),
      filter_path: ['errors', 'items.*.status', 'items.*.error'],
    });
    if (!errors) continue;
    const refused = items.find(({ index }) => index?.error && index.status !== 409)?.index;
    if (!refused) continue;
    const { type, reason } = refused.error!;
    // Another import has put a later one in the place of the index: there is nothing to write to any more.
    if (type === 'index_not_found_exception') throw new StaleWriter();
    throw new ItemRefused(`A suggestion was refused: ${type}: ${reason}`, refused);
  }
}

/**
 * Deletes the indices of suggestions whose records are gone, and those that the live one has replaced. Those whose
 * building began later than that of the live one may be under way.
 * @param nobodyBuilds whether none of them is under way: those that are not complete are deleted, too
 */
export async function pruneSuggestIndices(
  elasticsearch: Client,
  indexAlias: string,
  nobodyBuilds = false,
): Promise<void> {
  const live = await liveSuggestIndex(elasticsearch, indexAlias);
  const all = await allSuggestIndices(elasticsearch, indexAlias);
  const surplus: string[] = [];
  for (const [records, indices] of Map.groupBy(all, (index) => recordsIndexOf(indexAlias, index))) {
    if (!(await elasticsearch.indices.exists({ index: records }))) surplus.push(...indices);
    else if (live && indices.includes(live))
      surplus.push(...indices.filter((index) => numberOf(index) < numberOf(live)));
  }
  if (nobodyBuilds) {
    const metas = await readSuggestMeta(elasticsearch, all);
    surplus.push(...all.filter((index) => index !== live && !metas.get(index)?.complete));
  }
  const index = [...new Set(surplus)];
  if (index.length > 0) await elasticsearch.indices.delete({ index, ignore_unavailable: true });
}

/** The number of an index of suggestions among those of its index of records. */
export const numberOf = (index: string) => Number(index.slice(index.lastIndexOf('-') + 1));

/** The index of records that an index of suggestions was built of. */
function recordsIndexOf(indexAlias: string, index: string): string {
  const number = index.slice(prefix(indexAlias).length, index.lastIndexOf('-'));
  return recordsIndexName(indexAlias, Number(number));
}

/** The fields whose names are suggested, each with its vocabulary and the parameter that filters by it. */
export const namedTypes = {
  gem_type: { vocabulary: gemTypes, parameter: 'gem_name' },
  origin: { vocabulary: origins, parameter: 'origin' },
  auction_house: { vocabulary: auctionHouses, parameter: 'auction_house' },
} as const satisfies Partial<Record<TermType, { vocabulary: Vocabulary; parameter: string }>>;

export type NamedType = keyof typeof namedTypes;

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
        input: distinct([...wordStarts(fold(name).split(' ')), ...[...synonyms, ...variants].map(startOf)]),
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

/** A text as an input; a longer one is cut. */
const startOf = (text: string) => foldedStart(text, maxInputLength);

const distinct = (inputs: string[]) => [...new Set(inputs)].filter((input) => input !== '');

/** Terms that differ in case, accents or punctuation alone are one. */
function idOf(type: TermType, folded: string): string {
  return `${type}-${hash('sha1', folded, 'base64url')}`;
}
