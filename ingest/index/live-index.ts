import type { Client } from '@elastic/elasticsearch';
import {
  aliasOnSeveral,
  builderOf,
  mappingVersion,
  type RecordsMeta,
  recordsIndexName,
  recordsMapping,
  recordsPattern,
  recordsSettings,
} from '../../mappings/records-index.ts';
import type { IngestConfig } from '../config.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { ensureIndex, isNotFound } from '../store/elasticsearch.ts';
import { newDataVersion } from './index-meta.ts';
import { changeAliases, moveLive, type Role, readRoles, recordLive, requireLive } from './index-roles.ts';
import { pruneSuggestIndices } from './suggestions/suggestion-index.ts';

/** How many earlier indices are kept to roll back to. */
const keptIndices = 2;

/** An index of records as an operator sees it. */
export interface RecordsIndex {
  index: string;
  live: boolean;
  role: Role;
  /** Number of the import that built it; 0 for the first index. */
  import: number;
  /** Null where the index is closed. */
  records: number | null;
  bytes: number | null;
  meta: Partial<RecordsMeta>;
}

/** Over how many nodes an index of records can be spread. */
export type IndexSpread = Pick<IngestConfig, 'INDEX_SHARDS' | 'INDEX_REPLICAS'>;

/**
 * The index behind the alias, or undefined when there is none.
 * @throws ImportFailed when the alias points to more than one
 */
export async function liveIndex(elasticsearch: Client, indexAlias: string): Promise<string | undefined> {
  try {
    const indices = Object.keys(await elasticsearch.indices.getAlias({ name: indexAlias }));
    if (indices.length > 1) throw new ImportFailed(aliasOnSeveral(indexAlias, indices));
    return indices[0];
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * The index behind the alias; the first time a new, empty one.
 * @throws ImportFailed when data was imported before: an empty index must not replace data that is only missing
 */
export async function ensureLiveIndex({
  elasticsearch,
  config,
  log,
}: Pick<ImportContext, 'elasticsearch' | 'config' | 'log'>): Promise<string> {
  const indexAlias = config.INDEX_ALIAS;
  const live = await liveIndex(elasticsearch, indexAlias);
  if (live) return live;
  const indices = await readRoles(elasticsearch, indexAlias);
  if (indices.some(({ role }) => role === 'kept') || (await log.findFirst({ states: ['completed'] }))) {
    throw new ImportFailed(
      'No index is live, but data was imported before. Make an index live again (gem-auctions indices, then ' +
        'gem-auctions rollback --to INDEX), restore a backup, or import all data with --replace.',
    );
  }
  // One fixed name, so that two workers create the same index.
  const index = recordsIndexName(indexAlias, 0);
  await createRecordsIndex(elasticsearch, index, config);
  const actions = [...moveLive(indexAlias, undefined, index), ...recordLive(indexAlias, index, [])];
  await elasticsearch.indices.updateAliases({ actions });
  return index;
}

/** Creates an index of records with the current mapping, unless it exists. */
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

/** Every index of records, newest first. */
export async function listRecordsIndices(elasticsearch: Client, indexAlias: string): Promise<RecordsIndex[]> {
  const index = recordsPattern(indexAlias);
  const roles = await readRoles(elasticsearch, indexAlias);
  const [mappings, stats] = await Promise.all([
    elasticsearch.indices.getMapping({ index, expand_wildcards: 'all', filter_path: '*.mappings._meta' }),
    elasticsearch.indices.stats({ index, metric: ['docs', 'store'] }),
  ]);
  return roles
    .map(({ index, role }) => {
      const { primaries } = stats.indices?.[index] ?? {};
      return {
        ...{ index, role, live: role === 'live', import: builderOf(indexAlias, index) },
        records: primaries?.docs?.count ?? null,
        bytes: primaries?.store?.size_in_bytes ?? null,
        meta: (mappings[index]?.mappings._meta ?? {}) as Partial<RecordsMeta>,
      };
    })
    .sort((a, b) => b.import - a.import);
}

/** Deletes the indices that were live before, except the two latest. */
export async function pruneIndices(elasticsearch: Client, indexAlias: string): Promise<string[]> {
  const indices = await readRoles(elasticsearch, indexAlias);
  const surplus = indices
    .filter(({ role }) => role === 'kept')
    .sort((a, b) => b.place! - a.place!)
    .slice(keptIndices)
    .map(({ index }) => index);
  const live = indices.find(({ role }) => role === 'live');
  if (live) await deleteIndices(elasticsearch, indexAlias, live.index, surplus);
  await pruneSuggestIndices(elasticsearch, indexAlias);
  return surplus;
}

/**
 * Deletes indices of records, provided that `live` is still live: none of them can have become live.
 * @throws StaleWriter when another index is live
 */
export async function deleteIndices(
  elasticsearch: Client,
  indexAlias: string,
  live: string,
  surplus: readonly string[],
): Promise<void> {
  if (surplus.length === 0) return;
  const remove = surplus.map((index) => ({ remove_index: { index } }));
  await changeAliases(elasticsearch, [...requireLive(indexAlias, live), ...remove]);
}
