import { isDeepStrictEqual } from 'node:util';
import { UnrecoverableError } from 'bullmq';
import { recordsIndexName } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, outageOf } from '../errors.ts';
import { grantWrites, writeAlias } from '../index/index-roles.ts';
import {
  checkMapping,
  countWrites,
  createRecordsIndex,
  ensureLiveIndex,
  liveIndex,
} from '../index/live-index.ts';
import { countSampleLots } from '../index/sample-lots.ts';
import { documentVersion, maxBatches } from '../queue/contract.ts';
import { fileVersion } from '../source/list-sources.ts';
import { noRecords, type OpenedSource, openRecords, openSource } from '../source/open-source.ts';
import type { Checkpoint, ImportEntry, Reading } from '../store/import-entry.ts';
import { profileOf } from '../store/import-log.ts';
import { type Checked, recordCheck } from './check-records.ts';
import { addCounts, countsOf, type Outcome } from './count-records.ts';
import { scheduledKey } from './enqueue.ts';
import { publishImport } from './publish.ts';
import { waitForSource } from './wait-for-source.ts';
import { writeBatch } from './write-batch.ts';

/** Bulk requests in flight; the reader waits for them. */
const batchesInFlight = 3;

/**
 * Imports a file, an object or the records of a job: opens it, reads, applies the profile, normalizes, writes, stores
 * rejects and a checkpoint after each batch, then checks the counts and publishes. A worker that takes over continues at the
 * checkpoint. What lies after it is written again as the same batches, so that nothing is written or counted twice.
 * @param entry as this worker has claimed it
 * @param stalls how often the job had stalled
 * @throws UnrecoverableError or ImportFailed with the reason when the import fails
 * @throws StaleWriter when it was cancelled or another worker has claimed it
 */
export async function runImport(entry: ImportEntry, stalls: number, context: ImportContext): Promise<void> {
  let current = entry;
  while (current.state !== 'publishing') {
    try {
      current = await readAndWrite(current, stalls, context);
      break;
    } catch (error) {
      if (outageOf(error) !== 'files') throw error;
      current = await waitForSource(current, error, context);
    }
  }
  await context.retry(() => publishImport(current, context));
}

/** Reads the source from the checkpoint to its end, and writes its records. @returns the import with its counts */
async function readAndWrite(
  entry: ImportEntry,
  stalls: number,
  context: ImportContext,
): Promise<ImportEntry> {
  const { log, retry } = context;
  let own = await retry(() => start(entry, context));
  const { job } = own;
  const { config, objects, signal } = context;
  await using source =
    job.name === 'upsert-records'
      ? openRecords(job.payload.records as Record<string, unknown>[])
      : await openSource(job.payload.path, job.payload, { importRoot: config.IMPORT_ROOT, objects }, signal);
  own = await retry(() => log.changeOwn(own, ['running'], describeSource(own, source)));

  const check = recordCheck({ ...own, profile: profileOf(own), selection: job.payload.selection });
  const counts = countsOf(own);
  const replacing = new Map(own.replacing?.map((one) => [one.id, one]));
  const first = own.checkpoint?.batches ?? 0;
  let batch = first;
  let visible: string | undefined;
  // An earlier deletion of an id could come after a later one, and would be counted as lost to it.
  const atOnce = own.mode === 'delete' ? 1 : batchesInFlight;
  const open: Promise<Written>[] = [];
  /** Waits for the first open batch, adds it to the counts, and stores the checkpoint after it. */
  const store = async () => {
    const { checked, outcome, reached } = await open[0]!;
    open.shift();
    addCounts(counts, checked, outcome);
    context.metrics.batchWritten(outcome);
    const checkpoint = { ...reached, at: new Date().toISOString(), claim: own.claim, stalls };
    own = await retry(() =>
      log.changeOwn(own, ['running'], { ...counts, checkpoint, source_outage: undefined }),
    );
  };
  try {
    for await (const { records, end } of source.batches(own.checkpoint?.place)) {
      if (batch === maxBatches)
        throw new UnrecoverableError('The file has too many records for one import. Split it.');
      if (batch === first) ({ own, visible } = await retry(() => prepareIndex(own, context)));
      if (open.length === atOnce) await store();
      const checked = check(records);
      const writing = {
        ...{ entry: own, batch, visible, replacing },
        ...{ writeAlias: writeAlias(config.INDEX_ALIAS, own), version: documentVersion(own.id, batch) },
      };
      const { size } = source.version;
      const share = size > 0 ? Math.min(1, source.bytesRead / size) : 1;
      const reached = { batches: ++batch, place: end, share };
      const written = writeBatch(checked, writing, context).then((outcome) => ({
        checked,
        outcome,
        reached,
      }));
      // Its error is thrown when its turn comes.
      written.catch(() => {});
      open.push(written);
    }
  } finally {
    // Whoever ends the import counts what they have written.
    try {
      while (open.length > 0) await store();
    } finally {
      await Promise.allSettled(open);
    }
  }
  const { sheet } = source;
  const { empty: empty_rows } = source.reached();
  // Both are known once all rows are read.
  if (sheet?.hidden_rows || empty_rows)
    own = await retry(() =>
      log.changeOwn(own, ['running'], { ...(sheet && { sheet }), ...(empty_rows && { empty_rows }) }),
    );
  if (batch > 0) return own;
  if (own.mode === 'replace') return (await retry(() => prepareIndex(own, context))).own;
  return retry(() => log.changeOwn(own, ['running'], { warning: noRecords(source) }));
}

/** A batch that is written, and the place after it. */
interface Written {
  checked: Checked;
  outcome: Outcome;
  reached: Pick<Checkpoint, 'batches' | 'place' | 'share'>;
}

/**
 * Marks an import as running.
 * @throws ImportFailed when it comes too late, or this build cannot write to the live index
 */
async function start(
  entry: ImportEntry,
  { elasticsearch, config, log }: ImportContext,
): Promise<ImportEntry> {
  if (entry.state === 'running') return entry;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (live) await checkMapping(elasticsearch, live, entry.mode === 'replace');
  const later = await log.findFirst({
    idAbove: entry.id,
    states: ['running', 'publishing', 'completed'],
    hasRecords: true,
    ...(entry.mode !== 'replace' && { modes: ['replace', 'delete'] }),
  });
  if (later) {
    throw new ImportFailed(
      `Import ${later.id} (${later.mode}), which was enqueued later, has begun already. Import the file as a new one.`,
    );
  }
  const started_at = entry.started_at ?? new Date().toISOString();
  return log.changeOwn(entry, ['waiting', 'running'], { state: 'running', started_at });
}

/**
 * How the source is read, for the import log.
 * @throws UnrecoverableError when it has changed since a part of it was written: the counts would not add up
 */
function describeSource(entry: ImportEntry, source: OpenedSource): Partial<ImportEntry> {
  const { version, format, encoding, delimiter, columns, sheet } = source;
  if (entry.reading && !isDeepStrictEqual(entry.reading.version, version)) {
    throw new UnrecoverableError('The file was changed after the import began. Import it as a new one.');
  }
  const reading: Reading = {
    ...{ version, format, encoding },
    ...(delimiter !== undefined && { delimiter }),
    ...(columns && { columns }),
  };
  return { reading, ...(sheet && { sheet }), ...keyOf(entry, reading) };
}

/** The key of a scheduled import. The file may have changed since the schedule found it, so the key names the version read. */
function keyOf({ job, schedule }: ImportEntry, { version }: Reading): Pick<ImportEntry, 'job_key'> {
  if (schedule === undefined || job.name !== 'import-file') return {};
  const { etag, size, modifiedMs } = version;
  return { job_key: scheduledKey(schedule, job.payload.path, etag ?? fileVersion(size, modifiedMs!)) };
}

/**
 * The index to write to, with write access for this claim: the live one, or a new one for a replacement.
 * @returns also the index that readers see; undefined where they see no record
 */
async function prepareIndex(
  entry: ImportEntry,
  context: ImportContext,
): Promise<{ own: ImportEntry; visible: string | undefined }> {
  const { elasticsearch, config, log, rejects } = context;
  const { INDEX_ALIAS: indexAlias } = config;
  const isReplacement = entry.mode === 'replace';
  const live = await liveIndex(elasticsearch, indexAlias);
  await rejects.prepare();
  const index = isReplacement ? recordsIndexName(indexAlias, entry.id) : await ensureLiveIndex(context);
  // A takeover finds it; where it was deleted, what has been written is lost.
  if (isReplacement && !entry.index) await createRecordsIndex(index, context);
  if (entry.index !== undefined && entry.index !== index) {
    throw new ImportFailed('The live index was switched while the import ran. Import the file as a new one.');
  }
  const { samples, others } = await countSampleLots(elasticsearch, live ?? index);
  const visible = samples + others > 0 ? (live ?? index) : undefined;
  // A worker that takes over has got its access already.
  if (entry.index) return { own: entry, visible };
  const mayRemove =
    entry.mode === 'upsert' && !(entry.job.name === 'import-file' && entry.job.payload.keep_samples);
  const removes_samples = mayRemove && samples > 0 && others === 0;
  const writes_before = await countWrites(elasticsearch, index);
  const changes = { index, writes_before, ...(removes_samples && { removes_samples }) };
  const own = await log.changeOwn(entry, ['running'], changes);
  await grantWrites(own, context);
  return { own, visible };
}
