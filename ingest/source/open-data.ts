import { constants as modes } from 'node:fs';
import { type FileHandle, open, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { UnrecoverableError } from 'bullmq';
import { isTransient, Unavailable } from '../errors.ts';
import { type ImportFilePayload, type ImportJob, isObjectUrl } from '../queue/contract.ts';
import type { IngestConfig } from '../services.ts';
import type { ImportEntry, ImportPlan } from '../store/import-entry.ts';
import { type ObjectVersion, openObject } from './object-file.ts';
import type { ObjectStore } from './object-store.ts';
import { makeOnce, plainFile, removeSpool, workbookOptions } from './plain-file.ts';
import { fileChanged, type SourceFile } from './source-file.ts';

/**
 * Opens the plain data of an import as it was planned, perhaps on another machine: an object in its store, a file below
 * IMPORT_ROOT, or a copy, which is made here where it is missing.
 * @throws UnrecoverableError when it is gone or another
 */
export async function openData(
  { plan, job }: Pick<ImportEntry, 'plan' | 'job'>,
  { config, objects }: { config: Pick<IngestConfig, 'IMPORT_ROOT'>; objects: ObjectStore },
  signal: AbortSignal,
): Promise<SourceFile> {
  const { path, source } = plan!;
  const version = source?.etag === undefined ? undefined : (source as ObjectVersion);
  if (isObjectUrl(path)) return openObject(objects, path, { version: version!, signal });
  if (isCopiedAnywhere(job))
    await makeLocalCopy(job, join(config.IMPORT_ROOT, path), version, objects, signal);
  return openPlanned(plan!, config.IMPORT_ROOT);
}

/**
 * Opens the plain file of an import, as long as it is the one that was planned.
 * @throws UnrecoverableError when it is gone or another; what was changed without a trace, `readBatch` notices
 */
export async function openPlanned(
  plan: Pick<ImportPlan, 'path' | 'size' | 'modifiedMs'>,
  importRoot: string,
): Promise<FileHandle> {
  const file = await openBelow(importRoot, plan.path).catch((error) => {
    if (isTransient(error)) throw error;
    throw new UnrecoverableError('The file of the import is gone, or lies outside IMPORT_ROOT now.');
  });
  const { size, mtimeMs } = await file.stat();
  const { modifiedMs = mtimeMs } = plan;
  if (size === plan.size && mtimeMs === modifiedMs) return file;
  await file.close();
  throw fileChanged();
}

/** Whether every machine makes the copy that it reads by itself: of records in the job, and of a packed object. */
export function isCopiedAnywhere(job: ImportJob): boolean {
  return job.name === 'upsert-records' || (job.name === 'import-file' && isObjectUrl(job.payload.path));
}

/** Copies that this process is making: batches that need the same one wait for it. */
const inProgress = new Map<string, Promise<void>>();

/**
 * Makes the plain data of an import into a file of this machine, unless it is there: unpacked from an object, or written
 * from the records of the job.
 * @param copy the path of that file
 * @param version the version of the object that is planned
 * @throws UnrecoverableError when the object is another by now, is damaged, or expands beyond the limit
 */
export async function makeLocalCopy(
  job: ImportJob,
  copy: string,
  version: ObjectVersion | undefined,
  store: ObjectStore,
  signal: AbortSignal,
): Promise<void> {
  const making =
    inProgress.get(copy) ??
    makeOnce(copy, (part) => {
      if (job.name === 'upsert-records') return writeRecords(job.payload.records, part);
      return unpack(job.payload as ImportFilePayload, version!, part, store, signal);
    });
  inProgress.set(copy, making);
  try {
    await making;
  } finally {
    inProgress.delete(copy);
  }
}

function writeRecords(records: object[], path: string): Promise<void> {
  return writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

async function unpack(
  payload: ImportFilePayload,
  version: ObjectVersion,
  path: string,
  store: ObjectStore,
  signal: AbortSignal,
): Promise<void> {
  const packed = `${path}.packed`;
  try {
    const object = await openObject(store, payload.path, { version, signal });
    await object.download(packed);
    await plainFile(packed, path, workbookOptions(payload));
  } finally {
    await rm(packed, { force: true });
  }
}

/**
 * The real path of a file that a job names.
 * @throws UnrecoverableError when it does not exist, is no file, or lies outside IMPORT_ROOT once links are resolved.
 * @throws Unavailable when IMPORT_ROOT itself cannot be read: a network drive that is unavailable.
 */
export async function resolveBelow(importRoot: string, path: string): Promise<string> {
  const root = await readRoot(importRoot);
  const file = await realpath(resolve(root, path)).catch(async (error) => {
    if (isTransient(error)) throw error;
    // The folder may have gone between the two looks.
    await readRoot(importRoot);
    throw new UnrecoverableError(`There is no file "${path}" below IMPORT_ROOT.`);
  });
  if (!isBelow(root, file)) throw new UnrecoverableError(`The file "${path}" lies outside IMPORT_ROOT.`);
  if (!(await stat(file)).isFile()) throw new UnrecoverableError(`"${path}" is not a file.`);
  return file;
}

async function readRoot(importRoot: string): Promise<string> {
  return realpath(importRoot).catch((error) => {
    throw new Unavailable(`IMPORT_ROOT (${importRoot}) cannot be read: ${error.code}.`, error);
  });
}

function isBelow(root: string, file: string): boolean {
  const below = relative(root, file);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && resolve(root, below) === file;
}

/**
 * Opens a file below IMPORT_ROOT. Where it lies is looked at again once it is open: a link may have taken its place.
 * @throws UnrecoverableError as `resolveBelow` does
 */
export async function openBelow(importRoot: string, path: string): Promise<FileHandle> {
  const file = await resolveBelow(importRoot, path);
  // A pipe in its place would otherwise be waited for.
  const handle = await open(file, modes.O_RDONLY | modes.O_NONBLOCK);
  // Linux tells where an open file lies; elsewhere its path is resolved once more.
  const opened = await realpath(`/proc/self/fd/${handle.fd}`).catch(() => realpath(file));
  if (isBelow(await realpath(importRoot), opened) && (await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new UnrecoverableError(`The file "${path}" lies outside IMPORT_ROOT.`);
}

/** Removes what an import that has ended leaves in the import folder: its copies, and its temporary file. */
export async function removeFiles(
  entry: ImportEntry,
  { IMPORT_ROOT, INDEX_ALIAS }: Pick<IngestConfig, 'IMPORT_ROOT' | 'INDEX_ALIAS'>,
): Promise<void> {
  await removeSpool(IMPORT_ROOT, INDEX_ALIAS, entry);
  if (entry.job.name !== 'import-file' || !entry.job.payload.temporary) return;
  // An object is never deleted.
  const { path } = entry.job.payload;
  if (isObjectUrl(path)) return;
  const file = await resolveBelow(IMPORT_ROOT, path).catch(() => undefined);
  if (file) await rm(file, { force: true });
}
