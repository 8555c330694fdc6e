import type { Client, estypes } from '@elastic/elasticsearch';
import { duplicateKeysOf, lotNumberOf } from '../../mappings/document.ts';
import { type AuctionRecord, recordFieldNames } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { readPages } from '../store/elasticsearch.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import type { ImportLog } from '../store/import-log.ts';
import {
  type MarkedIndex,
  rewritable,
  rewriteRecords,
  type StoredRecord,
  storedRecord,
  type WriteContext,
} from './bulk-write.ts';

export const duplicateKeys: Field = 'duplicate_keys';
const duplicateOf: Field = 'duplicate_of';

type Query = estypes.QueryDslQueryContainer;
const isLinked: Query = { exists: { field: duplicateOf } };

/** Maximum number of keys of a record. */
const maxKeysOfRecord = 2;

/** Approximate and maximum number of keys in a partition; Elasticsearch returns at most 65,536 buckets. */
const keysPerPartition = 50_000;
const maxKeysCounted = 60_000;

/** Records read at once. */
const recordsPerPage = 2_000;

/** Number of keys whose records are compared together. */
const keysPerChunk = 2_000;

/** A key shared by more records does not identify a lot. */
const maxSharing = 100;

type Member = SourcedRecord & StoredRecord;

/**
 * Links records of the same lot from different sources in a whole refreshed index. All but one of them get
 * `duplicate_of`, and former duplicates lose it. Changes no other field. Idempotent.
 * @returns how many records changed, visible after a refresh, and how many are hidden in the lots of this import
 */
export async function linkDuplicates(
  context: WriteContext & Pick<ImportContext, 'log' | 'signal'>,
  target: MarkedIndex,
  entry: Pick<ImportEntry, 'id'>,
): Promise<{ changed: number; duplicates: number }> {
  const { elasticsearch, log, signal } = context;
  const { index } = target;
  const total = { changed: 0, duplicates: 0 };
  const isOwn = ({ record }: Member) => record.import === entry.id;
  // Keys of groups that were already compared.
  const seen = new Set<string>();
  for await (const chunk of sharedKeys(elasticsearch, index)) {
    signal.throwIfAborted();
    const keys = chunk.filter((key) => !seen.has(key));
    const { members, crowded, known } = await connectedRecords(elasticsearch, log, index, keys);
    const isSeen = (key: string) => seen.has(key) && !crowded.has(key);
    const groups = connectByKeys(members, crowded).filter(
      ([first]) => !duplicateKeysOf(first!.record).some(isSeen),
    );
    for (const key of known) seen.add(key);
    const changed: Member[] = [];
    for (const group of groups) {
      const shown = shownOf(group);
      if (shown && group.some(isOwn)) total.duplicates += group.length - 1;
      for (const member of group) {
        const duplicate_of = shown === undefined || shown === member ? null : shown.record.id;
        if (member.record.duplicate_of === duplicate_of) continue;
        changed.push({ ...member, record: { ...member.record, duplicate_of } });
      }
    }
    total.changed += await rewriteRecords(context, target, changed);
  }
  return total;
}

/**
 * The keys that several records share and the keys of linked records, in chunks. Keys are counted in one partition, or in
 * more if too many are shared. On several shards each shard must be able to send all keys of a partition.
 */
async function* sharedKeys(elasticsearch: Client, index: string): AsyncGenerator<string[]> {
  const { count, _shards } = await elasticsearch.count({ index });
  const onShards = Math.ceil((count * maxKeysOfRecord) / keysPerPartition) || 1;
  let num_partitions = _shards.total === 1 ? 1 : onShards;
  for (let partition = 0; partition < num_partitions; partition++) {
    const include = { partition, num_partitions };
    const shared = await keysOf(elasticsearch, index, { match_all: {} }, { include, min_doc_count: 2 });
    const linked = await keysOf(elasticsearch, index, isLinked, { include, min_doc_count: 1 });
    if (Math.max(shared.length, linked.length) === maxKeysCounted) {
      num_partitions *= 4;
      partition = -1;
      continue;
    }
    const keys = [...new Set([...shared, ...linked])];
    for (let start = 0; start < keys.length; start += keysPerChunk)
      yield keys.slice(start, start + keysPerChunk);
  }
}

/** The keys of the records that a query finds. */
async function keysOf(
  elasticsearch: Client,
  index: string,
  query: Query,
  which: Pick<estypes.AggregationsTermsAggregation, 'include' | 'min_doc_count'>,
): Promise<string[]> {
  const terms = { field: duplicateKeys, size: maxKeysCounted, shard_size: maxKeysCounted, ...which };
  const { aggregations } = await elasticsearch.search<unknown, { keys: { buckets: { key: string }[] } }>({
    ...{ index, size: 0, query, request_cache: false, aggs: { keys: { terms } } },
    filter_path: 'aggregations.keys.buckets.key',
  });
  return (aggregations?.keys?.buckets ?? []).map(({ key }) => key);
}

/**
 * Finds the records with one of the keys, then those that share another key with them, and so on. Returns the records, all
 * their keys, and the crowded keys, which too many records share.
 */
async function connectedRecords(
  elasticsearch: Client,
  log: ImportLog,
  index: string,
  keys: readonly string[],
): Promise<{ members: Member[]; known: Set<string>; crowded: Set<string> }> {
  const members = new Map<number, Member>();
  const crowded = new Set<string>();
  const known = new Set<string>();
  for (let open = [...keys]; open.length > 0; ) {
    for (const key of open) known.add(key);
    const many = await crowdedKeys(elasticsearch, index, open);
    for (const key of many) crowded.add(key);
    const usable = open.filter((key) => !crowded.has(key));
    const should: Query[] = [{ terms: { [duplicateKeys]: usable } }];
    // Records that were linked by a key before it became crowded.
    if (many.length > 0) should.push({ bool: { filter: [{ terms: { [duplicateKeys]: many } }, isLinked] } });
    const next = new Set<string>();
    const pages = readPages<AuctionRecord>(elasticsearch, index, {
      ...{ query: { bool: { should, minimum_should_match: 1 } }, ...rewritable },
      ...{ size: recordsPerPage, sort: [{ id: 'asc' }] },
    });
    for await (const page of pages) {
      const records = page.map(storedRecord);
      const sources = await log.sourcesOf(records.flatMap(({ record }) => record.import ?? []));
      for (const stored of records) {
        const { record } = stored;
        const source = record.import === null ? undefined : sources.get(record.import);
        members.set(record.id, { ...stored, source });
        for (const key of duplicateKeysOf(record)) if (!known.has(key)) next.add(key);
      }
    }
    open = [...next];
  }
  return { members: [...members.values()], known, crowded };
}

/** Finds the keys that too many records share. */
function crowdedKeys(elasticsearch: Client, index: string, keys: readonly string[]): Promise<string[]> {
  const query = { terms: { [duplicateKeys]: [...keys] } };
  return keysOf(elasticsearch, index, query, { include: [...keys], min_doc_count: maxSharing + 1 });
}

/** A record and its source; undefined if unknown. */
interface SourcedRecord {
  record: AuctionRecord;
  source: string | undefined;
}

/**
 * Groups records that are connected by keys, directly or through others. A record without a key is its own group.
 * @param ignored keys that connect nothing
 */
export function connectByKeys<T extends SourcedRecord>(
  records: readonly T[],
  ignored: ReadonlySet<string> = new Set(),
): T[][] {
  const groupOf = new Map<string, T[]>();
  const alone: T[][] = [];
  for (const one of records) {
    const keys = usableKeys(one.record, ignored);
    if (keys.length === 0) alone.push([one]);
    const joined = new Set(keys.flatMap((key) => (groupOf.has(key) ? [groupOf.get(key)!] : [])));
    const group = [...joined, [one]].flat();
    for (const { record } of group) for (const key of usableKeys(record, ignored)) groupOf.set(key, group);
  }
  return [...new Set(groupOf.values()), ...alone];
}

const usableKeys = (record: AuctionRecord, ignored: ReadonlySet<string>) =>
  duplicateKeysOf(record).filter((key) => !ignored.has(key));

/** Maximum relative difference between two weights of the same stone. */
const caratTolerance = 0.01;

/**
 * Chooses the record to show for a group, if the group is one lot: all records come from different sources, and known lot
 * numbers and weights agree. Otherwise undefined, and each record is shown.
 */
export function shownOf<T extends SourcedRecord>(group: readonly T[]): T | undefined {
  const sources = new Set(group.map(({ source }) => source));
  if (group.length < 2 || sources.has(undefined) || sources.size < group.length) return undefined;
  const numbers = new Set(group.flatMap(({ record }) => lotNumberOf(record) ?? []));
  const carats = group.flatMap(({ record }) => record.carat ?? []);
  if (numbers.size > 1 || Math.max(...carats) > Math.min(...carats) * (1 + caratTolerance)) return undefined;
  return group.toSorted((a, b) => compareRecords(a.record, b.record))[0];
}

/**
 * Sorts the better record first: not hand-picked, because statistics leave those out, then known outcome, then more known
 * fields, then known price basis, then lower id.
 */
function compareRecords(a: AuctionRecord, b: AuctionRecord): number {
  return (
    Number(isHandPicked(a)) - Number(isHandPicked(b)) ||
    Number(hasOutcome(b)) - Number(hasOutcome(a)) ||
    knownFields(b) - knownFields(a) ||
    Number(hasBasis(b)) - Number(hasBasis(a)) ||
    a.id - b.id
  );
}

const isHandPicked = ({ flags }: AuctionRecord) => flags.includes('HAND_PICKED');

const hasOutcome = ({ sale_status: status }: AuctionRecord) => status !== 'unknown' && status !== 'listing';

const hasBasis = ({ price_basis: basis }: AuctionRecord) => basis === 'hammer' || basis === 'premium';

/** Fields that do not describe the lot. */
const otherFields = [
  'flags',
  'derived',
  'is_synthetic',
  'import',
  'updated_at',
  'duplicate_of',
  'stone_id',
  'stone_evidence',
];
const countedFields = recordFieldNames.filter((field) => !otherFields.includes(field));

const knownFields = (record: AuctionRecord) =>
  countedFields.filter((field) => {
    const value = record[field];
    return value !== null && !(Array.isArray(value) && value.length === 0);
  }).length;
