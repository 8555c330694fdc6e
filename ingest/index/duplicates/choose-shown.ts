import { duplicateKeysOf, lotNumberOf } from '../../../mappings/document.ts';
import { type AuctionRecord, recordFieldNames } from '../../../mappings/record.ts';

/** A record and the source that it comes from; undefined where that is not known. */
export interface SourcedRecord {
  record: AuctionRecord;
  source: string | undefined;
}

/**
 * Groups records that are connected by keys, directly or through others. One without a key is a group of its own.
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

/** Weights of one stone that differ by more than this are those of two. */
const caratTolerance = 0.01;

/**
 * The record that is shown of some that are connected by keys, if they are one lot: all from different sources, with no two
 * lot numbers, and weights that agree where they are known. Else each is shown: undefined.
 */
export function shownOf<T extends SourcedRecord>(group: readonly T[]): T | undefined {
  const sources = new Set(group.map(({ source }) => source));
  if (group.length < 2 || sources.has(undefined) || sources.size < group.length) return undefined;
  const numbers = new Set(group.flatMap(({ record }) => lotNumberOf(record) ?? []));
  const carats = group.flatMap(({ record }) => record.carat ?? []);
  if (numbers.size > 1 || Math.max(...carats) > Math.min(...carats) * (1 + caratTolerance)) return undefined;
  return group.toSorted((a, b) => compareRecords(a.record, b.record))[0];
}

/** The better record first: a known outcome, then more known fields, then a known price basis, then the lower id. */
function compareRecords(a: AuctionRecord, b: AuctionRecord): number {
  return (
    Number(hasOutcome(b)) - Number(hasOutcome(a)) ||
    knownFields(b) - knownFields(a) ||
    Number(hasBasis(b)) - Number(hasBasis(a)) ||
    a.id - b.id
  );
}

const hasOutcome = ({ sale_status: status }: AuctionRecord) => status !== 'unknown' && status !== 'listing';

const hasBasis = ({ price_basis: basis }: AuctionRecord) => basis === 'hammer' || basis === 'premium';

/** Fields that say nothing of the lot. */
const otherFields = ['flags', 'derived', 'is_synthetic', 'import', 'updated_at', 'duplicate_of'];
const countedFields = recordFieldNames.filter((field) => !otherFields.includes(field));

const knownFields = (record: AuctionRecord) =>
  countedFields.filter((field) => {
    const value = record[field];
    return value !== null && !(Array.isArray(value) && value.length === 0);
  }).length;
