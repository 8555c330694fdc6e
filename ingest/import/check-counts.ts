import type { Job } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { liveIndex } from '../index/live-index.ts';
import { countSampleLots } from '../index/sample-lots.ts';
import { type BatchResult, explainFailure, type ImportJobData, type Planned } from '../queue/contract.ts';
import { columnsOf } from '../record/profile/profile.ts';
import { reasonColumns } from '../record/rejection.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { profileOf } from '../store/import-log.ts';
import { addUp, repeatedShown } from './index-batch.ts';

/** Reads the results of all batches. @throws ImportFailed when a batch failed */
export async function resultsOf(job: Job<ImportJobData>, planned: Planned): Promise<BatchResult[]> {
  const failures = Object.values(await job.getIgnoredChildrenFailures());
  if (failures.length > 0) {
    throw new ImportFailed(
      `${failures.length} of ${planned.batches} batches failed: ${explainFailure(failures[0])}`,
    );
  }
  const results = Object.values(await job.getChildrenValues<BatchResult>());
  if (results.length === planned.batches) return results;
  // Redis lost the other results: the batches are planned again, or the job is queued again if it was lost too.
  await job.updateData({ ...job.data, planned: false });
  throw new Error(`${results.length} of ${planned.batches} batches reported.`);
}

/**
 * Accounts for every record of an import: each is indexed, superseded, rejected or skipped. The caller has refreshed the
 * index.
 * @throws ImportFailed when the counts do not add up, or a replacement does not pass its checks
 */
export async function checkCounts(
  entry: ImportEntry,
  results: BatchResult[],
  context: ImportContext,
): Promise<Counts> {
  const counts = await countUp(entry, results, entry.planned!, context);
  if (counts.superseded > 0) await checkSuperseding(entry, context);
  if (entry.mode === 'replace') await checkReplacement(entry, counts, context);
  return counts;
}

/** Adds up the results of the batches. @throws ImportFailed when the counts do not add up */
async function countUp(entry: ImportEntry, results: BatchResult[], planned: Planned, context: ImportContext) {
  const { accepted, lost, ...totals } = addUp(results);
  const { read, rejected, skipped } = totals;
  const indexed = entry.mode === 'delete' ? accepted - lost : await countIndexed(entry, context);
  const kept = rejected === 0 ? 0 : await context.rejects.count(entry.id, entry.run);

  const addsUp = read === planned.records && read === accepted + rejected + skipped;
  if (!addsUp || kept !== rejected || indexed > accepted) {
    throw new ImportFailed(
      `The counts do not add up: ${planned.records} records planned, ${read} read, ${accepted} accepted, ` +
        `${indexed} indexed, ${rejected} rejected, ${kept} rejects stored, ${skipped} skipped. Import the file again.`,
    );
  }
  return { ...totals, indexed, superseded: accepted - indexed, ...profileCounts(entry, results) };
}

/** The counts of an import, once all its batches have ended. */
type Counts = Awaited<ReturnType<typeof countUp>>;

/** Counts of an import with a profile. */
function profileCounts(
  entry: ImportEntry,
  results: BatchResult[],
): Pick<ImportEntry, 'repeated_keys' | 'ignored_columns'> {
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
  const query = { term: { import: entry.id } };
  return (await elasticsearch.count({ index: entry.index!, query })).count;
}

/**
 * Checks that superseded lines lost to a later line or import. A record whose import number is not in the log is not later:
 * it comes from a lost log, or from an old build that took numbers from the clock.
 * @throws ImportFailed when there are such records
 */
async function checkSuperseding(entry: ImportEntry, { elasticsearch, log }: ImportContext): Promise<void> {
  const { aggregations } = await elasticsearch.search<
    unknown,
    { numbers: { buckets: { key: number; doc_count: number }[] } }
  >({
    index: entry.index!,
    size: 0,
    query: { range: { import: { gt: entry.id } } },
    aggs: { numbers: { terms: { field: 'import', order: { _key: 'desc' }, size: 100 } } },
  });
  for (const { key, doc_count } of aggregations!.numbers.buckets) {
    if (await log.find(key)) continue;
    throw new ImportFailed(
      `${doc_count} records have the import number ${key}, which is not in the log. They are older than this import but ` +
        'would win over it. Import the file again; it will get a higher number.',
    );
  }
}

/** Default of the maximum share of rejects in a replacement. */
const defaultMaxRejectRate = 0.05;

/** @throws ImportFailed when the new index has too few records or too many rejects. */
async function checkReplacement(entry: ImportEntry, counts: Counts, context: ImportContext): Promise<void> {
  const payload = entry.job.name === 'import-file' ? entry.job.payload : undefined;
  const minRecords = payload?.min_records ?? (await halfOfLive(context));
  if (counts.indexed < minRecords) {
    throw new ImportFailed(
      `The new index would have ${counts.indexed} records, fewer than the required ${minRecords} (--min-records).`,
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

/** Half of the live records; 1 if the live data is only sample data. */
async function halfOfLive({ elasticsearch, config }: ImportContext): Promise<number> {
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (!live) return 1;
  const { samples, others } = await countSampleLots(elasticsearch, live);
  return others === 0 ? 1 : Math.ceil((samples + others) / 2);
}
