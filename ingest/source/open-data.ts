import { join } from 'node:path';
import type { IngestConfig } from '../config.ts';
import type { ImportEntry } from '../store/import-log.ts';
import { isCopiedAnywhere, makeLocalCopy } from './local-copy.ts';
import { type ObjectVersion, openObject } from './object-file.ts';
import type { ObjectStore } from './object-store.ts';
import { isObjectUrl } from './object-url.ts';
import { openPlanned } from './open-source.ts';
import type { SourceFile } from './source-file.ts';

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
