import type { Client } from '@elastic/elasticsearch';
import {
  type SuggestMeta,
  suggestAlias,
  suggestMapping,
  suggestSettings,
} from '../../mappings/suggest-index.ts';
import { ensureIndex, isNotFound } from '../ensure-index.ts';
import type { Suggestion } from './suggestion-documents.ts';

/** Documents of one bulk request. */
const perRequest = 2_000;

/** Every index of suggestions, live, kept or being built, starts with this. */
const prefix = (indexAlias: string) => `${suggestAlias(indexAlias)}-`;

/**
 * The name of an index of suggestions: of which index of records, and when its building began. A later one has seen
 * all that an earlier one has.
 */
export function suggestIndexName(indexAlias: string, recordsIndex: string): string {
  return `${prefixOf(indexAlias, recordsIndex)}${Date.now()}`;
}

const prefixOf = (indexAlias: string, recordsIndex: string) =>
  `${prefix(indexAlias)}${recordsIndex.slice(recordsIndex.lastIndexOf('-') + 1)}-`;

export async function createSuggestIndex(elasticsearch: Client, index: string): Promise<void> {
  await ensureIndex(elasticsearch, index, {
    settings: structuredClone(suggestSettings) as object,
    mappings: structuredClone(suggestMapping) as object,
  });
}

/** Says what an index of suggestions holds, and shows what was written. */
export async function completeSuggestIndex(
  elasticsearch: Client,
  index: string,
  titlesBehind: boolean,
): Promise<void> {
  await elasticsearch.indices.refresh({ index });
  const meta: SuggestMeta = { complete: true, titles_behind: titlesBehind };
  await elasticsearch.indices.putMapping({ index, _meta: { ...meta } });
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
  const start = prefixOf(indexAlias, recordsIndex);
  return (await allSuggestIndices(elasticsearch, indexAlias))
    .filter((index) => index.startsWith(start))
    .sort((a, b) => startOf(b) - startOf(a));
}

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

/** Writes suggestions; one that is there already is replaced. Writing them again changes nothing. */
export async function writeSuggestions(
  elasticsearch: Client,
  indices: readonly string[],
  suggestions: readonly Suggestion[],
): Promise<void> {
  for (let start = 0; start < suggestions.length; start += perRequest) {
    const operations = suggestions
      .slice(start, start + perRequest)
      .flatMap(({ id, document }) => indices.flatMap((_index) => [{ index: { _index, _id: id } }, document]));
    const { errors, items } = await elasticsearch.bulk({
      operations,
      filter_path: ['errors', 'items.*.error'],
    });
    const refused = items?.find((item) => item.index?.error)?.index?.error;
    if (errors) throw new Error(`A suggestion was refused: ${refused?.type}: ${refused?.reason}`);
  }
}

/**
 * Deletes the indices of suggestions whose records are gone, and those that the live one has replaced. Those whose
 * building began later than that of the live one are left alone: they may be under way.
 */
export async function pruneSuggestIndices(elasticsearch: Client, indexAlias: string): Promise<void> {
  const live = await liveSuggestIndex(elasticsearch, indexAlias);
  const all = await allSuggestIndices(elasticsearch, indexAlias);
  const surplus: string[] = [];
  for (const [records, indices] of Map.groupBy(all, (index) => recordsIndexOf(indexAlias, index))) {
    if (!(await elasticsearch.indices.exists({ index: records }))) surplus.push(...indices);
    else if (live && indices.includes(live))
      surplus.push(...indices.filter((index) => startOf(index) < startOf(live)));
  }
  if (surplus.length > 0) await elasticsearch.indices.delete({ index: surplus, ignore_unavailable: true });
}

/** When the building of an index began, in milliseconds since 1970. */
const startOf = (index: string) => Number(index.slice(index.lastIndexOf('-') + 1));

/** The index of records that an index of suggestions was built of. */
function recordsIndexOf(indexAlias: string, index: string): string {
  const number = index.slice(prefix(indexAlias).length, index.lastIndexOf('-'));
  return `${indexAlias}-records-${number}`;
}
