import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import {
  aliasOnSeveral,
  builderOf,
  type DataVersion,
  fieldsMissing,
  mappingVersion,
  type Properties,
  type RecordsMeta,
  recordsIndexName,
  recordsMapping,
  recordsPattern,
  recordsSettings,
} from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, StaleWriter } from '../errors.ts';
import type { IngestConfig } from '../services.ts';
import { ensureIndex, ItemRefused, isNotFound } from '../store/elasticsearch.ts';
import { changeAliases, moveLive, type Role, readRoles, recordLive, requireLive } from './index-roles.ts';
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

/** Settings that spread an index of records over nodes. */
type IndexSpread = Pick<IngestConfig, 'INDEX_SHARDS' | 'INDEX_REPLICAS'>;

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
export async function ensureLiveIndex({
  elasticsearch,
  config,
  log,
}: Pick<ImportContext, 'elasticsearch' | 'config' | 'log'>): Promise<string> {
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
export async function pruneIndices(elasticsearch: Client, indexAlias: string): Promise<void> {
  const indices = await readRoles(elasticsearch, indexAlias);
  const surplus = indices
    .filter(({ role }) => role === 'kept')
    .sort((a, b) => b.place! - a.place!)
    .slice(keptIndices)
    .map(({ index }) => index);
  const live = indices.find(({ role }) => role === 'live');
  if (live) await deleteIndices(elasticsearch, indexAlias, live.index, surplus);
  await pruneNames(elasticsearch, indexAlias);
}

/**
 * Deletes indices of records if `live` is still live, so that none of them can have become live.
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

/** The `_meta` of an index of records or of an alias: its mapping version and its data version. */
async function readMeta(elasticsearch: Client, target: string): Promise<Partial<RecordsMeta>> {
  const found = await elasticsearch.indices.getMapping({ index: target, filter_path: '*.mappings._meta' });
  return (Object.values(found)[0]?.mappings._meta ?? {}) as Partial<RecordsMeta>;
}

/** The mapping of an index, compared with that of this build. */
interface FoundMapping {
  version: number;
  /** Fields of this build's mapping that the index lacks. */
  missing: string[];
  /** Fields of the index that this build does not know. */
  unknown: string[];
}

/** @throws ImportFailed when its `_meta` is lost */
export async function readMapping(elasticsearch: Client, index: string): Promise<FoundMapping> {
  const found = await elasticsearch.indices.getMapping({ index });
  const { _meta, properties = {} } = Object.values(found)[0]!.mappings;
  const { mapping_version: version } = (_meta ?? {}) as Partial<RecordsMeta>;
  if (version === undefined) {
    throw new ImportFailed(
      `The mapping of ${index} has lost its _meta with the mapping version. Restore it as described in docs/runbook.md.`,
    );
  }
  const known: Properties = recordsMapping.properties;
  return { version, missing: fieldsMissing(properties, known), unknown: fieldsMissing(known, properties) };
}

/** An index has a newer mapping than this build; workers of a newer build take its jobs. */
export class NewerMapping extends Error {
  constructor(index: string, { version, unknown }: FoundMapping) {
    const what =
      version === mappingVersion ? `the fields ${unknown.join(', ')}` : `mapping version ${version}`;
    super(`${index} has ${what}, unknown to this worker. Start a worker of the newer build.`);
    this.name = 'NewerMapping';
  }
}

/**
 * Checks that this build knows every field of an index; otherwise its documents would lack fields.
 * @throws NewerMapping when it does not
 */
export async function checkNotNewer(elasticsearch: Client, index: string): Promise<FoundMapping> {
  const mapping = await readMapping(elasticsearch, index);
  const { version, unknown } = mapping;
  if (version > mappingVersion || (version === mappingVersion && unknown.length > 0)) {
    throw new NewerMapping(index, mapping);
  }
  return mapping;
}

/**
 * Checks that this build can write to an index.
 * @throws NewerMapping when the index belongs to a newer build
 * @throws ImportFailed when it belongs to an older build; a waiting import would block the one that replaces the index
 */
export async function checkMapping(elasticsearch: Client, index: string): Promise<void> {
  const { version, missing } = await checkNotNewer(elasticsearch, index);
  const advice = 'Import all files again, the first with --replace.';
  if (version < mappingVersion) {
    throw new ImportFailed(
      `${index} has version ${version} of the mapping, and this build needs version ${mappingVersion}. ${advice}`,
    );
  }
  if (missing.length > 0) {
    throw new ImportFailed(`${index} lacks the fields ${missing.join(', ')}. ${advice}`);
  }
}

/** Logs a warning when the live index has another mapping than this build, so that imports do not write to it. */
export async function warnOfMapping(
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
  logger: Logger,
): Promise<void> {
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const mapping = index && (await readMapping(elasticsearch, index));
  if (!mapping) return;
  const { version, missing, unknown } = mapping;
  if (version === mappingVersion && missing.length + unknown.length === 0) return;
  const isOlder = version < mappingVersion || (version === mappingVersion && missing.length > 0);
  const advice = isOlder
    ? 'import all files again, the first with --replace'
    : 'imports wait for a worker of its build';
  logger.warn({ index, ...mapping, known: mappingVersion }, `the live index has another mapping; ${advice}`);
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
 * @param writes number of writes before the last refresh, if known
 * @throws StaleWriter when the alias is gone
 */
export async function bumpDataVersion(
  elasticsearch: Client,
  target: string,
  writes?: number,
): Promise<DataVersion> {
  try {
    const { publishing: _, ...meta } = await readMeta(elasticsearch, target);
    const version = newDataVersion(meta.as_of);
    const named = { ...meta, ...version, ...(writes !== undefined && { writes }) };
    await elasticsearch.indices.putMapping({ index: target, _meta: named });
    return version;
  } catch (error) {
    throw isNotFound(error) ? new StaleWriter() : error;
  }
}

/**
 * Says in the `_meta` that a refresh will show more than the data version names, until the next version.
 * @throws StaleWriter when the alias is gone
 */
export async function markPublishing(elasticsearch: Client, target: string): Promise<void> {
  try {
    const _meta = { ...(await readMeta(elasticsearch, target)), publishing: true };
    await elasticsearch.indices.putMapping({ index: target, _meta });
  } catch (error) {
    throw isNotFound(error) ? new StaleWriter() : error;
  }
}

/** The data version of an index, and its number of writes. */
export async function readDataVersion(
  elasticsearch: Client,
  index: string,
): Promise<DataVersion & { writes?: number | undefined }> {
  const { data_version = '', as_of = '', writes } = await readMeta(elasticsearch, index);
  return { data_version, as_of, writes };
}

/**
 * Counts the completed writes to indices, deletions and repetitions included. Two equal counts mean that no write was
 * acknowledged in between.
 * @param indices missing ones count as 0
 * @throws ItemRefused, which is transient, while an index starts
 */
export async function countWrites(elasticsearch: Client, indices: readonly string[]): Promise<number> {
  const found = await elasticsearch.indices.stats({
    ...{ index: [...indices], level: 'shards', metric: 'docs' },
    querystring: { ignore_unavailable: true },
  });
  const copies = Object.values(found.indices ?? {}).flatMap(({ shards }) =>
    Object.values(shards ?? {}).flat(),
  );
  const counts = copies.filter(({ routing }) => routing!.primary).map(({ seq_no }) => seq_no);
  if (counts.length === 0 || counts.includes(undefined)) {
    throw new ItemRefused(`The shards of ${indices.join(' and ')} have not started.`, { status: 503 });
  }
  return counts.reduce((sum, count) => sum + count!.local_checkpoint + 1, 0);
}
