import { hash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { type NameType, namedFields, nameTypes } from '../../mappings/named-fields.ts';
import {
  recordsPattern,
  suggestIndexName,
  suggestPattern,
  type TermField,
} from '../../mappings/records-index.ts';
import {
  maxInputLength,
  type SuggestionDocument,
  suggestMapping,
  suggestSettings,
} from '../../mappings/suggest-index.ts';
import { fold, foldedStart } from '../../mappings/vocabulary/index.ts';
import { quoteValue } from '../../mappings/vocabulary/vocabulary.ts';
import type { ImportContext } from '../context.ts';
import { StaleWriter } from '../errors.ts';
import { ensureIndex, ItemRefused, isNotFound, readPages } from '../store/elasticsearch.ts';

/**
 * Updates the suggested names of an index of records: writes new and changed names, and deletes unused ones. The changes
 * are visible once the index of names is refreshed.
 *
 * Two calls may run at once if a lock is lost: neither deletes what the other has written meanwhile, and the API does not
 * suggest a surplus name, because it counts the lots.
 * @throws StaleWriter when the index of names or of records is gone
 */
export async function rebuildNames(
  recordsIndex: string,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
): Promise<void> {
  const index = suggestIndexName(config.INDEX_ALIAS, recordsIndex);
  await ensureNames(elasticsearch, index);
  // Another process may delete either index at any time.
  const throwIfGone = (error: unknown) => Promise.reject(isNotFound(error) ? new StaleWriter() : error);
  const surplus = await readStored(elasticsearch, index).catch(throwIfGone);
  const changes: Change[] = [];
  for (const [_id, document] of await readNames(elasticsearch, recordsIndex).catch(throwIfGone)) {
    const stored = surplus.get(_id)?._source;
    surplus.delete(_id);
    if (JSON.stringify(stored) !== JSON.stringify(document)) changes.push([{ index: { _id } }, document]);
  }
  for (const { _id, _seq_no, _primary_term } of surplus.values()) {
    changes.push([{ delete: { _id: _id!, if_seq_no: _seq_no!, if_primary_term: _primary_term! } }]);
  }
  for (let start = 0; start < changes.length; start += namesPerPage) {
    await write(elasticsearch, index, changes.slice(start, start + namesPerPage));
  }
}

/** A write or a deletion of a name in a bulk request. */
type Change = [action: estypes.BulkOperationContainer, document?: SuggestionDocument];

/** The alias for writing names; a write to a deleted index must not create it again. */
const writeAliasOf = (index: string) => `${index}-write`;

/** Creates the index of names, and replaces one that was created by hand. */
async function ensureNames(elasticsearch: Client, index: string): Promise<void> {
  const name = writeAliasOf(index);
  if (await elasticsearch.indices.existsAlias({ index, name, ignore_unavailable: true })) return;
  await elasticsearch.indices.delete({ index, ignore_unavailable: true });
  await ensureIndex(elasticsearch, index, {
    settings: structuredClone(suggestSettings) as object,
    mappings: structuredClone(suggestMapping) as object,
    aliases: { [name]: { is_hidden: true } },
  });
}

type Stored = estypes.SearchHit<SuggestionDocument>;

async function readStored(elasticsearch: Client, index: string): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  const search = { size: namesPerPage, sort: [{ _shard_doc: 'asc' as const }], seq_no_primary_term: true };
  for await (const page of readPages<SuggestionDocument>(elasticsearch, index, search)) {
    for (const hit of page) stored.set(hit._id!, hit);
  }
  return stored;
}

/** Names read or written at once. */
const namesPerPage = 1_000;

/** The suggestion of every name in use, by id. */
async function readNames(
  elasticsearch: Client,
  recordsIndex: string,
): Promise<Map<string, SuggestionDocument>> {
  const found = new Map<string, { lots: number; document: SuggestionDocument }>();
  for (const type of nameTypes) {
    for await (const { name, lots } of countNames(elasticsearch, recordsIndex, namedFields[type].field)) {
      const id = `${type}-${hash('sha1', fold(name) || name, 'base64url')}`;
      // Two spellings of a name outside the vocabulary: the more common one represents both.
      if (lots > (found.get(id)?.lots ?? 0)) found.set(id, { lots, document: suggestName(type, name, lots) });
    }
  }
  return new Map([...found].map(([id, { document }]) => [id, document]));
}

/** Every name in a field, with its number of lots. */
async function* countNames(
  elasticsearch: Client,
  index: string,
  field: TermField,
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
    // A full page may be the last one too; `after_key` exists after every page with names.
    after = names.buckets.length < namesPerPage ? undefined : names.after_key;
  } while (after);
}

/** The suggestion of a name with this number of lots. */
export function suggestName(type: NameType, name: string, lots: number): SuggestionDocument {
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

async function write(elasticsearch: Client, index: string, changes: readonly Change[]): Promise<void> {
  const { errors, items } = await elasticsearch.bulk({
    ...{ index: writeAliasOf(index), require_alias: true, operations: changes.flat() },
    filter_path: ['errors', 'items.*.status', 'items.*.error'],
  });
  if (!errors) return;
  // 409: a name that was written since it was read is not deleted.
  const refused = items
    .flatMap((item) => Object.values(item))
    .find(({ error, status }) => error && status !== 409);
  if (!refused) return;
  const { type, reason } = refused.error!;
  if (type === 'index_not_found_exception') throw new StaleWriter();
  throw new ItemRefused(`Elasticsearch refused a suggestion: ${reason}`, refused);
}

/** Deletes the names of deleted indices of records. */
export async function pruneNames(elasticsearch: Client, indexAlias: string): Promise<void> {
  const namesOf = (pattern: string) =>
    elasticsearch.indices.get({
      index: pattern,
      expand_wildcards: 'all',
      filter_path: '*.settings.index.uuid',
    });
  // In this order, because an index of records is created before its names.
  const all = Object.keys(await namesOf(suggestPattern(indexAlias)));
  const records = Object.keys(await namesOf(recordsPattern(indexAlias)));
  const needed = new Set(records.map((index) => suggestIndexName(indexAlias, index)));
  const index = all.filter((name) => !needed.has(name));
  if (index.length > 0) await elasticsearch.indices.delete({ index, ignore_unavailable: true });
}
