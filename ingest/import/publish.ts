import { builderOf, type DataVersion } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { indexDocuments } from '../index/bulk-write.ts';
import { linkDuplicates } from '../index/duplicates.ts';
import { flagPriceOutliers } from '../index/flag-price-outliers.ts';
import { readRoles, recordLive, writeAlias } from '../index/index-roles.ts';
import { linkStones } from '../index/link-stones.ts';
import { liveIndex, pruneIndices, readDataVersion } from '../index/live-index.ts';
import { notifyReaders, publishWrites, swapAlias } from '../index/publish-version.ts';
import { sampleLotIds } from '../index/sample-lots.ts';
import { rebuildNames } from '../index/suggested-names.ts';
import { documentVersion } from '../queue/contract.ts';
import { removeTemporary } from '../source/remove-temporary.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { checkRead, checkReplacement, checkWritten, type WrittenCounts } from './check-counts.ts';

const begun = ['running', 'publishing'] as const;

/**
 * Publishes an import whose records are all written. Elasticsearch shows no write by itself (`refresh_interval` is -1). An
 * upsert or a deletion is shown by one refresh, a replacement by moving the alias; only then are links, flags
 * and suggested names of the whole index brought up to date, of a replacement before. From the first refresh to the new data
 * version responses are not stored. Idempotent: it may be interrupted and repeated at any point.
 * @throws ImportFailed when the counts do not add up, a replacement does not pass its checks, or the live index was switched
 * @throws StaleWriter when the import was cancelled or another worker has claimed it
 */
export async function publishImport(entry: ImportEntry, context: ImportContext): Promise<void> {
  const publish = entry.mode === 'replace' ? publishReplacement : publishInPlace;
  const { data_version } = await publish(entry, context);
  if (entry.mode === 'replace') await pruneIndices(context.elasticsearch, context.config.INDEX_ALIAS);
  await removeTemporary(entry.job, context.config.IMPORT_ROOT);
  const completed = { state: 'completed', finished_at: new Date().toISOString() } as const;
  await context.log.changeOwn(entry, ['publishing'], { ...completed, ...(data_version && { data_version }) });
}

/** The state of an import that is published. Its beginning is progress: losses of workers are counted anew from here. */
const publishing = ({ state, checkpoint, claim }: ImportEntry): Partial<ImportEntry> => ({
  state: 'publishing',
  ...(state === 'running' && checkpoint && { checkpoint: { ...checkpoint, claim } }),
});

/** Shows an upsert or a deletion in the live index. */
async function publishInPlace(entry: ImportEntry, context: ImportContext): Promise<Partial<DataVersion>> {
  const { elasticsearch, config, log } = context;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const { index } = entry;
  if (index && live !== index) {
    throw new ImportFailed('The live index was switched while the import ran. Import the file as a new one.');
  }
  await checkRead(entry, context);
  const samples =
    entry.removes_samples && entry.accepted > entry.samples
      ? await sampleLotIds(elasticsearch, index!, 'synthetic')
      : [];
  const samples_removed = entry.samples_removed ?? samples.length;
  const changes = { source_outage: undefined, ...(samples_removed > 0 && { samples_removed }) };
  await log.changeOwn(entry, begun, { ...publishing(entry), ...changes });
  const isUnchanged = entry.accepted === entry.lost && samples_removed === 0;
  if (!index || isUnchanged) {
    // The data version stays. Without an index there were no records.
    if (index) await log.changeOwn(entry, begun, await checkWritten(entry, context));
    return live ? readDataVersion(elasticsearch, live) : {};
  }
  const target = writeAlias(config.INDEX_ALIAS, entry);
  const deletions = samples.map((id) => ({ id }));
  await indexDocuments(context, { writeAlias: target, version: documentVersion(entry.id, 0) }, deletions);
  return publishWrites(index, context, target, async () => {
    const counts = await checkWritten(entry, context);
    await completeRecords(entry, counts, context);
  });
}

/** Makes the index of a replacement live, unless an earlier attempt has. */
async function publishReplacement(entry: ImportEntry, context: ImportContext): Promise<DataVersion> {
  const { elasticsearch, config, log } = context;
  const indexAlias = config.INDEX_ALIAS;
  const to = entry.index!;
  const from = await liveIndex(elasticsearch, indexAlias);
  // The readers may not have been notified.
  if (from === to) return notifyReaders(to, context);
  if (from && builderOf(indexAlias, from) > entry.id) {
    throw new ImportFailed(`A later import built the live index ${from}. Import the file as a new one.`);
  }
  await elasticsearch.indices.refresh({ index: to });
  await checkRead(entry, context);
  const counts = await checkWritten(entry, context);
  if (entry.state !== 'publishing') await checkReplacement(entry, counts, context);
  await log.changeOwn(entry, begun, { ...publishing(entry), source_outage: undefined });
  await completeRecords(entry, counts, context);
  await elasticsearch.indices.refresh({ index: to });
  const endAccess = { remove: { index: to, alias: writeAlias(indexAlias, entry), must_exist: true } };
  const recorded = recordLive(indexAlias, to, await readRoles(elasticsearch, indexAlias));
  return swapAlias({ from, to }, [endAccess, recorded], context);
}

/**
 * Updates in the whole index what depends on several records: links of duplicates and stones, then PRICE_OUTLIER, which counts a
 * duplicated lot once, and the suggested names.
 */
async function completeRecords(
  entry: ImportEntry,
  counts: WrittenCounts,
  context: ImportContext,
): Promise<void> {
  const { config, log } = context;
  const index = entry.index!;
  const target = { index, writeAlias: writeAlias(config.INDEX_ALIAS, entry), at: entry.created_at };
  const duplicates = await linkDuplicates(context, target, entry);
  await linkStones(context, target);
  await flagPriceOutliers(context, target);
  await rebuildNames(index, context);
  await log.changeOwn(entry, begun, { ...counts, duplicates });
}
