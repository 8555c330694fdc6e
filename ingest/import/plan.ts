import { type FileHandle, realpath, stat, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { type Job, UnrecoverableError } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { type BatchJobData, maxBatches, type Planned, queueBatches } from '../queue/batches.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { retryWhileUnavailable } from '../retry/retry-while-unavailable.ts';
import { nextRecordOf } from '../source/formats.ts';
import { openBelow, plainFile, resolveBelow } from '../source/open-source.ts';
import { type Position, planBatches } from '../source/plan-batches.ts';
import { planSource } from '../source/plan-source.ts';
import { makeOnce, spoolPath } from '../source/spool.ts';
import type { ImportEntry, ImportPlan } from '../store/import-log.ts';

/** Batches queued in one call, so that the first are processed while the file is still being read. */
const queuedAtOnce = 100;

/**
 * Plans an import: decides how its file is read, and queues the file's batches as children of the import's job.
 * Idempotent. Afterwards the import log has the number of batches and records, unless the import was cancelled meanwhile.
 */
export async function planImport(
  job: Job,
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const { log, config } = context;
  const { file, plan, from } = await openSource(entry, config);
  try {
    if (!(await retryWhileUnavailable(() => log.change(entry.id, ['running'], { plan }), signal))) return;
    const parent = { id: job.id!, queue: job.queueQualifiedName };
    const planned: Planned = { batches: 0, records: 0 };
    let batches: BatchJobData[] = [];
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      if (batch.tooLong && plan.format === 'json') throw new UnrecoverableError(tooLongElement(batch.line));
      if (planned.batches === maxBatches)
        throw new UnrecoverableError('The file has too many records for one import.');
      batches.push({ import: entry.id, run: entry.run, batch: planned.batches++, ...batch });
      planned.records += batch.records;
      if (batches.length === queuedAtOnce) {
        await queueBatches('index-batch', batches, parent, context.batches);
        batches = [];
        signal.throwIfAborted();
        // A cancelled import is read no further.
        if ((await retryWhileUnavailable(() => log.find(entry.id), signal))?.state !== 'running') return;
      }
    }
    await queueBatches('index-batch', batches, parent, context.batches);
    await retryWhileUnavailable(() => log.change(entry.id, ['running'], { planned }), signal);
  } finally {
    await file.close();
  }
}

/** Opens the decompressed data of an import, and decides how it is read. */
async function openSource(
  entry: ImportEntry,
  config: ImportContext['config'],
): Promise<{ file: FileHandle; plan: ImportPlan; from: Position }> {
  const root = await realpath(config.IMPORT_ROOT).catch(() => config.IMPORT_ROOT);
  const copy = spoolPath(root, config.INDEX_ALIAS, entry);
  const payload = await payloadOf(entry, copy);
  const path = await resolveBelow(root, payload.path);
  const source = await sourceOf(entry, path);
  const plain = await plainFile(path, copy, () => openBelow(root, path));
  const file = await openBelow(root, plain);
  try {
    const { size, mtimeMs } = await file.stat();
    const { plan: how, from } = await planSource(file, payload);
    return { file, from, plan: { path: relative(root, plain), source, size, modifiedMs: mtimeMs, ...how } };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * The file as it is now.
 * @throws UnrecoverableError when the file changed since an earlier run wrote records of it: the counts would not add up.
 */
async function sourceOf(entry: ImportEntry, path: string): Promise<NonNullable<ImportPlan['source']>> {
  const { size, mtimeMs } = await stat(path);
  const before =
    entry.run > 1 && entry.mode !== 'replace' && entry.job.name === 'import-file' && entry.plan?.source;
  if (before && (before.size !== size || before.modifiedMs !== mtimeMs)) {
    throw new UnrecoverableError('The file was changed since the import began; import it as a new one.');
  }
  return { size, modifiedMs: mtimeMs };
}

function tooLongElement(line: number): string {
  return `The array element on line ${line} is longer than 1 MiB or is never closed; nothing behind it can be read.`;
}

/** The file to import. Records that came with the job are written to a file first. */
async function payloadOf(entry: ImportEntry, path: string): Promise<ImportFilePayload> {
  // A migration reads no file; planMigration plans it.
  if (entry.job.name !== 'upsert-records') return entry.job.payload as ImportFilePayload;
  const lines = entry.job.payload.records.map((record) => `${JSON.stringify(record)}\n`);
  await makeOnce(path, (part) => writeFile(part, lines.join('')));
  return { path, format: 'ndjson' };
}
