import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import {
  aliasOnSeveral,
  builderOf,
  type DataVersion,
  fieldsMissing,
  mappingVersion,
  type RecordsMeta,
  recordsIndexName,
  recordsMapping,
  recordsPattern,
  recordsSettings,
} from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, StaleWriter } from '../errors.ts';
import { ensureIndex, ItemRefused, isNotFound } from '../store/elasticsearch.ts';
import { isUnfinished } from '../store/import-log.ts';
import {
  changeAliases,
  moveLive,
  type RecordedIndex,
  type Role,
  readRoles,
  recordLive,
  writerOf,
} from './index-roles.ts';
import { pruneNames } from './suggested-names.ts';

/** Number of earlier indices kept for a rollback. */
const keptIndices = 2;

/** An index of records, for operators. */
interface RecordsIndex {
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

/**
 * The index behind the alias; undefined if there is none.
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
 * The index behind the alias; creates an empty one the first time.
 * @throws ImportFailed when data was imported before, because an empty index must not replace missing data
 */
export async function ensureLiveIndex(context: ImportContext): Promise<string> {
  const { elasticsearch, config, log } = context;
  const indexAlias = config.INDEX_ALIAS;
  const live = await liveIndex(elasticsearch, indexAlias);
  if (live) return live;
  const indices = await readRoles(elasticsearch, indexAlias);
  const earlier = await log.findFirst({ states: ['completed'], hasRecords: true });
  if (earlier || indices.some(({ role }) => role === 'kept')) {
    throw new ImportFailed(
      'No index is live, but data was imported before. Make a kept index live (gem-auctions indices, then gem-auctions ' +
        'rollback --to INDEX), restore a backup, or import all data with --replace.',
    );
  }
  // A fixed name, so that two workers create the same index.
  const index = recordsIndexName(indexAlias, 0);
  await createRecordsIndex(index, context);
  const actions = [...moveLive(indexAlias, undefined, index), recordLive(indexAlias, index, [])];
  await elasticsearch.indices.updateAliases({ actions });
  return index;
}

/** Creates an index of records with the current mapping, unless it exists. */
export async function createRecordsIndex(
  index: string,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
): Promise<void> {
  const _meta: RecordsMeta = { ...newDataVersion(), mapping_version: mappingVersion };
  const { INDEX_SHARDS: number_of_shards, INDEX_REPLICAS } = config;
  const spread = { number_of_shards, auto_expand_replicas: `0-${INDEX_REPLICAS}` };
  await ensureIndex(elasticsearch, index, {
    settings: { ...recordsSettings, index: { ...recordsSettings.index, ...spread } } as object,
    mappings: { ...recordsMapping, _meta } as object,
  });
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

/**
 * Deletes indices that a new live one makes superfluous: those that were live before it, except the two latest, and those that
 * a rollback had left.
 */
export async function pruneIndices(elasticsearch: Client, indexAlias: string): Promise<void> {
  const indices = await readRoles(elasticsearch, indexAlias);
  const live = indices.find(({ role }) => role === 'live');
  const kept = indices.filter(({ role }) => role === 'kept').sort((a, b) => b.place! - a.place!);
  const before = kept.filter(({ place }) => place! < live!.place!);
  const surplus = kept.filter((one) => !before.slice(0, keptIndices).includes(one));
  await deleteIndices(elasticsearch, indexAlias, live!.index, surplus);
  await pruneNames(elasticsearch, indexAlias);
}

/**
 * Deletes indices of records if `live` is still live, so that none of them can have become live.
 * @throws StaleWriter when another index is live
 */
async function deleteIndices(
  elasticsearch: Client,
  indexAlias: string,
  live: string | undefined,
  surplus: readonly RecordedIndex[],
): Promise<void> {
  if (surplus.length === 0) return;
  const remove = surplus.map(({ index }) => ({ remove_index: { index } }));
  await changeAliases(elasticsearch, [...(live ? moveLive(indexAlias, live, live) : []), ...remove]);
}

/**
 * Removes what imports that have ended leave: their write access, indices that were never live, and names of deleted indices.
 */
export async function removeLeftovers({ elasticsearch, config, log }: ImportContext): Promise<void> {
  const indexAlias = config.INDEX_ALIAS;
  const indices = await readRoles(elasticsearch, indexAlias);
  const live = indices.find(({ role }) => role === 'live')?.index;
  for (const one of indices) {
    const { index, role, writers } = one;
    for (const alias of writers) {
      const { id, claim } = writerOf(indexAlias, alias);
      const entry = await log.find(id);
      // A worker that has just claimed it grants the access before it is logged here.
      if (entry && isUnfinished(entry) && entry.claim === claim) continue;
      await elasticsearch.indices.deleteAlias({ index, name: alias }, { ignore: [404] });
    }
    if (role === 'live' || role === 'kept') continue;
    const builder = await log.find(builderOf(indexAlias, index));
    if (builder && !isUnfinished(builder)) await deleteIndices(elasticsearch, indexAlias, live, [one]);
  }
  await pruneNames(elasticsearch, indexAlias);
}

/** The `_meta` of an index of records or of an alias: its mapping version and its data version. */
async function readMeta(elasticsearch: Client, target: string): Promise<Partial<RecordsMeta>> {
  const found = await elasticsearch.indices.getMapping({ index: target, filter_path: '*.mappings._meta' });
  return (Object.values(found)[0]?.mappings._meta ?? {}) as Partial<RecordsMeta>;
}

/**
 * Checks that this build can write to an index, or replace it: it knows all its fields.
 * @param isReplaced whether an import replaces it; only then it may belong to an older build
 * @throws ImportFailed when it has another mapping, or has lost its `_meta`
 */
export async function checkMapping(elasticsearch: Client, index: string, isReplaced: boolean): Promise<void> {
  const found = await elasticsearch.indices.getMapping({ index });
  const { _meta, properties = {} } = Object.values(found)[0]!.mappings;
  const { mapping_version: version } = (_meta ?? {}) as Partial<RecordsMeta>;
  if (version === undefined) {
    throw new ImportFailed(
      `The mapping of ${index} has lost its _meta with the mapping version. Restore it as described in docs/runbook.md.`,
    );
  }
  if (version > mappingVersion) {
    throw new ImportFailed(
      `${index} has version ${version} of the mapping, unknown to this worker. Run workers of the newer build only, and retry the import.`,
    );
  }
  if (isReplaced) return;
  const advice = 'Import all files again, the first with --replace.';
  if (version < mappingVersion) {
    throw new ImportFailed(
      `${index} has version ${version} of the mapping, and this build needs version ${mappingVersion}. ${advice}`,
    );
  }
  const missing = fieldsMissing(properties, recordsMapping.properties);
  if (missing.length > 0) {
    throw new ImportFailed(`${index} lacks the fields ${missing.join(', ')}. ${advice}`);
  }
}

/** A new data version: the time, and random digits to tell two versions within a millisecond apart. */
function newDataVersion(after?: string): DataVersion {
  const now = new Date();
  const as_of = now.toISOString();
  return {
    data_version: `${now.getTime().toString(36)}-${randomBytes(3).toString('hex')}`,
    // A clock that was set back must not make the data older.
    as_of: after && after > as_of ? after : as_of,
  };
}

/**
 * Writes a new data version to the `_meta` of the index, which is authoritative.
 * @param target the index, or the write alias of an import
 * @throws StaleWriter when the alias is gone
 */
export const bumpDataVersion = (elasticsearch: Client, target: string): Promise<void> =>
  changeMeta(elasticsearch, target, ({ publishing: _, ...meta }) => ({
    ...meta,
    ...newDataVersion(meta.as_of),
  }));

/**
 * Says in the `_meta` that a refresh will show more than the data version names, until the next version.
 * @throws StaleWriter when the alias is gone
 */
export const markPublishing = (elasticsearch: Client, target: string): Promise<void> =>
  changeMeta(elasticsearch, target, (meta) => ({ ...meta, publishing: true }));

async function changeMeta(
  elasticsearch: Client,
  target: string,
  change: (meta: Partial<RecordsMeta>) => object,
): Promise<void> {
  try {
    const _meta = { ...change(await readMeta(elasticsearch, target)) };
    await elasticsearch.indices.putMapping({ index: target, _meta });
  } catch (error) {
    throw isNotFound(error) ? new StaleWriter() : error;
  }
}

/**
 * Counts the writes that an index has made, deletions and repetitions included; also those that no refresh has shown yet.
 * @throws ItemRefused, which is transient, while the index starts
 */
export async function countWrites(elasticsearch: Client, index: string): Promise<number> {
  const found = await elasticsearch.indices.stats({ index, level: 'shards', metric: 'docs' });
  const copies = Object.values(found.indices ?? {}).flatMap(({ shards }) =>
    Object.values(shards ?? {}).flat(),
  );
  const counts = copies.filter(({ routing }) => routing!.primary).map(({ seq_no }) => seq_no);
  if (counts.length === 0 || counts.includes(undefined)) {
    throw new ItemRefused(`The shards of ${index} have not started.`, { status: 503 });
  }
  return counts.reduce((sum, count) => sum + count!.max_seq_no + 1, 0);
}

export async function readDataVersion(elasticsearch: Client, index: string): Promise<DataVersion> {
  const { data_version = '', as_of = '' } = await readMeta(elasticsearch, index);
  return { data_version, as_of };
}
