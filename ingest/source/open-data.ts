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
import { makeOnce, plainFile, removeSpool, reshapingOf } from './plain-file.ts';
import { fileChanged, type SourceFile } from './source-file.ts';

/**
 * Opens the planned plain data of an import: an object in its store, a file below IMPORT_ROOT, or a copy, which is created
 * if it is missing on this machine.
 * @throws UnrecoverableError when it was deleted or changed
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
 * Opens the planned plain file of an import.
 * @throws UnrecoverableError when it was deleted, or its size or time has changed; `readBatch` notices other changes
 */
export async function openPlanned(
  plan: Pick<ImportPlan, 'path' | 'size' | 'modifiedMs'>,
  importRoot: string,
): Promise<FileHandle> {
  const file = await openBelow(importRoot, plan.path).catch((error) => {
    if (isTransient(error)) throw error;
    throw new UnrecoverableError('The file of the import was deleted, or is now outside IMPORT_ROOT.');
  });
  const { size, mtimeMs } = await file.stat();
  const { modifiedMs = mtimeMs } = plan;
  if (size === plan.size && mtimeMs === modifiedMs) return file;
  await file.close();
  throw fileChanged();
}

/** Whether every machine makes its own copy: of records in the job, and of a packed object. */
export function isCopiedAnywhere(job: ImportJob): boolean {
  return job.name === 'upsert-records' || (job.name === 'import-file' && isObjectUrl(job.payload.path));
}

/** Copies in the making; batches that need the same copy wait for it. */
const inProgress = new Map<string, Promise<void>>();

/**
 * Writes the plain data of an import to a local file unless it exists: unpacked from an object, or from the records of the
 * job.
 * @param copy path of that file
 * @param version planned version of the object
 * @throws UnrecoverableError when the object has changed, is damaged, or expands beyond the limit
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
      if (job.name === 'upsert-records') {
        return writeFile(part, job.payload.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      }
      return unpack(job.payload as ImportFilePayload, version!, part, store, signal);
    });
  inProgress.set(copy, making);
  try {
    await making;
  } finally {
    inProgress.delete(copy);
  }
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
    await plainFile(packed, path, reshapingOf(payload));
  } finally {
    await rm(packed, { force: true });
  }
}

/**
 * The real path of a file that a job names.
 * @throws UnrecoverableError when it does not exist, is not a file, or is outside IMPORT_ROOT after resolving links
 * @throws Unavailable when IMPORT_ROOT itself cannot be read, such as an unavailable network drive
 */
export async function resolveBelow(importRoot: string, path: string): Promise<string> {
  const root = await readRoot(importRoot);
  const file = await realpath(resolve(root, path)).catch(async (error) => {
    if (isTransient(error)) throw error;
    // IMPORT_ROOT may have become unavailable since the first call.
    await readRoot(importRoot);
    throw new UnrecoverableError(`There is no file "${path}" below IMPORT_ROOT.`);
  });
  if (!isBelow(root, file)) throw new UnrecoverableError(`The file "${path}" is outside IMPORT_ROOT.`);
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
 * Opens a file below IMPORT_ROOT. Its location is checked again once it is open, because a link may have replaced it.
 * @throws UnrecoverableError as `resolveBelow` does
 */
export async function openBelow(importRoot: string, path: string): Promise<FileHandle> {
  const file = await resolveBelow(importRoot, path);
  // Without O_NONBLOCK a pipe in its place would block.
  const handle = await open(file, modes.O_RDONLY | modes.O_NONBLOCK);
  // Linux knows the path of an open file; elsewhere the path is resolved again.
  const opened = await realpath(`/proc/self/fd/${handle.fd}`).catch(() => realpath(file));
  if (isBelow(await realpath(importRoot), opened) && (await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new UnrecoverableError(`The file "${path}" is outside IMPORT_ROOT.`);
}

/** Removes the copies and the temporary file of an ended import. */
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
