import { withLocalStack } from '../../config/read-settings.ts';
import { type FileReport, inspectFile, type Reading } from '../inspect/inspect-file.ts';
import { readIngestConfig } from '../services.ts';
import { objectStore } from '../source/object-store.ts';
import { CliError } from './session.ts';

/**
 * Inspects a file, or an object of the store.
 * @throws CliError when there is no such file, or it has no records; UnrecoverableError when it cannot be read
 */
export async function inspectSource(file: string, reading: Reading): Promise<FileReport> {
  const objects = objectStore(readIngestConfig(withLocalStack(process.env)));
  const report = await inspectFile(file, reading, { objects }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new CliError(`There is no file "${file}".`) : error;
  });
  const isEmpty = report.columns.every(({ filled }) => filled === 0);
  if (isEmpty) throw new CliError(`"${file}" has no records with values to inspect.`);
  return report;
}
