import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { builderOf, type DataVersion } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, StaleWriter } from '../errors.ts';
import { linkDuplicates } from '../index/duplicates/link-duplicates.ts';
import { completeHistory } from '../index/index-history.ts';
import { mayWrite, readRoles, recordLive, revokeWrites, writeAlias } from '../index/index-roles.ts';
import { checkMapping, liveIndex, pruneIndices, readDataVersion } from '../index/live-index.ts';
import { checkMigration, suggestAll } from '../index/migration/check-migration.ts';
import { flagPriceOutliers } from '../index/outliers/flag-price-outliers.ts';
import {
  announceAgain,
  behindTitles,
  completeTitles,
  publishSuggestions,
  refreshAndPublish,
  switchAlias,
} from '../index/publish-version.ts';
import { type BatchResult, explainFailure, type ImportJobData, type Planned } from '../queue/contract.ts';
import { columnsOf } from '../record/profile/profile.ts';
import { reasonColumns } from '../record/rejection.ts';
import { removeFiles } from '../source/open-data.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { profileOf } from '../store/import-log.ts';
import { mergeTallies, mergeUnknown, repeatedShown } from './index-batch.ts';

/**
 * Publishes an import: makes its writes visible, checks that every record is accounted for, and publishes a new version
 * of the data where records changed. Idempotent. Nothing happens when the import was cancelled, or another worker owns it.
 *
 * What readers see, and when: of an upsert or a deletion, its writes (`showWrites`), then links of duplicates and flags
 * (`markRecords`), each that changes anything with a version of the data, then suggestions (`publishSuggestions`). Of a
 * replacement, everything in one step (`switchAlias`). Of an import that failed or was cancelled, what an upsert or a
 * deletion had written (`showWhatStays` in process.ts). Titles of many lots follow (`publishTitles`). Besides, the first
 * upsert of all makes an empty index live when it begins (`ensureLiveIndex`), and the end of another import shows what this
 * one has written so far (`refreshAndPublish`).
 * @param owner the worker
 * @throws ImportFailed when batches failed, the counts do not add up, or a replacement does not pass its checks.
 * @throws NewerMapping when the index is of a newer build
 */
export async function publishImport(
  job: Job<ImportJobData>,
  owner: string,
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const { config, log } = context;
  let begun: ImportEntry | undefined = entry;
  if (entry.state !== 'publishing') {
    await checkMapping(context.elasticsearch, entry.index!);
    const results = await resultsOf(job, entry.planned!);
    await showWrites(entry, context);
    const counts = await checkCounts(entry, results, context);
    // From here on the import cannot be cancelled, and the log has the counts of the batches.
    const changes = { ...counts, state: 'publishing' } as const;
    begun = await log.change(entry.id, ['running'], changes, owner);
    if (!begun) return;
  }
  const { data_version } = await publish(begun, context, signal);
  if (entry.mode === 'replace') await pruneIndices(context.elasticsearch, config.INDEX_ALIAS);
  await removeFiles(entry, config);
  const finished_at = new Date().toISOString();
  const completed = { state: 'completed', finished_at, data_version } as const;
  const ended = await log.change(entry.id, ['publishing'], completed, owner);
  if (ended) context.metrics.importEnded(ended);
}

/** The results of all batches. @throws ImportFailed when a batch failed */
async function resultsOf(job: Job<ImportJobData>, planned: Planned): Promise<BatchResult[]> {
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

/**
 * Makes what an import wrote searchable.
 * @throws ImportFailed when the index was replaced or rolled back meanwhile: what was written is not in the live data.
 */
async function showWrites(entry: ImportEntry, context: ImportContext): Promise<void> {
  const { elasticsearch, config } = context;
  if (entry.mode !== 'replace' && (await liveIndex(elasticsearch, config.INDEX_ALIAS)) !== entry.index) {
    throw new ImportFailed('The live index was switched while the import ran; import the file as a new one.');
  }
  await refreshIndex(entry, context);
}

/** Makes all writes to the index of an import searchable, with a version of their own where readers see it. */
async function refreshIndex(entry: ImportEntry, context: ImportContext): Promise<void> {
  const index = entry.index!;
  // Nobody reads a replacement before it goes live.
  if (entry.mode === 'replace') await context.elasticsearch.indices.refresh({ index });
  else await refreshAndPublish(index, context, writeAlias(context.config.INDEX_ALIAS, entry));
}

/** @throws ImportFailed when the counts do not add up, or a replacement does not pass its checks */
async function checkCounts(
  entry: ImportEntry,
  results: BatchResult[],
  context: ImportContext,
): Promise<Counts> {
  const counts = await countUp(entry, results, entry.planned!, context);
  if (counts.superseded > 0) await checkSuperseding(entry, context);
  if (entry.job.name === 'migrate') await checkMigration(entry, context);
  else if (entry.mode === 'replace') await checkReplacement(entry, counts, context);
  return counts;
}

/** Adds up the results of the batches. @throws ImportFailed when the counts do not add up */
async function countUp(entry: ImportEntry, results: BatchResult[], planned: Planned, context: ImportContext) {
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

/** The counts of an import, once all its batches have ended. */
type Counts = Awaited<ReturnType<typeof countUp>>;

/** The counts that only an import with a profile has. */
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
  // A migrated record keeps the number of the import that wrote it.
  const query = entry.job.name === 'migrate' ? { match_all: {} } : { term: { import: entry.id } };
  return (await elasticsearch.count({ index: entry.index!, query })).count;
}

/** Publishes the new version of the data, unless another worker did so already. */
async function publish(
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<DataVersion> {
  while (await mayWrite(entry, context)) {
    try {
      const duplicates = await markRecords(context, entry, signal);
      await context.log.change(entry.id, ['publishing'], { duplicates });
      if (entry.mode !== 'replace') return await publishChanges(entry, context);
      if (entry.job.name === 'migrate') await suggestAll(entry, context, signal);
      return await publishReplacement(entry, context);
    } catch (error) {
      // A rollback or another worker was faster: check again.
      if (!(error instanceof StaleWriter)) throw error;
    }
  }
  return publishedBefore(entry, context);
}

async function publishChanges(entry: ImportEntry, context: ImportContext): Promise<DataVersion> {
  const version = await publishSuggestions(entry, entry.indexed, context);
  await revokeWrites(entry, context);
  return version;
}

/** Makes the index of a replacement live and revokes the import's write access in one step. */
async function publishReplacement(entry: ImportEntry, context: ImportContext): Promise<DataVersion> {
  const { elasticsearch, config } = context;
  const indexAlias = config.INDEX_ALIAS;
  const from = await liveIndex(elasticsearch, indexAlias);
  if (from && builderOf(indexAlias, from) > entry.id) {
    throw new ImportFailed(`${from} is live, and a later import built it.`);
  }
  const to = entry.index!;
  const endAccess = { remove: { index: to, alias: writeAlias(indexAlias, entry), must_exist: true } };
  const indices = await completeHistory(context);
  return switchAlias({ from, to }, [endAccess, ...recordLive(indexAlias, to, indices)], context);
}

/** The version that was published before. @throws ImportFailed when the import lost its write access unpublished */
async function publishedBefore(entry: ImportEntry, context: ImportContext): Promise<DataVersion> {
  const { elasticsearch, config } = context;
  const indices = await readRoles(elasticsearch, config.INDEX_ALIAS);
  const own = indices.find(({ index }) => index === entry.index);
  if (!own || (entry.mode === 'replace' && own.place === undefined)) {
    throw new ImportFailed(`${entry.index} was changed or deleted by hand while the import was published.`);
  }
  // It may not have been announced.
  return own.role === 'live' ? announceAgain(own.index, context) : readDataVersion(elasticsearch, own.index);
}

/**
 * Lines lose to later lines and to later imports. Records with a higher number that no import in the log has are
 * not later: they come from a lost log, or from an old build that took numbers from the clock.
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
      `${doc_count} records carry the number ${key}, which no import in the log has: they would win over this ` +
        'import though they are older. Import the file again; it will get a higher number.',
    );
  }
}

/** Default maximum share of rejects of a replacement. */
const defaultMaxRejectRate = 0.05;

/** @throws ImportFailed when the new index has too few records or too many rejects. */
async function checkReplacement(entry: ImportEntry, counts: Counts, context: ImportContext): Promise<void> {
  const payload = entry.job.name === 'import-file' ? entry.job.payload : undefined;
  const minRecords = payload?.min_records ?? (await halfOfLive(context));
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

/** Half of the live records; 1 where the live data is only the sample. */
async function halfOfLive({ elasticsearch, config, log }: ImportContext): Promise<number> {
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (!live) return 1;
  const samples = await log.sampleImports();
  const [all, sample] = await Promise.all([
    elasticsearch.count({ index: live }),
    elasticsearch.count({ index: live, query: { terms: { import: samples } } }),
  ]);
  return all.count === sample.count ? 1 : Math.ceil(all.count / 2);
}

/**
 * Updates what a record has because of other records, in the whole index of an import: the links of duplicates, then
 * PRICE_OUTLIER, which counts a lot once; and makes the changes visible. Concurrent imports do so one after the other: the
 * one that reads older data must not write later.
 * @returns how many records are hidden as duplicates in the lots that the import wrote
 */
async function markRecords(context: ImportContext, entry: ImportEntry, signal: AbortSignal): Promise<number> {
  const { elasticsearch, redis, config } = context;
  const index = entry.index!;
  await checkMapping(elasticsearch, index);
  const target = { index, writeAlias: writeAlias(config.INDEX_ALIAS, entry), at: entry.created_at };
  return withLock(redis, `gem-auctions:${config.INDEX_ALIAS}:outliers`, async () => {
    // What others wrote since the import's own refresh, their flags above all, must be seen.
    await refreshIndex(entry, context);
    const linked = await linkDuplicates(context, target, entry, signal);
    if (linked.changed > 0) await refreshIndex(entry, context);
    if ((await flagPriceOutliers(context, target, signal)) > 0) await refreshIndex(entry, context);
    return linked.duplicates;
  });
}

/**
 * Completes the suggested titles, where they are too many for the import to wait for them. One import at a time builds
 * them, and goes on while others change more; those end meanwhile.
 * @throws ShuttingDown when `signal` is aborted; the next worker that takes the job continues
 */
export async function publishTitles(
  importNumber: number,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, redis, config } = context;
  const indexAlias = config.INDEX_ALIAS;
  for (;;) {
    const index = await liveIndex(elasticsearch, indexAlias);
    if (!index || !(await behindTitles(elasticsearch, indexAlias, index))) return;
    const built = await unlessLocked(
      redis,
      `gem-auctions:${indexAlias}:titles:${index}`,
      String(importNumber),
      async () => {
        const checkpoint = () => signal.throwIfAborted();
        if (await completeTitles(elasticsearch, indexAlias, index, checkpoint))
          await announceAgain(index, context);
      },
    );
    // The import that builds them looks again when it is done.
    if (!built) return;
  }
}

/** Expiry of the lock of a worker that was killed. */
const lockMs = 30_000;
const retryAfterMs = 200;

/** Takes the lock where nobody else holds it. */
const acquire = `local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** Deletes or extends the lock, if this owner still holds it. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const prolong = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * Runs work under a lock in Redis, once nobody else holds it. If Redis loses the lock two run at once, so the work must be
 * safe to repeat; for that a lock library over several Redis servers (redlock) is more than needed.
 */
export async function withLock<T>(redis: Redis, name: string, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  for (;;) {
    const done = await unlessLocked(redis, name, owner, work);
    if (done) return done.result;
    await wait(retryAfterMs);
  }
}

/**
 * The same where nobody else holds the lock, else undefined.
 * @param owner has the lock still where it had it before: the next worker takes up what a killed one has left
 */
export async function unlessLocked<T>(
  redis: Redis,
  name: string,
  owner: string,
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  if ((await redis.eval(acquire, 1, name, owner, lockMs)) === 0) return undefined;
  const timer = setInterval(() => redis.eval(prolong, 1, name, owner, lockMs).catch(() => {}), lockMs / 3);
  try {
    return { result: await work() };
  } finally {
    clearInterval(timer);
    await redis.eval(release, 1, name, owner);
  }
}
