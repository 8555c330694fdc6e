import { randomBytes } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { copyFile, glob, link, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { explainNoSpace } from '../errors.ts';
import { isObjectUrl } from '../queue/contract.ts';
import type { IngestConfig } from '../services.ts';
import { importable, listObjects } from '../source/list-sources.ts';
import { type ObjectStore, objectStore } from '../source/object-store.ts';
import { CliError } from './session.ts';

/** A file or an object to import. */
export interface InputFile {
  /** Path of the file, or URL of the object. */
  path: string;
  /** As the operator knows it. */
  name: string;
  /** Written for this import alone. */
  temporary: boolean;
}

/**
 * The files that the arguments mean: files, the importable files of folders, globs, standard input as "-", and the objects
 * of a store: `s3://bucket/key`, a prefix that ends in a slash, or a glob.
 * @throws CliError for an argument that means no file; UnrecoverableError where the store refuses
 */
export async function filesOf(
  patterns: string[],
  config: IngestConfig,
  options: { format?: string; spoolFolder?: string },
): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for (const pattern of patterns) {
    if (pattern === '-') files.push(await spoolStandardInput(options));
    else {
      const paths = isObjectUrl(pattern)
        ? await expandUrl(pattern, objectStore(config))
        : await expand(pattern);
      files.push(...paths.map((path) => ({ path, name: path, temporary: false })));
    }
  }
  return files;
}

async function expandUrl(url: string, objects: ObjectStore): Promise<string[]> {
  const found = await listObjects(url, objects);
  if (found.length === 0) throw new CliError(`There is no object to import at "${url}".`);
  return found.map(({ path }) => path).sort();
}

async function expand(pattern: string): Promise<string[]> {
  const info = await stat(pattern).catch(() => undefined);
  if (info?.isFile()) return [pattern];
  const found = info?.isDirectory()
    ? (await readdir(pattern, { withFileTypes: true }))
        .filter((item) => item.isFile() && importable.test(item.name))
        .map(({ name }) => join(pattern, name))
    : await Array.fromAsync(glob(pattern));
  if (found.length === 0) {
    throw new CliError(
      info ? `The folder "${pattern}" has no file to import.` : `There is no file "${pattern}".`,
    );
  }
  return found.sort();
}

async function spoolStandardInput(options: { format?: string; spoolFolder?: string }): Promise<InputFile> {
  if (!options.format) throw new CliError('Standard input needs --format csv, ndjson or json.');
  if (!options.spoolFolder) throw new CliError('Standard input cannot be read in a dry run; name a file.');
  await mkdir(options.spoolFolder, { recursive: true });
  const path = join(options.spoolFolder, `stdin-${process.pid}-${Date.now()}.${options.format}`);
  try {
    await pipeline(process.stdin, createWriteStream(path));
  } catch (error) {
    await rm(path, { force: true });
    throw explainNoSpace(error, options.spoolFolder);
  }
  return { path, name: `standard input (${basename(path)})`, temporary: true };
}

/** A file where the worker may read it. */
export interface PlacedFile {
  /** Path relative to IMPORT_ROOT, or the URL of an object. */
  path: string;
  /** Whether it was linked or copied there for this import, and goes when the import has ended. */
  temporary: boolean;
}

/**
 * Makes a file readable for the worker: as it is when it lies below IMPORT_ROOT or is an object, else linked or copied there.
 * @throws CliError where there is no such file; NoSpace where it does not fit, and nothing of it is left there then
 */
export async function placeFile(file: string, importRoot: string): Promise<PlacedFile> {
  if (isObjectUrl(file)) return { path: file, temporary: false };
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
