import { hash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { type NameType, namedFields, nameTypes } from '../../mappings/named-fields.ts';
import { recordsPattern, suggestIndexName, suggestPattern } from '../../mappings/records-index.ts';
import {
  maxInputLength,
  type SuggestionDocument,
  suggestMapping,
  suggestSettings,
} from '../../mappings/suggest-index.ts';
import { fold, foldedStart } from '../../mappings/vocabulary/index.ts';
import { quoteValue } from '../../mappings/vocabulary/vocabulary.ts';
import type { ImportContext } from '../context.ts';
import { bulkWrite, ensureIndex, readPages } from '../store/elasticsearch.ts';

/**
 * Updates the suggested names of an index of records: writes new and changed names, and deletes unused ones. The changes
 * are visible once the index of names is refreshed. A name that is not written by now is suggested after the next import, and
 * the API does not suggest a surplus one, because it counts the lots.
 */
export async function rebuildNames(
  recordsIndex: string,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
): Promise<void> {
  const index = suggestIndexName(config.INDEX_ALIAS, recordsIndex);
  await ensureIndex(elasticsearch, index, {
    settings: suggestSettings as object,
    mappings: suggestMapping as object,
  });
  const surplus = new Map<string, SuggestionDocument | undefined>();
  const search = { size: namesPerPage, sort: [{ _shard_doc: 'asc' as const }] };
  for await (const page of readPages<SuggestionDocument>(elasticsearch, index, search)) {
    for (const { _id, _source } of page) surplus.set(_id!, _source);
  }
  const changes: Change[] = [];
  for (const [_id, document] of await readNames(elasticsearch, recordsIndex)) {
    if (JSON.stringify(surplus.get(_id)) !== JSON.stringify(document))
      changes.push([{ index: { _id } }, document]);
    surplus.delete(_id);
  }
  for (const _id of surplus.keys()) changes.push([{ delete: { _id } }]);
  for (let start = 0; start < changes.length; start += namesPerPage) {
    const operations = changes.slice(start, start + namesPerPage).flat();
    await bulkWrite(elasticsearch, { index, operations }, 'suggestion');
  }
}

/** A write or a deletion of a name in a bulk request. */
type Change = [action: estypes.BulkOperationContainer, document?: SuggestionDocument];

/** Names read or written at once. */
const namesPerPage = 1_000;

/** Maximum names of a type, the most frequent ones; a vocabulary has some hundreds. */
const maxNames = 10_000;

/** The suggestion of every name in use, by id. */
async function readNames(
  elasticsearch: Client,
  recordsIndex: string,
): Promise<Map<string, SuggestionDocument>> {
  const { aggregations } = await elasticsearch.search<
    unknown,
    Record<NameType, { buckets: { key: string; doc_count: number }[] }>
  >({
    index: recordsIndex,
    size: 0,
    aggs: Object.fromEntries(
      nameTypes.map((type) => [type, { terms: { field: namedFields[type].field, size: maxNames } }]),
    ),
  });
  const names = new Map<string, SuggestionDocument>();
  for (const type of nameTypes) {
    for (const { key: name, doc_count: lots } of aggregations![type].buckets) {
      const id = `${type}-${hash('sha1', fold(name) || name, 'base64url')}`;
      // Two spellings of a name outside the vocabulary: the more common one, which comes first, represents both.
      if (!names.has(id)) names.set(id, suggestName(type, name, lots));
    }
  }
  return names;
}

/** The suggestion of a name with this number of lots. */
function suggestName(type: NameType, name: string, lots: number): SuggestionDocument {
  const { vocabulary, parameter } = namedFields[type];
  const term = vocabulary.term(name);
  const synonyms = term?.name === name ? [...term.synonyms] : [];
  const variants = term?.name === name ? (term.variants ?? []) : [];
  const words = fold(name).split(' ');
  const later = words.slice(1).map((_, place) => words.slice(place + 1).join(' '));
  // Only the magnitude, which most imports do not change, so that names and data version stay the same.
  const magnitude = Math.floor(Math.log2(lots));
  const beginnings = (texts: readonly string[], weight: number): SuggestionDocument['suggest'] => {
    const input = [...new Set(texts.map((text) => foldedStart(text, maxInputLength)))].filter(
      (text) => text !== '',
    );
    return input.length > 0 ? [{ input, weight, contexts: { type: [type] } }] : [];
  };
  return {
    type,
    text: name,
    synonyms,
    filter: { [parameter]: quoteValue(name) },
    suggest: [
      ...beginnings([name], magnitude + aboveMagnitudes),
      ...beginnings([...later, ...synonyms, ...variants], magnitude),
    ],
  };
}

/** Above the magnitude of any number of lots. */
const aboveMagnitudes = 64;

/** Deletes the names of deleted indices of records. */
export async function pruneNames(elasticsearch: Client, indexAlias: string): Promise<void> {
  const namesOf = async (index: string) =>
    Object.keys(await elasticsearch.indices.getAlias({ index, expand_wildcards: 'all' }));
  // In this order, because an index of records is created before its names.
  const all = await namesOf(suggestPattern(indexAlias));
  const records = await namesOf(recordsPattern(indexAlias));
  const needed = new Set(records.map((index) => suggestIndexName(indexAlias, index)));
  const index = all.filter((name) => !needed.has(name));
  if (index.length > 0) await elasticsearch.indices.delete({ index, ignore_unavailable: true });
}
