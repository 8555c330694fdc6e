import { rm } from 'node:fs/promises';
import { type ImportJob, isObjectUrl } from '../queue/contract.ts';
import { resolveBelow } from './source-bytes.ts';

/** Removes the file of an ended import that a program of this service placed below IMPORT_ROOT; an object is never removed. */
export async function removeTemporary(job: ImportJob, importRoot: string): Promise<void> {
  if (job.name !== 'import-file' || !job.payload.temporary || isObjectUrl(job.payload.path)) return;
  const file = await resolveBelow(importRoot, job.payload.path).catch(() => undefined);
  if (file) await rm(file, { force: true });
}
