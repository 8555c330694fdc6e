import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { explainNoSpace } from '../errors.ts';
import { CliError } from './session.ts';

/** A file where the worker may read it. */
export interface PlacedFile {
  /** Path relative to IMPORT_ROOT. */
  path: string;
  /** Whether it was linked or copied there for this import, and goes when the import has ended. */
  temporary: boolean;
}

/**
 * Makes a file readable for the worker: as it is when it lies below IMPORT_ROOT, else linked or copied there.
 * @throws CliError where there is no such file; NoSpace where it does not fit, and nothing of it is left there then
 */
export async function placeFile(file: string, importRoot: string): Promise<PlacedFile> {
  const source = await realpath(resolve(file)).catch(() => {
    throw new CliError(`There is no file "${file}".`);
  });
  if (!(await stat(source)).isFile()) throw new CliError(`"${file}" is not a file.`);
  await mkdir(importRoot, { recursive: true });
  const root = await realpath(importRoot);
  const below = relative(root, source);
  if (!below.startsWith('..')) return { path: below, temporary: false };

  // The end of the name alone, so that no name grows too long by what is put in front; the ending tells the format.
  const path = `${randomBytes(6).toString('hex')}-${basename(source).slice(-100)}`;
  const target = join(root, path);
  try {
    await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE));
  } catch (error) {
    await rm(target, { force: true });
    throw explainNoSpace(error, root);
  }
  return { path, temporary: true };
}
