import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { withLocalStack } from '../../config/read-settings.ts';
import { type FileReport, inspectFile } from '../inspect/inspect-file.ts';
import { isObjectUrl } from '../queue/contract.ts';
import { readIngestConfig } from '../services.ts';
import { openObject } from '../source/object-file.ts';
import { objectStore } from '../source/object-store.ts';
import { CliError } from './session.ts';

/** How a file is read, if not as it looks. */
export type Reading = NonNullable<Parameters<typeof inspectFile>[1]>;

/**
 * Inspects a file, or an object of the store in a temporary copy.
 * @throws CliError when there is no such file, or it has no records; UnrecoverableError when it cannot be read
 */
export async function inspectSource(file: string, reading: Reading): Promise<FileReport> {
  const inspect = isObjectUrl(file) ? inspectObject : inspectFile;
  const report = await inspect(file, reading).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new CliError(`There is no file "${file}".`) : error;
  });
  const isEmpty = report.columns.every(({ filled }) => filled === 0);
  if (isEmpty) throw new CliError(`"${file}" has no records with values to inspect.`);
  return report;
}

async function inspectObject(url: string, reading: Reading): Promise<FileReport> {
  const objects = objectStore(readIngestConfig(withLocalStack(process.env)));
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gem-auctions-'));
  const object = await openObject(objects, url);
  // The end of the name tells the format.
  const path = join(folder.path, basename(url).slice(-100));
  await object.download(path);
  return { ...(await inspectFile(path, reading)), name: url };
}
