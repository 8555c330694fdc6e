import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { type DataVersion, mappingVersion, type RecordsMeta } from '../../mappings/records-index.ts';
import { ImportFailed, StaleWriter } from '../errors.ts';
import { isNotFound } from '../store/elasticsearch.ts';

/*
 * What an index of records says about itself in its `_meta`: the version of its mapping and that of its data.
 */

/** `_meta` of an index of records, or of the one behind an alias. */
async function readMeta(elasticsearch: Client, target: string): Promise<Partial<RecordsMeta>> {
  const found = await elasticsearch.indices.getMapping({ index: target, filter_path: '*.mappings._meta' });
  return (Object.values(found)[0]?.mappings._meta ?? {}) as Partial<RecordsMeta>;
}

/**
 * The version of the mapping that an index was created with.
 * @throws ImportFailed when its `_meta` is lost
 */
export async function readMappingVersion(elasticsearch: Client, index: string): Promise<number> {
  const { mapping_version } = await readMeta(elasticsearch, index);
  if (mapping_version !== undefined) return mapping_version;
  throw new ImportFailed(
    `The mapping of ${index} has lost its _meta, which names its version. Put it back as docs/runbook.md says.`,
  );
}

/** An index has a newer mapping than this build knows: its jobs are for workers of a newer build. */
export class NewerMapping extends Error {
  constructor(index: string, version: number) {
    super(`${index} has version ${version} of the mapping, and this worker knows ${mappingVersion}.`);
    this.name = 'NewerMapping';
  }
}

/**
 * The version of the mapping that documents for an index are written in.
 * @throws NewerMapping when this build does not know it: what it writes would lack fields
 */
export async function checkMapping(elasticsearch: Client, index: string): Promise<number> {
  const version = await readMappingVersion(elasticsearch, index);
  if (version > mappingVersion) throw new NewerMapping(index, version);
  return version;
}

/** A new version of the data: the time, and random digits for two versions within a millisecond. */
export function newDataVersion(after?: string): DataVersion {
  const now = new Date();
  const as_of = now.toISOString();
  return {
    data_version: `${now.getTime().toString(36)}-${randomBytes(3).toString('hex')}`,
    // A clock that was set back does not make the data older.
    as_of: after && after > as_of ? after : as_of,
  };
}

/**
 * Writes a new version of the data to the `_meta` of the index, which is authoritative.
 * @param target the index, or the alias through which an import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function bumpDataVersion(elasticsearch: Client, target: string): Promise<DataVersion> {
  try {
    const meta = await readMeta(elasticsearch, target);
    const version = newDataVersion(meta.as_of);
    await elasticsearch.indices.putMapping({ index: target, _meta: { ...meta, ...version } });
    return version;
  } catch (error) {
    throw isNotFound(error) ? new StaleWriter() : error;
  }
}

/** The version of the data of an index. */
export async function readDataVersion(elasticsearch: Client, index: string): Promise<DataVersion> {
  const { data_version = '', as_of = '' } = await readMeta(elasticsearch, index);
  return { data_version, as_of };
}

/**
 * Number of writes that an index has ever taken, deletions and repetitions included. When it is the same twice, nothing
 * was written in between.
 */
export async function countWrites(elasticsearch: Client, index: string): Promise<number> {
  const { indices } = await elasticsearch.indices.stats({ index, level: 'shards', metric: 'docs' });
  const copies = Object.values(indices![index]!.shards!).flat();
  return copies
    .filter(({ routing }) => routing!.primary)
    .reduce((sum, { seq_no }) => sum + seq_no!.max_seq_no + 1, 0);
}
