import { randomBytes } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { aliasOnSeveral } from '../mappings/alias-errors.ts';
import { type DataVersion, dataVersionChannel, type RecordsMeta } from '../mappings/data-version.ts';
import { mappingVersion, recordsMapping, recordsSettings } from '../mappings/records-index.ts';
import type { IngestConfig } from './config.ts';
import { ensureIndex, errorType, isNotFound } from './ensure-index.ts';
import { ImportFailed } from './import-failed.ts';
import {
  builderOf,
  moveLive,
  moveSuggestions,
  type Role,
  readRoles,
  recordNewest,
  recordsIndexName,
  recordsPattern,
  whileLive,
} from './index-roles.ts';
import { StaleWriter } from './stale-writer.ts';
import type { ImportSteps } from './steps.ts';
import { liveSuggestIndex, pruneSuggestIndices } from './suggestions/suggestion-index.ts';

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
 * @throws ImportFailed when the alias points to more than one: which of them readers see is anybody's guess
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
 * The index behind the alias; the first time an empty one.
 * @throws ImportFailed when there was one before: an empty index must not take the place of data that is only missing
 */
export async function ensureLiveIndex({
  elasticsearch,
  config,
  log,
}: Pick<ImportSteps, 'elasticsearch' | 'config' | 'log'>): Promise<string> {
  const indexAlias = config.INDEX_ALIAS;
  const live = await liveIndex(elasticsearch, indexAlias);
  if (live) return live;
  const indices = await readRoles(elasticsearch, indexAlias);
  if (indices.some(({ role }) => role === 'kept') || (await log.some({ states: ['completed'] }))) {
    throw new ImportFailed(
      'No index is live, but data was imported before. Make an index live again (gem-auctions indices, then ' +
        'gem-auctions rollback --to INDEX), restore a backup, or import all data with --replace.',
    );
  }
  // One name for all who find no index, so that two of them create one.
  const index = recordsIndexName(indexAlias, 0);
  await createRecordsIndex(elasticsearch, index, config);
  const actions = [...moveLive(indexAlias, undefined, index), ...recordNewest(indexAlias, index, [])];
  await elasticsearch.indices.updateAliases({ actions });
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

/** `_meta` of an index of records, or of the one behind an alias. */
async function readMeta(elasticsearch: Client, target: string): Promise<Partial<RecordsMeta>> {
  const found = await elasticsearch.indices.getMapping({ index: target, filter_path: '*.mappings._meta' });
  return (Object.values(found)[0]?.mappings._meta ?? {}) as Partial<RecordsMeta>;
}

/**
 * The version of the mapping that an index was created with.
 * @throws ImportFailed when the index does not say it any more
 */
export async function readMappingVersion(elasticsearch: Client, index: string): Promise<number> {
  const { mapping_version } = await readMeta(elasticsearch, index);
  if (mapping_version !== undefined) return mapping_version;
  throw new ImportFailed(
    `The mapping of ${index} has lost its _meta, which names its version. Put it back as docs/runbook.md says.`,
  );
}

/** A name for a new state of the data: the time, and chance for two states within a millisecond. */
function newDataVersion(after?: string): DataVersion {
  const now = new Date();
  const as_of = now.toISOString();
  return {
    data_version: `${now.getTime().toString(36)}-${randomBytes(3).toString('hex')}`,
    // A clock that was set back does not make the data older.
    as_of: after && after > as_of ? after : as_of,
  };
}

/**
 * Names a new state of the data in the index itself: this is the truth.
 * @param target the index, or the alias through which an import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function nameDataVersion(elasticsearch: Client, target: string): Promise<DataVersion> {
  try {
    const meta = await readMeta(elasticsearch, target);
    const version = newDataVersion(meta.as_of);
    await elasticsearch.indices.putMapping({ index: target, _meta: { ...meta, ...version } });
    return version;
  } catch (error) {
    throw isNotFound(error) ? new StaleWriter() : error;
  }
}

/** The name of the state that an index shows. */
export async function readDataVersion(elasticsearch: Client, index: string): Promise<DataVersion> {
  const { data_version = '', as_of = '' } = await readMeta(elasticsearch, index);
  return { data_version, as_of };
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
 * Changes aliases in one step, all or none.
 * @throws StaleWriter when an alias that must exist is no longer where it was
 */
export async function changeAliases(
  elasticsearch: Client,
  actions: estypes.IndicesUpdateAliasesAction[],
): Promise<void> {
  try {
    await elasticsearch.indices.updateAliases({ actions });
  } catch (error) {
    throw isNotFound(error) || errorType(error) === 'illegal_state_exception' ? new StaleWriter() : error;
  }
}

/**
 * Moves the alias to `index`, and that of the suggestions to those of `index`, in one step: no reader meets none, two,
 * or the one with the other's.
 * @param from the index that is expected to be live
 * @param recorded what the move changes in the record of what has been live, and what else must hold
 * @throws StaleWriter when another index is live, or `recorded` does not hold any more
 */
export async function makeLive(
  elasticsearch: Client,
  indexAlias: string,
  { from, to }: { from: string | undefined; to: string },
  suggestions: string,
  recorded: estypes.IndicesUpdateAliasesAction[],
): Promise<void> {
  const shown = await liveSuggestIndex(elasticsearch, indexAlias);
  await changeAliases(elasticsearch, [
    ...moveLive(indexAlias, from, to),
    ...moveSuggestions(indexAlias, shown, suggestions),
    ...recorded,
  ]);
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

/** Deletes the indices that were live once, and are not among the two that were last. */
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
 * Deletes indices of records, as long as `live` is the live one: none of them can have become live.
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
  await changeAliases(elasticsearch, [...whileLive(indexAlias, live), ...remove]);
}
