import { glob, readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isTransient } from '../errors.ts';
import { isObjectUrl } from '../queue/contract.ts';
import { readVersion } from './object-file.ts';
import { NoSuchObject, type ObjectStore, parseObjectUrl } from './object-store.ts';

/** Names of the files that a folder, and of the objects that a prefix is taken to mean. */
export const importable = /\.((csv|tsv|txt|ndjson|jsonl|json)(\.(gz|zst))?|xlsx|xlsm)$/i;

/** A file or an object as it is now. */
export interface Source {
  /** Path below IMPORT_ROOT, or `s3://bucket/key`. */
  path: string;
  /** Differs whenever the content does: the ETag of an object; size and time of change of a file. */
  version: string;
  modifiedMs: number;
}

/**
 * The files below IMPORT_ROOT or the objects that a path means, oldest first; none where it means nothing yet.
 * @param path of a file, folder or object; a prefix `s3://bucket/prefix/`; or a glob of either
 */
export async function listSources(
  path: string,
  { importRoot, objects }: { importRoot: string; objects: ObjectStore },
  signal?: AbortSignal,
): Promise<Source[]> {
  const found = isObjectUrl(path)
    ? await listObjects(path, objects, signal).catch(noneIfMissing)
    : await listFiles(path, importRoot);
  return found.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.path < b.path ? -1 : 1));
}

function noneIfMissing(error: unknown): Source[] {
  if (error instanceof NoSuchObject) return [];
  throw error;
}

/**
 * The objects that a URL means: the one of this name, read without a list of the bucket; those whose keys match a glob,
 * in which a `*` ends at a slash; or, of a prefix that ends in a slash, all that can be imported by their names.
 * @throws UnrecoverableError when the one object does not exist, or the store refuses
 */
export async function listObjects(url: string, store: ObjectStore, signal?: AbortSignal): Promise<Source[]> {
  const { bucket, key } = parseObjectUrl(url);
  const isPrefix = key === '' || key.endsWith('/');
  const prefix = isPrefix ? key : /^[^*?[{]*/.exec(key)![0];
  if (!isPrefix && prefix === key) {
    const { etag, modifiedMs } = await readVersion(store, url, signal);
    return [{ path: url, version: etag, modifiedMs }];
  }
  const isMeant = (name: string) => (isPrefix ? importable.test(name) : posix.matchesGlob(name, key));
  const found: Source[] = [];
  for await (const object of store.list(bucket, prefix, signal)) {
    const { etag: version, modifiedMs } = object;
    if (isMeant(object.key)) found.push({ path: `s3://${bucket}/${object.key}`, version, modifiedMs });
  }
  return found;
}

/** The files that a path below IMPORT_ROOT means; a link out of it is refused when it is imported. */
async function listFiles(path: string, importRoot: string): Promise<Source[]> {
  const info = await stat(join(importRoot, path)).catch(refuseOutage);
  const names = info?.isFile()
    ? [path]
    : info?.isDirectory()
      ? (await readdir(join(importRoot, path)))
          .filter((name) => importable.test(name))
          .map((name) => join(path, name))
      : await Array.fromAsync(glob(path, { cwd: importRoot }));
  const files: Source[] = [];
  for (const name of names) {
    // It may have been removed just now.
    const file = await stat(join(importRoot, name)).catch(refuseOutage);
    if (!file?.isFile()) continue;
    files.push({ path: name, version: fileVersion(file.size, file.mtimeMs), modifiedMs: file.mtimeMs });
  }
  return files;
}

/** The version of a file's content. */
export function fileVersion(size: number, modifiedMs: number): string {
  return `${size}-${modifiedMs}`;
}

function refuseOutage(error: unknown): undefined {
  if (isTransient(error)) throw error;
}
