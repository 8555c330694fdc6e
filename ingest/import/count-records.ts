import { isSampleId } from '../../mappings/sample-ids.ts';
import type { ReadCounts } from '../store/import-entry.ts';
import { noCounts } from '../store/import-log.ts';
import type { Reject } from '../store/rejects.ts';
import { type Accepted, type Checked, unnamedShown } from './check-records.ts';

/** Maximum number of keys of a tally, such as the unknown values of one field. */
const keysShown = 200;

/** What became of the records of a batch. */
export interface Outcome {
  written: readonly Accepted[];
  rejects: readonly Reject[];
  /** Writes that lost to a newer version. */
  lost: number;
}

/** Adds the records of a batch to the counts of its import. */
export function addCounts(
  counts: ReadCounts,
  { read, skipped, ignored }: Pick<Checked, 'read' | 'skipped' | 'ignored'>,
  { written, rejects, lost }: Outcome,
): void {
  counts.read += read;
  counts.accepted += written.length;
  counts.lost += lost;
  counts.rejected += rejects.length;
  for (const { code } of rejects) addTo(counts.rejected_by_code, code);
  for (const [rule, rows] of Object.entries(skipped)) {
    counts.skipped += rows;
    addTo(counts.skipped_by_rule, rule, rows);
  }
  for (const { id, record, unknown } of written) {
    if (isSampleId(id)) counts.samples++;
    for (const flag of record?.flags ?? []) addTo(counts.flags, flag);
    for (const { field, value } of unknown) {
      counts.unknown_values[field] ??= {};
      addTo(counts.unknown_values[field], value);
    }
  }
  // Only imports with a profile have them.
  if (ignored) {
    const columns = new Set([...(counts.ignored_columns ?? []), ...ignored]);
    counts.ignored_columns = [...columns].slice(0, unnamedShown);
  }
}

/** The counts of an entry, without its other fields. */
export const countsOf = (entry: ReadCounts): ReadCounts => {
  const isCount = ([name]: [string, unknown]) => name in noCounts || name === 'ignored_columns';
  return Object.fromEntries(Object.entries(entry).filter(isCount)) as unknown as ReadCounts;
};

/** Adds to a tally of at most `keysShown` keys. */
function addTo(tally: Record<string, number>, key: string, by = 1): void {
  if (Object.hasOwn(tally, key)) tally[key]! += by;
  else if (Object.keys(tally).length < keysShown) {
    // defineProperty, because a value such as "__proto__" must become an ordinary key.
    Object.defineProperty(tally, key, { value: by, writable: true, enumerable: true, configurable: true });
  }
}
