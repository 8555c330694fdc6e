import type { Job } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { type BatchResult, explainFailure, type ImportJobData, type Planned } from '../queue/contract.ts';
import { columnsOf } from '../record/profile/profile.ts';
import { reasonColumns } from '../record/rejection.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { profileOf } from '../store/import-log.ts';

/** The counts of an import, once all its batches have ended. */
export type Counts = Pick<
  ImportEntry,
  | 'read'
  | 'indexed'
  | 'superseded'
  | 'rejected'
  | 'rejected_by_code'
  | 'skipped'
  | 'skipped_by_rule'
  | 'flags'
  | 'unknown_values'
  | 'repeated_keys'
  | 'ignored_columns'
>;

/** Maximum number of unknown values of one field in a summary. */
const unknownValuesShown = 200;

/** Maximum number of rows with a repeated key in a summary. */
export const repeatedShown = 100;

/** The results of all batches. @throws ImportFailed when a batch failed */
export async function resultsOf(job: Job<ImportJobData>, planned: Planned): Promise<BatchResult[]> {
  const failures = Object.values(await job.getIgnoredChildrenFailures());
  if (failures.length > 0) {
    throw new ImportFailed(
      `${failures.length} of ${planned.batches} batches failed: ${explainFailure(failures[0])}`,
    );
  }
  const results = Object.values(await job.getChildrenValues<BatchResult>());
  if (results.length === planned.batches) return results;
  // Redis lost the others: the batches are planned again, or the job is queued again if it was lost too.
  await job.updateData({ ...job.data, planned: false });
  throw new Error(`${results.length} of ${planned.batches} batches reported.`);
}

/** Adds up the results of the batches. @throws ImportFailed when the counts do not add up */
export async function countUp(
  entry: ImportEntry,
  results: BatchResult[],
  planned: Planned,
  context: ImportContext,
): Promise<Counts> {
  const sum = (of: (result: BatchResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const read = sum((result) => result.read);
  const accepted = sum((result) => result.accepted);
  const rejected = sum((result) => result.rejected);
  const indexed =
    entry.mode === 'delete' ? accepted - sum((result) => result.lost) : await countIndexed(entry, context);
  const skippedByRule = mergeTallies(results.map((result) => result.skipped ?? {}));
  const skipped = Object.values(skippedByRule).reduce((total, n) => total + n, 0);
  const kept = rejected === 0 ? 0 : await context.rejects.count(entry.id, entry.run);

  const addsUp = read === planned.records && read === accepted + rejected + skipped;
  if (!addsUp || kept !== rejected || indexed > accepted) {
    throw new ImportFailed(
      `The counts do not add up: ${planned.records} records planned, ${read} read, ${accepted} accepted, ` +
        `${indexed} indexed, ${rejected} rejected, ${kept} rejects kept, ${skipped} skipped.`,
    );
  }
  return {
    read,
    indexed,
    superseded: accepted - indexed,
    rejected,
    rejected_by_code: mergeTallies(results.map((result) => result.rejectedByCode)),
    skipped,
    skipped_by_rule: skippedByRule,
    flags: mergeTallies(results.map((result) => result.flags ?? {})),
    unknown_values: mergeUnknown(results),
    ...profileCounts(entry, results),
  };
}

/** The counts that only an import with a profile has. */
function profileCounts(
  entry: ImportEntry,
  results: BatchResult[],
): Pick<Counts, 'repeated_keys' | 'ignored_columns'> {
  const profile = profileOf(entry);
  if (!profile) return {};
  const named = [...columnsOf(profile), ...(profile.ignore ?? []), ...reasonColumns];
  const columns = entry.plan?.columns?.filter((column) => !named.includes(column));
  const repeated = results.flatMap((result) => result.repeated ?? []);
  return {
    repeated_keys: {
      rows: repeated.reduce((sum, { rows }) => sum + rows, 0),
      listed: repeated.flatMap(({ listed }) => listed).slice(0, repeatedShown),
    },
    ignored_columns: columns ?? [...new Set(results.flatMap((result) => result.ignored ?? []))],
  };
}

async function countIndexed(entry: ImportEntry, { elasticsearch }: ImportContext): Promise<number> {
  // A migrated record keeps the number of the import that wrote it.
  const query = entry.job.name === 'migrate' ? { match_all: {} } : { term: { import: entry.id } };
  return (await elasticsearch.count({ index: entry.index!, query })).count;
}

/** The sum of tallies. */
export function mergeTallies(tallies: Record<string, number>[]): Record<string, number> {
  const merged: Record<string, number> = {};
  for (const tally of tallies) for (const [key, n] of Object.entries(tally)) addTo(merged, key, n);
  return merged;
}

/** The sum of the tallies of each field. */
export function mergeUnknown(results: BatchResult[]): Counts['unknown_values'] {
  const fields = new Set(results.flatMap((result) => Object.keys(result.unknown)));
  return Object.fromEntries(
    [...fields].map((field) => [field, mergeTallies(results.map((result) => result.unknown[field] ?? {}))]),
  );
}

/** Adds to a tally of at most `unknownValuesShown` keys. */
export function addTo(tally: Record<string, number>, key: string, by = 1): void {
  if (Object.hasOwn(tally, key)) tally[key]! += by;
  else if (Object.keys(tally).length < unknownValuesShown) {
    // defineProperty: a value such as "__proto__" is a key like any other.
    Object.defineProperty(tally, key, { value: by, writable: true, enumerable: true, configurable: true });
  }
}
