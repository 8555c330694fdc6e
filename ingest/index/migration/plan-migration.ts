import type { Job } from 'bullmq';
import { mappingVersion } from '../../../mappings/records-index.ts';
import type { ImportContext } from '../../context.ts';
import { ImportFailed, retryWhileUnavailable } from '../../errors.ts';
import { type CopyJobData, type Planned, queueBatches } from '../../queue/contract.ts';
import type { ImportEntry, Migration } from '../../store/import-entry.ts';
import { countWrites, liveIndex, olderVersion, readMapping } from '../live-index.ts';
import { refresh } from '../publish-version.ts';
import { pagesOfIds } from './pages-of-ids.ts';

/** Records of one batch: at most a few megabytes, whatever their titles. */
const batchSize = 500;

/**
 * Plans a migration: splits the ids of the live index into batches, and queues them as children of the migration's job.
 * Idempotent, since nothing is written to that index meanwhile; checkMigration verifies that at the end.
 * @throws ImportFailed when there is nothing to migrate, or this worker builds another version.
 */
export async function planMigration(
  job: Job,
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, log } = context;
  const migration =
    entry.migration ?? (await retryWhileUnavailable(() => beginMigration(entry, context), signal));
  if (!(await retryWhileUnavailable(() => log.change(entry.id, ['running'], { migration }), signal))) return;
  const parent = { id: job.id!, queue: job.queueQualifiedName };
  const planned: Planned = { batches: 0, records: 0 };
  for await (const ids of pagesOfIds(elasticsearch, migration.from, signal)) {
    const batches: CopyJobData[] = [];
    for (let start = 0; start < ids.length; start += batchSize) {
      const own = ids.slice(start, start + batchSize);
      const range = { from: own[0]!, to: own.at(-1)!, records: own.length };
      batches.push({ import: entry.id, run: entry.run, batch: planned.batches++, ...range });
    }
    planned.records += ids.length;
    await queueBatches('copy-batch', batches, parent, context.batches);
    signal.throwIfAborted();
    // A cancelled migration is planned no further.
    if ((await retryWhileUnavailable(() => log.find(entry.id), signal))?.state !== 'running') return;
  }
  await retryWhileUnavailable(() => log.change(entry.id, ['running'], { planned }), signal);
}

async function beginMigration({ job }: ImportEntry, context: ImportContext): Promise<Migration> {
  const { elasticsearch, config } = context;
  const to_version = job.name === 'migrate' ? job.payload.mapping_version : mappingVersion;
  if (to_version !== mappingVersion) {
    throw new ImportFailed(`This worker builds version ${mappingVersion} of the mapping, not ${to_version}.`);
  }
  const from = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (!from) throw new ImportFailed('There is no index to migrate.');
  const { version: from_version } = await readMapping(elasticsearch, from);
  // A record of an older form cannot be read.
  if (from_version < to_version) throw new ImportFailed(olderVersion(from, from_version));
  // Counted first: a write between here and the refresh is copied, and makes the check fail all the same.
  const writes = await countWrites(elasticsearch, [from]);
  await refresh(from, context);
  return { from, from_version, to_version, writes };
}
