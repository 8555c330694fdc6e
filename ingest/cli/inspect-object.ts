import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { withLocalStack } from '../../config/read-settings.ts';
import { type FileReport, inspectFile } from '../profiles/inspect-file.ts';
import { readIngestConfig } from '../services.ts';
import { openObject } from '../source/object-file.ts';
import { objectStore } from '../source/object-store.ts';

/**
 * Looks at an object of the store as at a file, in a copy that is removed afterwards.
 * @throws UnrecoverableError when there is no such object, the store refuses it, or it is none that can be read
 */
export async function inspectObject(
  url: string,
  reading: Parameters<typeof inspectFile>[1],
): Promise<FileReport> {
  const objects = objectStore(readIngestConfig(withLocalStack(process.env)));
  const folder = await mkdtemp(join(tmpdir(), 'gem-auctions-'));
  try {
    const object = await openObject(objects, url);
    // The end of the name tells the format.
    const path = join(folder, basename(url).slice(-100));
    await object.download(path);
    return { ...(await inspectFile(path, reading)), name: url };
  } finally {
    await rm(folder, { recursive: true });
  }
}
