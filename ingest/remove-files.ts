import { rm } from 'node:fs/promises';
import type { ImportEntry } from './import-log.ts';
import { resolveBelow } from './read/open-source.ts';
import { removeSpool } from './read/spool.ts';
import type { ImportSteps } from './steps.ts';

/** Removes what an import that has ended leaves in the import folder: its copies, and a file that was lent to it. */
export async function removeFiles(entry: ImportEntry, config: ImportSteps['config']): Promise<void> {
  await removeSpooled(entry, config);
  if (entry.job.name !== 'import-file' || !entry.job.payload.temporary) return;
  const file = await resolveBelow(config.IMPORT_ROOT, entry.job.payload.path).catch(() => undefined);
  if (file) await rm(file, { force: true });
}

/** Removes the copies that an import made of its file or its records. */
export async function removeSpooled(entry: ImportEntry, config: ImportSteps['config']): Promise<void> {
  await removeSpool(config.IMPORT_ROOT, config.INDEX_ALIAS, entry);
}
