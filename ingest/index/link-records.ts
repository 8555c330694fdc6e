import type { Client, estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import {
  type MarkedIndex,
  type Rewrite,
  readStored,
  rewriteRecords,
  type StoredRecord,
} from './bulk-write.ts';

/** Which records may belong together, and what is written into those that do. */
interface LinkRules {
  /** The field with the keys of a record. */
  keys: Field;
  /** The field that linked records have. */
  link: Field;
  /** A key that more records share connects nothing. */
  maxSharing(key: string): number;
  /** By id: one more key of a record, or null for a record without keys. */
  decided: ReadonlyMap<number, string | null>;
  /** What each record has of groups that are connected by keys. */
  fieldsOf(groups: StoredRecord[][]): Promise<Rewrite[]>;
}

/** Keys whose records are compared together. */
const keysPerChunk = 2_000;

/**
 * Links the records of a whole refreshed index: all that share a key, directly or through others, and all that are linked now,
 * also those that are left alone. Changes no other field. Idempotent, and refreshes the index.
 * @returns how many records changed
 */
export async function linkRecords(
  context: ImportContext,
  target: MarkedIndex,
  { keys: field, link, maxSharing, decided, fieldsOf }: LinkRules,
): Promise<number> {
  const { elasticsearch, signal } = context;
  const { index } = target;
  const shared = await sharedKeys(elasticsearch, index, field, maxSharing);
  /** Those whose records have not been read. */
  const open = new Set(shared);
  let changed = 0;

  async function* read(query: estypes.QueryDslQueryContainer): AsyncGenerator<StoredRecord[]> {
    for await (const page of readStored(elasticsearch, index, query, field)) {
      signal.throwIfAborted();
      for (const stored of page) {
        const own = decided.get(stored.record.id);
        stored.keys = own === null ? [] : stored.keys.filter((key) => shared.has(key)).concat(own ?? []);
      }
      yield page;
    }
  }
  const write = async (groups: StoredRecord[][]) => {
    changed += await rewriteRecords(context, target, await fieldsOf(groups));
  };
  /** Links the records of a query and all that are connected with them. */
  const linkFrom = async (query: estypes.QueryDslQueryContainer) => {
    const members = new Map<number, StoredRecord>();
    for (let next: typeof query | undefined = query; next; ) {
      const keys: string[] = [];
      for await (const page of read(next)) {
        for (const one of page) {
          members.set(one.record.id, one);
          keys.push(...one.keys.filter((key) => open.delete(key)));
        }
      }
      next = keys.length > 0 ? { terms: { [field]: keys } } : undefined;
    }
    await write(connectByKeys([...members.values()]));
  };

  // These first, because the index does not have the keys that are decided.
  await linkFrom({ terms: { id: [...decided].flatMap(([id, key]) => (key === null ? [] : id)) } });
  while (open.size > 0) {
    const keys = [...open.values().take(keysPerChunk)];
    for (const key of keys) open.delete(key);
    await linkFrom({ terms: { [field]: keys } });
  }
  for await (const page of read({ exists: { field: link } }))
    await write(page.filter(({ keys }) => keys.length === 0).map((one) => [one]));
  await elasticsearch.indices.refresh({ index });
  return changed;
}

/** About how many keys a record has at most. */
const maxKeysOfRecord = 4;

/** Approximate and maximum number of keys in a partition; Elasticsearch returns at most 65,536 buckets. */
const keysPerPartition = 50_000;
const maxKeysCounted = 60_000;

/**
 * The keys that several records share, and not too many. Keys are counted in one partition, or in more if too many are
 * shared. On several shards each shard must be able to send all keys of a partition.
 */
async function sharedKeys(
  elasticsearch: Client,
  index: string,
  field: Field,
  maxSharing: LinkRules['maxSharing'],
): Promise<Set<string>> {
  const { count, _shards } = await elasticsearch.count({ index });
  const onShards = Math.ceil((count * maxKeysOfRecord) / keysPerPartition) || 1;
  let num_partitions = _shards.total === 1 ? 1 : onShards;
  const shared = new Set<string>();
  for (let partition = 0; partition < num_partitions; partition++) {
    const most = { size: maxKeysCounted, shard_size: maxKeysCounted, min_doc_count: 2 };
    const terms = { field, include: { partition, num_partitions }, ...most };
    const { aggregations } = await elasticsearch.search<
      unknown,
      { keys: { buckets: { key: string; doc_count: number }[] } }
    >({ index, size: 0, request_cache: false, aggs: { keys: { terms } } });
    const { buckets } = aggregations!.keys;
    for (const { key, doc_count } of buckets) if (doc_count <= maxSharing(key)) shared.add(key);
    if (buckets.length < maxKeysCounted) continue;
    num_partitions *= 4;
    partition = -1;
  }
  return shared;
}

/**
 * Groups records that are connected by keys, directly or through others. A record without a key is its own group.
 * @param ignored keys that connect nothing
 */
export function connectByKeys<T extends { keys: readonly string[] }>(
  records: readonly T[],
  ignored: ReadonlySet<string> = new Set(),
): T[][] {
  const groupOf = new Map<unknown, T[]>();
  for (const one of records) {
    const keys = one.keys.filter((key) => !ignored.has(key));
    const joined = new Set(keys.flatMap((key) => (groupOf.has(key) ? [groupOf.get(key)!] : [])));
    const group = [...joined, [one]].flat();
    for (const other of group) for (const key of other.keys) if (!ignored.has(key)) groupOf.set(key, group);
    if (keys.length === 0) groupOf.set(one, group);
  }
  return [...new Set(groupOf.values())];
}
