import { realpath, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Job, UnrecoverableError } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { retryWhileUnavailable } from '../errors.ts';
import {
  type BatchJobData,
  type ImportFilePayload,
  maxBatches,
  type Planned,
  queueBatches,
} from '../queue/contract.ts';
import { fileVersion } from '../source/list-sources.ts';
import { nextRecordOf } from '../source/next-record.ts';
import { openObject } from '../source/object-file.ts';
import { isCopiedAnywhere, makeLocalCopy, openBelow, resolveBelow } from '../source/open-data.ts';
import { isPacked, isWorkbook, plainFile, reshapingOf, spoolPath } from '../source/plain-file.ts';
import { type Position, planBatches, planSource } from '../source/plan-source.ts';
import type { SourceFile } from '../source/source-file.ts';
import { describeSheet } from '../source/workbook/choose-sheet.ts';
import type { ImportEntry, ImportPlan } from '../store/import-entry.ts';
import { scheduledKey } from './enqueue.ts';

/** Batches queued in one call; few, so that the first are processed while the file is still being read. */
const queuedAtOnce = 100;

/**
 * Plans an import: decides how its file is read, queues the batches of the file as children of the import's job, and stores
 * the number of batches and records in the import log. Stops if the import is cancelled. Idempotent.
 */
export async function planImport(
  job: Job,
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const { log } = context;
  const { file, plan, from, sheet } = await openSource(entry, context, signal);
  await using _ = file;
  if (
    !(await retryWhileUnavailable(
      () => log.change(entry.id, ['running'], { plan, ...sheet, ...keyOf(entry, plan) }),
      signal,
    ))
  )
    return;
  const parent = { id: job.id!, queue: job.queueQualifiedName };
  const planned: Planned = { batches: 0, records: 0 };
  let batches: BatchJobData[] = [];
  for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
    if (batch.tooLong && plan.format === 'json') throw new UnrecoverableError(tooLongElement(batch.line));
    if (planned.batches === maxBatches)
      throw new UnrecoverableError('The file has too many records for one import. Split it.');
    batches.push({ import: entry.id, run: entry.run, batch: planned.batches++, ...batch });
    planned.records += batch.records;
    if (batches.length === queuedAtOnce) {
      await queueBatches(batches, parent, context.batches);
      batches = [];
      signal.throwIfAborted();
      // A cancelled import is read no further.
      if ((await retryWhileUnavailable(() => log.find(entry.id), signal))?.state !== 'running') return;
    }
  }
  await queueBatches(batches, parent, context.batches);
  await retryWhileUnavailable(
    () => log.change(entry.id, ['running'], { planned, source_outage: undefined }),
    signal,
  );
}

/**
 * Looks for a record in the source of an import that has not begun.
 * @returns how the source is read, if it has none; undefined if it has some, or cannot be read for any reason
 */
export async function planOfNoRecords(
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<Pick<ImportEntry, 'plan' | 'sheet'> | undefined> {
  try {
    const { file, plan, from, sheet } = await openSource(entry, context, signal);
    await using _ = file;
    const first = await planBatches(file, from, nextRecordOf(plan)).next();
    return first.done ? { plan, ...sheet } : undefined;
  } catch {
    // The import fails with the reason, or waits for the source, once it is admitted.
    signal.throwIfAborted();
    return undefined;
  }
}

/** The key of a scheduled import. The file may have changed since the schedule found it, so the key names the version read. */
function keyOf({ job, schedule }: ImportEntry, { source }: ImportPlan): Pick<ImportEntry, 'job_key'> {
  if (schedule === undefined || job.name !== 'import-file' || !source) return {};
  const version = source.etag ?? fileVersion(source.size, source.modifiedMs!);
  return { job_key: scheduledKey(schedule, job.payload.path, version) };
}

/** The plain data of an import, how it is read, and where its first record begins. */
interface OpenedSource {
  file: SourceFile;
  plan: ImportPlan;
  from: Position;
  sheet: Pick<ImportEntry, 'sheet'>;
}

/** Opens the plain data of an import, and decides how it is read. */
async function openSource(
  entry: ImportEntry,
  context: Pick<ImportContext, 'config' | 'objects'>,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const { IMPORT_ROOT, INDEX_ALIAS } = context.config;
  const root = await realpath(IMPORT_ROOT).catch(() => IMPORT_ROOT);
  const copy = spoolPath(root, INDEX_ALIAS, entry);
  const payload = payloadOf(entry, copy);
  const { file, sheet, ...opened } = isCopiedAnywhere(entry.job)
    ? await openAnywhere(entry, copy, root, context, signal)
    : await openFile(entry, payload, copy, root);
  try {
    const { plan: how, from } = await planSource(file, payload);
    return { file, from, sheet, plan: { ...opened, ...how } };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

type Opened = { file: SourceFile; sheet: Pick<ImportEntry, 'sheet'> } & Pick<
  ImportPlan,
  'path' | 'source' | 'size' | 'modifiedMs'
>;

/** Opens a file below IMPORT_ROOT, decompressed. */
async function openFile(
  entry: ImportEntry,
  payload: ImportFilePayload,
  copy: string,
  root: string,
): Promise<Opened> {
  const path = await resolveBelow(root, payload.path);
  const { size, mtimeMs } = await stat(path);
  const source = { size, modifiedMs: mtimeMs };
  refuseOther(entry, source);
  const openFile = () => openBelow(root, path);
  const sheet = await sheetOf(await openFile(), payload);
  const plain = await plainFile(path, copy, { ...reshapingOf(payload), openFile });
  const file = await openBelow(root, plain);
  const opened = await file.stat();
  return { file, sheet, path: relative(root, plain), source, size: opened.size, modifiedMs: opened.mtimeMs };
}

/** Opens an object in its store, or the local copy, which every machine makes by itself. */
async function openAnywhere(
  { job, ...entry }: ImportEntry,
  copy: string,
  root: string,
  { objects }: Pick<ImportContext, 'objects'>,
  signal: AbortSignal,
): Promise<Opened> {
  const object =
    job.name === 'import-file' ? await openObject(objects, job.payload.path, { signal }) : undefined;
  const source = object?.version;
  if (source) refuseOther({ job, ...entry }, source);
  const isPlain =
    object && !reshapingOf(job.payload as ImportFilePayload).nested && !(await isPacked(object));
  if (isPlain && source) {
    return {
      file: object,
      sheet: {},
      path: (job.payload as ImportFilePayload).path,
      source,
      size: source.size,
    };
  }
  const sheet = object ? await sheetOf(object, job.payload as ImportFilePayload) : {};
  await makeLocalCopy(job, copy, source, objects, signal);
  const file = await openBelow(root, copy);
  const { size } = await file.stat();
  return { file, sheet, path: relative(root, copy), size, ...(source && { source }) };
}

/** The sheet of a workbook that is imported, if the file is one. Closes the file. */
async function sheetOf(
  file: SourceFile,
  { profile }: ImportFilePayload,
): Promise<Pick<ImportEntry, 'sheet'>> {
  await using _ = file;
  return (await isWorkbook(file)) ? { sheet: await describeSheet(file, profile?.sheet) } : {};
}

/** @throws UnrecoverableError when the source changed since an earlier run wrote records of it: the counts would not add up. */
function refuseOther(entry: ImportEntry, source: NonNullable<ImportPlan['source']>): void {
  const before = entry.run > 1 && entry.mode !== 'replace' && entry.plan?.source;
  if (before && !isDeepStrictEqual(before, source)) {
    throw new UnrecoverableError('The file was changed after the import began. Import it as a new one.');
  }
}

function tooLongElement(line: number): string {
  return `The array element on line ${line} is longer than 1 MiB or is never closed; nothing after it can be read.`;
}

/** The payload of the import; records from the job are read from a copy. */
function payloadOf({ job }: ImportEntry, copy: string): ImportFilePayload {
  return job.name === 'upsert-records' ? { path: copy, format: 'ndjson' } : job.payload;
}
