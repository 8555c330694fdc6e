import type { Job } from 'bullmq';
import { builderOf, type DataVersion } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, StaleWriter } from '../errors.ts';
import { flagPriceOutliers } from '../index/flag-price-outliers.ts';
import { completeHistory } from '../index/index-history.ts';
import { mayWrite, readRoles, recordLive, revokeWrites, writeAlias } from '../index/index-roles.ts';
import { linkDuplicates } from '../index/link-duplicates.ts';
import { checkMapping, liveIndex, pruneIndices, readDataVersion } from '../index/live-index.ts';
import { notifyReaders, refresh, swapAlias } from '../index/publish-version.ts';
import { rebuildNames } from '../index/suggested-names.ts';
import type { ImportJobData } from '../queue/contract.ts';
import { removeFiles } from '../source/open-data.ts';
import { noRecords } from '../source/plan-source.ts';
import { type ImportEntry, unfinishedStates } from '../store/import-entry.ts';
import { withLock } from '../store/lock.ts';
import { checkCounts, resultsOf } from './check-counts.ts';

/**
 * Publishes an import in five steps. Elasticsearch shows no write by itself (`refresh_interval` is -1), only these steps do.
 * Clients of the API see:
 *
 * 1. `refresh`: the writes and deletions of an upsert or a deletion. The API does not read the index of a replacement yet.
 * 2. `checkCounts`: no change. From here on the import cannot be cancelled.
 * 3. `completeRecords`, one import at a time: links of duplicates, then flags and suggested names.
 * 4. `swapAlias` (in `goLive`): all data of a replacement, at once. `notifyReaders`: no change after an upsert or a deletion.
 * 5. `finalize`: no change. The import has completed.
 *
 * Every visible change gets a new data version, and readers are notified. Data also becomes visible in three other places:
 * an upsert or a deletion that fails or is cancelled (process.ts), the first upsert, which makes an empty index live when
 * it begins (`ensureLiveIndex`), and the end of another import, which also shows the writes of this one so far.
 *
 * Idempotent. Does nothing if the import was cancelled or another worker owns it.
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
  let begun: ImportEntry | undefined = entry;
  if (entry.planned?.records === 0 && entry.mode !== 'replace') {
    await completeWithoutRecords(entry, {}, owner, context);
    return;
  }
  if (entry.state !== 'publishing') {
    await checkMapping(context.elasticsearch, entry.index!);
    const results = await resultsOf(job, entry.planned!);
    await checkTarget(entry, context);
    await refreshIndex(entry, context);
    const counts = await checkCounts(entry, results, context);
    const changes = { ...counts, state: 'publishing' } as const;
    begun = await context.log.change(entry.id, ['running'], changes, owner);
    if (!begun) return;
  }
  const version = await completeAndShow(begun, context, signal);
  await finalize(begun, version, owner, context);
}

/**
 * Ends an upsert or a deletion of no records, at once and whatever other imports do: it has written nothing.
 * @param found what a look into the source showed
 */
export async function completeWithoutRecords(
  entry: ImportEntry,
  found: Pick<ImportEntry, 'plan' | 'sheet'>,
  owner: string,
  context: ImportContext,
): Promise<void> {
  const { elasticsearch, config, log } = context;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const data_version = live && (await readDataVersion(elasticsearch, live)).data_version;
  const warning = noRecords({ ...entry.plan, ...found.plan });
  const finished_at = new Date().toISOString();
  const completed = {
    ...{ ...found, state: 'completed' as const, warning, finished_at },
    ...(data_version !== undefined && { data_version }),
  };
  if (!(await log.change(entry.id, unfinishedStates, completed, owner))) return;
  if (entry.index) await revokeWrites(entry, context);
  await removeFiles(entry, config);
}

/** @throws ImportFailed when the index was replaced or rolled back meanwhile, so that the writes are not in the live data */
async function checkTarget({ mode, index }: ImportEntry, context: ImportContext): Promise<void> {
  if (mode === 'replace' || (await liveIndex(context.elasticsearch, context.config.INDEX_ALIAS)) === index)
    return;
  throw new ImportFailed('The live index was switched while the import ran. Import the file as a new one.');
}

/** Makes all writes to the index of an import searchable, under a new data version if the index is live. */
async function refreshIndex(entry: ImportEntry, context: ImportContext): Promise<void> {
  const index = entry.index!;
  if (entry.mode === 'replace') await context.elasticsearch.indices.refresh({ index });
  else await refresh(index, context, writeAlias(context.config.INDEX_ALIAS, entry));
}

/** Takes steps 3 and 4, unless another worker has. @returns the data version with the import */
async function completeAndShow(
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<DataVersion> {
  while (await mayWrite(entry, context)) {
    try {
      await completeRecords(entry, context, signal);
      return entry.mode === 'replace'
        ? await goLive(entry, context)
        : await notifyReaders(entry.index!, context);
    } catch (error) {
      // A rollback or another worker was faster.
      if (!(error instanceof StaleWriter)) throw error;
    }
  }
  return versionAlreadyShown(entry, context);
}

/**
 * Updates in the whole index what depends on several records: links of duplicates, then PRICE_OUTLIER, which counts a
 * duplicated lot once, and the suggested names. Concurrent imports take turns, because the one that reads older data must
 * not write later.
 */
async function completeRecords(
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, redis, config, log } = context;
  const index = entry.index!;
  await checkMapping(elasticsearch, index);
  const target = { index, writeAlias: writeAlias(config.INDEX_ALIAS, entry), at: entry.created_at };
  const { duplicates } = await withLock(redis, `gem-auctions:${config.INDEX_ALIAS}:outliers`, async () => {
    // Other imports may have written since, flags above all.
    await refreshIndex(entry, context);
    const linked = await linkDuplicates(context, target, entry, signal);
    if (linked.changed > 0) await refreshIndex(entry, context);
    await flagPriceOutliers(context, target, signal);
    await rebuildNames(index, context);
    await refreshIndex(entry, context);
    return linked;
  });
  await log.change(entry.id, ['publishing'], { duplicates });
}

/** Makes the index of a replacement live and revokes the import's write access in one step. */
async function goLive(entry: ImportEntry, context: ImportContext): Promise<DataVersion> {
  const { elasticsearch, config } = context;
  const indexAlias = config.INDEX_ALIAS;
  const from = await liveIndex(elasticsearch, indexAlias);
  if (from && builderOf(indexAlias, from) > entry.id) {
    throw new ImportFailed(`A later import built the live index ${from}. Import the file as a new one.`);
  }
  const to = entry.index!;
  const endAccess = { remove: { index: to, alias: writeAlias(indexAlias, entry), must_exist: true } };
  const indices = await completeHistory(context);
  return swapAlias({ from, to }, [endAccess, ...recordLive(indexAlias, to, indices)], context);
}

/** The data version with the import. @throws ImportFailed when the import lost its write access before it was visible */
async function versionAlreadyShown(entry: ImportEntry, context: ImportContext): Promise<DataVersion> {
  const { elasticsearch, config } = context;
  const indices = await readRoles(elasticsearch, config.INDEX_ALIAS);
  const own = indices.find(({ index }) => index === entry.index);
  if (!own || (entry.mode === 'replace' && own.place === undefined)) {
    throw new ImportFailed(
      `${entry.index} was changed or deleted while the import was published. Import the file again.`,
    );
  }
  // The readers may not have been notified.
  return own.role === 'live' ? notifyReaders(own.index, context) : readDataVersion(elasticsearch, own.index);
}

/** Marks the import as completed and removes its leftovers. */
async function finalize(
  entry: ImportEntry,
  { data_version }: DataVersion,
  owner: string,
  context: ImportContext,
): Promise<void> {
  const { elasticsearch, config, log } = context;
  await revokeWrites(entry, context);
  if (entry.mode === 'replace') await pruneIndices(elasticsearch, config.INDEX_ALIAS);
  await removeFiles(entry, config);
  const finished_at = new Date().toISOString();
  const completed = { state: 'completed', finished_at, data_version } as const;
  await log.change(entry.id, ['publishing'], completed, owner);
}
