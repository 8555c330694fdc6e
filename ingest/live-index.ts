import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { type DataVersion, dataVersionChannel, type RecordsMeta } from '../mappings/data-version.ts';
import { mappingVersion, recordsMapping, recordsSettings } from '../mappings/records-index.ts';
import { suggestAlias } from '../mappings/suggest-index.ts';
import type { IngestConfig } from './config.ts';
import { ensureIndex, isNotFound } from './ensure-index.ts';
import { liveSuggestIndex, pruneSuggestIndices } from './suggestions/suggestion-index.ts';

/** How many earlier indices are kept to roll back to. */
const keptIndices = 2;

/** Every index of records, live or kept, starts with this. */
const recordsPrefix = (indexAlias: string) => `${indexAlias}-records-`;

/** Name of the index that an import builds. */
export const recordsIndexName = (indexAlias: string, importNumber: number) =>
  `${recordsPrefix(indexAlias)}${importNumber}`;

/** An index of records as an operator sees it. */
export interface RecordsIndex {
  index: string;
  live: boolean;
  /** Number of the import that built it; 0 for the first index. */
  import: number;
  records: number;
  bytes: number;
  meta: RecordsMeta;
}

/** Over how many nodes an index of records can be spread. */
export type IndexSpread = Pick<IngestConfig, 'INDEX_SHARDS' | 'INDEX_REPLICAS'>;

/** The index behind the alias, or undefined when there is none yet. */
export async function liveIndex(elasticsearch: Client, indexAlias: string): Promise<string | undefined> {
  try {
    const [index] = Object.keys(await elasticsearch.indices.getAlias({ name: indexAlias }));
    return index;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The index behind the alias; the first time an empty one. */
export async function ensureLiveIndex(
  elasticsearch: Client,
  indexAlias: string,
  spread: IndexSpread,
): Promise<string> {
  const live = await liveIndex(elasticsearch, indexAlias);
  if (live) return live;
  // One name for all who find no index, so that two of them create one.
  const index = recordsIndexName(indexAlias, 0);
  await createRecordsIndex(elasticsearch, index, spread);
  await makeLive(elasticsearch, indexAlias, index);
  return index;
}

/** Creates an index of records with the current mapping, unless it is there. */
export async function createRecordsIndex(
  elasticsearch: Client,
  index: string,
  spread: IndexSpread,
): Promise<void> {
  const meta: RecordsMeta = { ...newDataVersion(), mapping_version: mappingVersion };
  await ensureIndex(elasticsearch, index, {
    settings: { ...structuredClone(recordsSettings), ...spreadSettings(spread) } as object,
    mappings: { ...(structuredClone(recordsMapping) as object), _meta: { ...meta } },
  });
}

function spreadSettings({ INDEX_SHARDS, INDEX_REPLICAS }: IndexSpread) {
  const index = { number_of_shards: INDEX_SHARDS, auto_expand_replicas: `0-${INDEX_REPLICAS}` };
  return { index: { ...structuredClone(recordsSettings.index), ...index } };
}

/** The version of the mapping that an index was created with. */
export async function readMappingVersion(elasticsearch: Client, index: string): Promise<number> {
  const mappings = await elasticsearch.indices.getMapping({ index, filter_path: '*.mappings._meta' });
  return (mappings[index]!.mappings._meta as unknown as RecordsMeta).mapping_version;
}

/** A name for a new state of the data: the time, and chance for two states within a millisecond. */
export function newDataVersion(): DataVersion {
  const now = new Date();
  return {
    data_version: `${now.getTime().toString(36)}-${randomBytes(3).toString('hex')}`,
    as_of: now.toISOString(),
  };
}

/** Names the new state of the data in the index itself: this is the truth. */
export async function writeDataVersion(
  elasticsearch: Client,
  index: string,
  version: DataVersion,
): Promise<void> {
  const mappings = await elasticsearch.indices.getMapping({ index, filter_path: '*.mappings._meta' });
  await elasticsearch.indices.putMapping({
    index,
    _meta: { ...mappings[index]?.mappings._meta, ...version },
  });
}

/** Tells every API process that the data changed. Whoever misses it reads the index instead. */
export async function announceDataVersion(
  redis: { publish(channel: string, message: string): Promise<unknown> },
  indexAlias: string,
  version: DataVersion,
): Promise<void> {
  await redis.publish(dataVersionChannel(indexAlias), JSON.stringify(version));
}

/**
 * Moves the alias to `index`, and that of the suggestions to those of `index`, in one step: no reader meets none, two,
 * or the one with the other's.
 */
export async function makeLive(
  elasticsearch: Client,
  indexAlias: string,
  index: string,
  suggestions?: string,
): Promise<void> {
  const move = (alias: string, from: string | undefined, to: string | undefined) => [
    ...(from && to && from !== to ? [{ remove: { index: from, alias } }] : []),
    ...(to && from !== to ? [{ add: { index: to, alias } }] : []),
  ];
  const actions = [
    ...move(indexAlias, await liveIndex(elasticsearch, indexAlias), index),
    ...move(suggestAlias(indexAlias), await liveSuggestIndex(elasticsearch, indexAlias), suggestions),
  ];
  if (actions.length > 0) await elasticsearch.indices.updateAliases({ actions });
}

/** Every index of records, newest first. */
export async function listRecordsIndices(elasticsearch: Client, indexAlias: string): Promise<RecordsIndex[]> {
  const prefix = recordsPrefix(indexAlias);
  const live = await liveIndex(elasticsearch, indexAlias);
  const [mappings, stats] = await Promise.all([
    elasticsearch.indices.getMapping({ index: `${prefix}*`, filter_path: '*.mappings._meta' }),
    elasticsearch.indices.stats({ index: `${prefix}*`, metric: ['docs', 'store'] }),
  ]);
  return Object.entries(stats.indices ?? {})
    .map(([index, { primaries }]) => ({
      index,
      live: index === live,
      import: Number(index.slice(prefix.length)),
      records: primaries?.docs?.count ?? 0,
      bytes: primaries?.store?.size_in_bytes ?? 0,
      meta: mappings[index]?.mappings._meta as unknown as RecordsMeta,
    }))
    .sort((a, b) => b.import - a.import);
}

/** Deletes the indices that are neither live nor among the two before the live one. */
export async function pruneIndices(elasticsearch: Client, indexAlias: string): Promise<string[]> {
  const indices = await listRecordsIndices(elasticsearch, indexAlias);
  const live = indices.find((index) => index.live);
  if (!live) return [];
  const earlier = indices.filter((index) => index.import < live.import);
  const surplus = earlier.slice(keptIndices).map(({ index }) => index);
  if (surplus.length > 0) await elasticsearch.indices.delete({ index: surplus });
  await pruneSuggestIndices(elasticsearch, indexAlias);
  return surplus;
}
