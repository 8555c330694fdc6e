import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, UnrecoverableError } from 'bullmq';
import { prepareIdentities } from './identity/claim-ids.ts';
import type { ImportEntry, ImportPlan } from './import-log.ts';
import { maxBatches } from './import-number.ts';
import { createRecordsIndex, ensureLiveIndex, recordsIndexName } from './live-index.ts';
import { profileOf } from './profile/profile-of.ts';
import {
  type BatchJobData,
  batchJobId,
  batchJobOptions,
  type ImportFilePayload,
  type Planned,
} from './queue.ts';
import { nextRecordOf } from './read/formats.ts';
import { plainFile, resolveBelow, spoolFolder, spoolPath } from './read/open-source.ts';
import { planBatches } from './read/plan-batches.ts';
import { planSource } from './read/plan-source.ts';
import type { ImportSteps } from './steps.ts';
import { ShuttingDown, untilAvailable } from './until-available.ts';

/** Batches handed to the queue in one call, so that the first are worked on while the file is still being read. */
const queuedAtOnce = 100;

/**
 * The first step of an import: finds out how its file is read, prepares the index, and queues the file's batches as
 * children of the import's job. Repeating it queues no batch twice.
 * @returns how many batches and records the file has.
 */
export async function planImport(
  job: Job,
  entry: ImportEntry,
  steps: ImportSteps,
  signal: AbortSignal,
): Promise<Planned> {
  const payload = await payloadOf(entry, steps.config.IMPORT_ROOT);
  const source = await resolveBelow(steps.config.IMPORT_ROOT, payload.path);
  const path = await plainFile(source, steps.config.IMPORT_ROOT, entry.id);
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const { plan: how, from } = await planSource(file, payload);
    const plan: ImportPlan = { path, size, modifiedMs: mtimeMs, ...how };
    const index = await untilAvailable(() => prepareIndex(entry, steps), signal);
    const started = await untilAvailable(
      () =>
        steps.log.change(entry.id, ['waiting', 'running'], {
          state: 'running',
          started_at: entry.started_at ?? new Date().toISOString(),
          plan,
          index,
        }),
      signal,
    );
    if (!started) return { batches: 0, records: 0 };

    const parent = { id: job.id!, queue: job.queueQualifiedName };
    let batches: BatchJobData[] = [];
    let next = 0;
    let records = 0;
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      if (signal.aborted) throw new ShuttingDown();
      if (batch.tooLong && plan.format === 'json') throw new UnrecoverableError(tooLongElement(batch.line));
      if (next === maxBatches) throw new UnrecoverableError('The file has too many records for one import.');
      batches.push({ import: entry.id, batch: next++, ...batch });
      records += batch.records;
      if (batches.length === queuedAtOnce) {
        await queue(batches, parent, steps);
        batches = [];
      }
    }
    await queue(batches, parent, steps);
    return { batches: next, records };
  } finally {
    await file.close();
  }
}

function tooLongElement(line: number): string {
  return `The array element on line ${line} is longer than 1 MiB or is never closed; nothing behind it can be read.`;
}

/** The file to import. Records that came with the job are written to a file first, and go the same way. */
async function payloadOf(entry: ImportEntry, importRoot: string): Promise<ImportFilePayload> {
  if (entry.job.name === 'import-file') return entry.job.payload;
  await mkdir(join(importRoot, spoolFolder), { recursive: true });
  const path = spoolPath(importRoot, entry.id);
  await writeFile(path, entry.job.payload.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { path, format: 'ndjson' };
}

async function prepareIndex(
  entry: ImportEntry,
  { elasticsearch, config, rejects }: ImportSteps,
): Promise<string> {
  await rejects.prepare();
  if (profileOf(entry)?.identity) await prepareIdentities(elasticsearch, config.INDEX_ALIAS);
  if (entry.mode !== 'replace') return ensureLiveIndex(elasticsearch, config.INDEX_ALIAS);
  const index = recordsIndexName(config.INDEX_ALIAS, entry.id);
  await createRecordsIndex(elasticsearch, index);
  return index;
}

async function queue(
  batches: BatchJobData[],
  parent: { id: string; queue: string },
  steps: ImportSteps,
): Promise<void> {
  await steps.batches.addBulk(
    batches.map((data) => ({
      name: 'index-batch',
      data,
      opts: { ...batchJobOptions, jobId: batchJobId(data.import, data.batch), parent },
    })),
  );
}
