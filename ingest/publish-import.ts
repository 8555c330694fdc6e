import type { Job } from 'bullmq';
import { markOutliers } from './flags/mark-outliers.ts';
import { ImportFailed } from './import-failed.ts';
import type { ImportEntry } from './import-log.ts';
import { count, repeatedShown } from './index-batch.ts';
import { liveIndex, pruneIndices } from './live-index.ts';
import { checkMigration, suggestAll } from './migration/check-migration.ts';
import { columnsOf } from './profile/profile.ts';
import { profileOf } from './profile/profile-of.ts';
import type { BatchResult, Planned } from './queue.ts';
import { reasonColumns } from './read/formats.ts';
import { removeFiles } from './remove-files.ts';
import { goLive, refreshAndName, showChanges } from './show-data.ts';
import type { ImportSteps } from './steps.ts';

/** Counts of an import whose batches have all ended. */
type Counts = Pick<
  ImportEntry,
  | 'read'
  | 'indexed'
  | 'superseded'
  | 'rejected'
  | 'rejected_by_code'
  | 'unknown_values'
  | 'repeated_keys'
  | 'ignored_columns'
>;

/**
 * The last step of an import: makes what was written visible, checks that every line is accounted for, and names the
 * new state of the data. Repeating it leads to the same end.
 * @throws ImportFailed when batches failed, the counts do not add up, or a replacement does not pass its checks.
 */
export async function publishImport(
  job: Job,
  entry: ImportEntry,
  steps: ImportSteps,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, config, log } = steps;
  const index = entry.index!;
  const planned = entry.planned!;
  const results = await resultsOf(job, planned);
  // What is being replaced has no readers yet, and needs no name until it goes live.
  if (entry.mode === 'replace') await elasticsearch.indices.refresh({ index });
  else await showWritten(index, steps);
  const counts = await countUp(entry, results, planned, steps);
  await log.change(entry.id, ['running', 'publishing'], counts);
  const isMigration = entry.job.name === 'migrate';
  if (isMigration) await checkMigration(entry, steps);
  else if (entry.mode === 'replace') await checkReplacement(entry, counts, steps);

  // From here on a cancellation comes too late: what readers see is about to change.
  if (!(await log.change(entry.id, ['running', 'publishing'], { state: 'publishing' }))) return;
  await markOutliers(steps, index, signal);
  if (isMigration) await suggestAll(entry, steps, signal);
  const version =
    entry.mode === 'replace' ? await goLive(index, steps) : await showChanges(entry, counts.indexed, steps);
  if (entry.mode === 'replace') await pruneIndices(elasticsearch, config.INDEX_ALIAS);
  await removeFiles(entry, config);
  await log.change(entry.id, ['publishing'], {
    ...counts,
    state: 'completed',
    finished_at: new Date().toISOString(),
    data_version: version.data_version,
  });
}

/** @throws ImportFailed when the index was replaced or rolled back meanwhile: what was written is not in the live data. */
async function showWritten(index: string, steps: ImportSteps): Promise<void> {
  if ((await liveIndex(steps.elasticsearch, steps.config.INDEX_ALIAS)) !== index) {
    throw new ImportFailed(
      'The live index was exchanged while the import ran; import the file as a new one.',
    );
  }
  await refreshAndName(index, steps);
}

/** What the batches report. */
async function resultsOf(job: Job, planned: Planned): Promise<BatchResult[]> {
  const failures = Object.values(await job.getIgnoredChildrenFailures());
  if (failures.length > 0) {
    throw new ImportFailed(`${failures.length} of ${planned.batches} batches failed: ${failures[0]}`);
  }
  const results = Object.values(await job.getChildrenValues<BatchResult>());
  if (results.length !== planned.batches) {
    throw new ImportFailed(`${results.length} of ${planned.batches} batches reported.`);
  }
  return results;
}

async function countUp(
  entry: ImportEntry,
  results: BatchResult[],
  planned: Planned,
  steps: ImportSteps,
): Promise<Counts> {
  const sum = (of: (result: BatchResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const read = sum((result) => result.read);
  const accepted = sum((result) => result.accepted);
  const rejected = sum((result) => result.rejected);
  const indexed =
    entry.mode === 'delete' ? accepted - sum((result) => result.lost) : await countIndexed(entry, steps);
  const kept = rejected === 0 ? 0 : await steps.rejects.count(entry.id, entry.run);

  if (read !== planned.records || read !== accepted + rejected || kept !== rejected || indexed > accepted) {
    throw new ImportFailed(
      `The counts do not add up: ${planned.records} records planned, ${read} read, ${accepted} accepted, ` +
        `${indexed} indexed, ${rejected} rejected, ${kept} rejects kept.`,
    );
  }
  return {
    read,
    indexed,
    superseded: accepted - indexed,
    rejected,
    rejected_by_code: mergeTallies(results.map((result) => result.rejectedByCode)),
    unknown_values: mergeUnknown(results),
    ...profileCounts(entry, results),
  };
}

/** What only an import with a profile has to tell. */
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

async function countIndexed(entry: ImportEntry, { elasticsearch }: ImportSteps): Promise<number> {
  // A migrated record keeps the number of the import that wrote it.
  const query = entry.job.name === 'migrate' ? { match_all: {} } : { term: { import: entry.id } };
  return (await elasticsearch.count({ index: entry.index!, query })).count;
}

function mergeTallies(tallies: Record<string, number>[]): Record<string, number> {
  const merged: Record<string, number> = {};
  for (const tally of tallies) for (const [key, n] of Object.entries(tally)) count(merged, key, n);
  return merged;
}

function mergeUnknown(results: BatchResult[]): Counts['unknown_values'] {
  const fields = new Set(results.flatMap((result) => Object.keys(result.unknown)));
  return Object.fromEntries(
    [...fields].map((field) => [field, mergeTallies(results.map((result) => result.unknown[field] ?? {}))]),
  );
}

/** Share of rejects that a replacement may have unless the operator says otherwise. */
const defaultMaxRejectRate = 0.05;

/** @throws ImportFailed when the new index is not fit to take the live one's place. */
async function checkReplacement(entry: ImportEntry, counts: Counts, steps: ImportSteps): Promise<void> {
  const payload = entry.job.name === 'import-file' ? entry.job.payload : undefined;
  const minRecords = payload?.min_records ?? (await halfOfLive(steps));
  if (counts.indexed < minRecords) {
    throw new ImportFailed(
      `The new index would hold ${counts.indexed} records, fewer than the ${minRecords} demanded (--min-records).`,
    );
  }
  const maxRejectRate = payload?.max_reject_rate ?? defaultMaxRejectRate;
  const rejectRate = counts.read === 0 ? 0 : counts.rejected / counts.read;
  if (rejectRate > maxRejectRate) {
    throw new ImportFailed(
      `${counts.rejected} of ${counts.read} records were rejected, more than the allowed share of ${maxRejectRate} (--max-reject-rate).`,
    );
  }
}

/** Half of the live records, or 1 where those are only the sample: real data may replace it whatever its size. */
async function halfOfLive({ elasticsearch, config, log }: ImportSteps): Promise<number> {
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (!live) return 1;
  const samples = await log.sampleImports();
  const [all, sample] = await Promise.all([
    elasticsearch.count({ index: live }),
    elasticsearch.count({ index: live, query: { terms: { import: samples } } }),
  ]);
  return all.count === sample.count ? 1 : Math.ceil(all.count / 2);
}
