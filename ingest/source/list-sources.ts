import { glob, readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isTransient } from '../errors.ts';
import { isObjectUrl } from '../queue/contract.ts';

import { NoSuchObject, type ObjectStore, parseObjectUrl } from './object-store.ts';

/** Names of the importable files of a folder, and of the importable objects of a prefix. */
export const importable = /\.((csv|tsv|txt|ndjson|jsonl|json)(\.(gz|zst))?|xlsx|xlsm)$/i;

/** The current version of a file or an object. */
export interface Source {
  /** Path below IMPORT_ROOT, or `s3://bucket/key`. */
  path: string;
  /** Changes with the content: the ETag of an object; size and modification time of a file. */
  version: string;
  modifiedMs: number;
}

/**
 * Lists the files below IMPORT_ROOT or the objects of a path, oldest first; none if the path does not exist yet.
 * @param path of a file, folder or object; a prefix `s3://bucket/prefix/`; or a glob of either
 */
export async function listSources(
  path: string,
  { importRoot, objects }: { importRoot: string; objects: ObjectStore },
  signal?: AbortSignal,
): Promise<Source[]> {
  const found = isObjectUrl(path)
    ? await listObjects(path, objects, signal).catch((error): Source[] => {
        if (error instanceof NoSuchObject) return [];
        throw error;
      })
    : await listFiles(path, importRoot);
  return found.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.path < b.path ? -1 : 1));
}

/**
 * Lists the objects of a URL: the object of this name, without listing the bucket; the objects that match a glob, in which
 * `*` stops at a slash; or the importable objects of a prefix that ends in a slash.
 * @throws UnrecoverableError when the one object does not exist, or the store refuses
 */
export async function listObjects(url: string, store: ObjectStore, signal?: AbortSignal): Promise<Source[]> {
  const { bucket, key } = parseObjectUrl(url);
  const isPrefix = key === '' || key.endsWith('/');
  const prefix = isPrefix ? key : /^[^*?[{]*/.exec(key)![0];
  if (!isPrefix && prefix === key) {
    const { version, modifiedMs } = await store.open(url, signal);
    return [{ path: url, version: version.etag!, modifiedMs }];
  }
  const isMeant = (name: string) => (isPrefix ? importable.test(name) : posix.matchesGlob(name, key));
  const found: Source[] = [];
  for await (const object of store.list(bucket, prefix, signal)) {
    const { etag: version, modifiedMs } = object;
    if (isMeant(object.key)) found.push({ path: `s3://${bucket}/${object.key}`, version, modifiedMs });
  }
  return found;
}

/** Lists the files of a path below IMPORT_ROOT; the import refuses a link that leads out of it. */
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
    // The file may have been removed since.
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
