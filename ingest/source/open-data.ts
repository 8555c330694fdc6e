import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestConfig } from '../config.ts';
import type { ImportFilePayload, ImportJob } from '../queue/contract.ts';
import type { ImportEntry } from '../store/import-log.ts';
import { type ObjectVersion, openObject } from './object-file.ts';
import { isObjectUrl, type ObjectStore } from './object-store.ts';
import { openPlanned, plainFile, workbookOptions } from './open-source.ts';
import type { SourceFile } from './source-file.ts';
import { makeOnce } from './spool.ts';

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
