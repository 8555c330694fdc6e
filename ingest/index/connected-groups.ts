import type { Client, estypes } from '@elastic/elasticsearch';
import type { AuctionRecord } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { readPages } from '../store/elasticsearch.ts';
import { rewritable, type StoredRecord, storedRecord, type WriteContext } from './bulk-write.ts';

export type LinkContext = WriteContext & Pick<ImportContext, 'config' | 'log' | 'signal'>;

/** A record as it is stored, with its keys. */
export type Keyed = StoredRecord & { keys: readonly string[] };

/** Which records may belong together. */
export interface KeyRules {
  /** The field with the keys of a record. */
  keys: Field;
  /** The field that linked records have. */
  link: Field;
  keysOf(record: AuctionRecord): readonly string[];
  /** A key that more records share connects nothing. */
  maxSharing(key: string): number;
  /** Keys that are not stored, each with the ids of its records. */
  unstored?: ReadonlyMap<string, readonly number[]>;
}

type Query = estypes.QueryDslQueryContainer;

/** About how many keys a record has at most. */
const maxKeysOfRecord = 4;

/** Approximate and maximum number of keys in a partition; Elasticsearch returns at most 65,536 buckets. */
const keysPerPartition = 50_000;
const maxKeysCounted = 60_000;

/** Records read at once. */
const recordsPerPage = 2_000;

/** Number of keys whose records are compared together. */
const keysPerChunk = 2_000;

/**
 * The groups of records of a whole refreshed index that are connected by keys, directly or through others: all that share
 * a key, and all that are linked now, also those that are left alone.
 */
export async function* connectedGroups(
  { elasticsearch, signal }: LinkContext,
  index: string,
  rules: KeyRules,
): AsyncGenerator<Keyed[][]> {
  // Keys of groups that were already returned.
  const seen = new Set<string>();
  for await (const chunk of sharedKeys(elasticsearch, index, rules)) {
    signal.throwIfAborted();
    const keys = chunk.filter((key) => !seen.has(key));
    const { members, known } = await connectedRecords(elasticsearch, index, rules, keys);
    const groups = connectByKeys(members).filter(([first]) => !first!.keys.some((key) => seen.has(key)));
    for (const key of known) seen.add(key);
    yield groups;
  }
}

/**
 * The keys that several records share and the keys of linked records, in chunks. Keys are counted in one partition, or in
 * more if too many are shared. On several shards each shard must be able to send all keys of a partition.
 */
async function* sharedKeys(
  elasticsearch: Client,
  index: string,
  { keys: field, link, maxSharing, unstored }: KeyRules,
): AsyncGenerator<string[]> {
  if (unstored) yield [...unstored.keys()];
  const { count, _shards } = await elasticsearch.count({ index });
  const onShards = Math.ceil((count * maxKeysOfRecord) / keysPerPartition) || 1;
  let num_partitions = _shards.total === 1 ? 1 : onShards;
  for (let partition = 0; partition < num_partitions; partition++) {
    const include = { partition, num_partitions };
    const some = { field, include };
    const shared = await countKeys(elasticsearch, index, { match_all: {} }, { ...some, min_doc_count: 2 });
    const linked = await countKeys(elasticsearch, index, { exists: { field: link } }, some);
    if (Math.max(shared.length, linked.length) === maxKeysCounted) {
      num_partitions *= 4;
      partition = -1;
      continue;
    }
    const usable = shared.filter(({ key, doc_count }) => doc_count <= maxSharing(key));
    const keys = [...new Set([...usable, ...linked].map(({ key }) => key))];
    for (let start = 0; start < keys.length; start += keysPerChunk)
      yield keys.slice(start, start + keysPerChunk);
  }
}

/** The keys of the records that a query finds, each with their number. */
async function countKeys(
  elasticsearch: Client,
  index: string,
  query: Query,
  which: Pick<estypes.AggregationsTermsAggregation, 'field' | 'include' | 'min_doc_count'>,
): Promise<{ key: string; doc_count: number }[]> {
  const terms = { size: maxKeysCounted, shard_size: maxKeysCounted, ...which };
  const { aggregations } = await elasticsearch.search<
    unknown,
    { keys: { buckets: { key: string; doc_count: number }[] } }
  >({
    ...{ index, size: 0, query, request_cache: false, aggs: { keys: { terms } } },
    filter_path: ['aggregations.keys.buckets.key', 'aggregations.keys.buckets.doc_count'],
  });
  return aggregations?.keys?.buckets ?? [];
}

/**
 * Finds the records with one of the keys, then those that share another key with them, and so on. Returns the records, all
 * their keys; the records without the crowded keys, which too many records share.
 */
async function connectedRecords(
  elasticsearch: Client,
  index: string,
  { keys: field, link, keysOf, maxSharing, unstored }: KeyRules,
  keys: readonly string[],
): Promise<{ members: Keyed[]; known: Set<string> }> {
  const members = new Map<number, Keyed>();
  const crowded = new Set<string>();
  const known = new Set<string>();
  for (let open = [...keys]; open.length > 0; ) {
    for (const key of open) known.add(key);
    const which = { field, include: open, min_doc_count: 2 };
    const counted = await countKeys(elasticsearch, index, { terms: { [field]: open } }, which);
    const many = counted.filter(({ key, doc_count }) => doc_count > maxSharing(key)).map(({ key }) => key);
    for (const key of many) crowded.add(key);
    const usable = open.filter((key) => !crowded.has(key));
    const should: Query[] = [
      { terms: { [field]: usable } },
      { terms: { id: usable.flatMap((key) => unstored?.get(key) ?? []) } },
      // Records that were linked by a key before it became crowded.
      { bool: { filter: [{ terms: { [field]: many } }, { exists: { field: link } }] } },
    ];
    const next = new Set<string>();
    const pages = readPages<AuctionRecord>(elasticsearch, index, {
      ...{ query: { bool: { should, minimum_should_match: 1 } }, ...rewritable },
      ...{ size: recordsPerPage, sort: [{ id: 'asc' }] },
    });
    for await (const page of pages) {
      for (const stored of page.map(storedRecord)) {
        const keys = keysOf(stored.record);
        members.set(stored.record.id, { ...stored, keys });
        for (const key of keys) if (!known.has(key)) next.add(key);
      }
    }
    open = [...next];
  }
  const usable = ({ keys, ...one }: Keyed) => ({ ...one, keys: keys.filter((key) => !crowded.has(key)) });
  return { members: [...members.values()].map(usable), known };
}

/**
 * Groups records that are connected by keys, directly or through others. A record without a key is its own group.
 * @param ignored keys that connect nothing
 */
export function connectByKeys<T extends { keys: readonly string[] }>(
  records: readonly T[],
  ignored: ReadonlySet<string> = new Set(),
): T[][] {
  const groupOf = new Map<string, T[]>();
  const alone: T[][] = [];
  for (const one of records) {
    const keys = one.keys.filter((key) => !ignored.has(key));
    if (keys.length === 0) alone.push([one]);
    const joined = new Set(keys.flatMap((key) => (groupOf.has(key) ? [groupOf.get(key)!] : [])));
    const group = [...joined, [one]].flat();
    for (const other of group) for (const key of other.keys) if (!ignored.has(key)) groupOf.set(key, group);
  }
  return [...new Set(groupOf.values()), ...alone];
}
