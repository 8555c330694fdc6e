import { constants as modes } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { UnrecoverableError } from 'bullmq';
import { isTransient, Unavailable } from '../errors.ts';
import { isObjectUrl } from '../queue/contract.ts';

/** The version of a file or an object: it changes with the content. */
export interface SourceVersion {
  size: number;
  /** Of a file. */
  modifiedMs?: number;
  /** Of an object. */
  etag?: string;
}

/** The bytes of one version of a file or an object. */
export interface SourceBytes extends AsyncDisposable {
  version: SourceVersion;
  /** The position after the last byte that was read. */
  readonly position: number;
  /**
   * Reads from a position to the end, or to another position.
   * @throws UnrecoverableError when the file or object has changed since it was opened
   */
  read(start?: number, end?: number): AsyncGenerator<Buffer, void>;
}

/** Where sources are: without `importRoot` any local file may be read, with it only those below it. */
export interface SourceAccess {
  importRoot?: string;
  objects: { open(url: string, signal?: AbortSignal): Promise<SourceBytes> };
}

/** Bytes read at once from a file. */
const chunkBytes = 2 ** 18;

/**
 * Opens a file, or an object `s3://bucket/key`.
 * @throws UnrecoverableError when there is none; Unavailable when it may be readable later
 */
export async function openBytes(
  path: string,
  { importRoot, objects }: SourceAccess,
  signal?: AbortSignal,
): Promise<SourceBytes> {
  if (isObjectUrl(path)) return objects.open(path, signal);
  const file = importRoot === undefined ? await open(path) : await openBelow(importRoot, path);
  const versionNow = async () => {
    const { size, mtimeMs: modifiedMs } = await file.stat();
    return { size, modifiedMs };
  };
  const version = await versionNow();
  let position = 0;
  return {
    version,
    get position() {
      return position;
    },
    async *read(start = 0, end = version.size) {
      for (let at = start; at < end; ) {
        signal?.throwIfAborted();
        const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - at));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
        if (bytesRead === 0) throw sourceChanged();
        at += bytesRead;
        position = at;
        yield chunk.subarray(0, bytesRead);
      }
      const { size, modifiedMs } = await versionNow();
      if (size !== version.size || modifiedMs !== version.modifiedMs) throw sourceChanged();
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

/** The error of a file or an object that changes while it is read. */
export function sourceChanged(): UnrecoverableError {
  return new UnrecoverableError('The file was changed while it was imported. Import it again.');
}

/**
 * The real path of a file that a job names.
 * @throws UnrecoverableError when it does not exist, is not a file, or is outside IMPORT_ROOT after resolving links
 * @throws Unavailable when IMPORT_ROOT itself cannot be read, such as an unavailable network drive
 */
export async function resolveBelow(importRoot: string, path: string): Promise<string> {
  const root = await readRoot(importRoot);
  const file = await realpath(resolve(root, path)).catch(async (error) => {
    if (isTransient(error)) throw error;
    // IMPORT_ROOT may have become unavailable since the first call.
    await readRoot(importRoot);
    throw new UnrecoverableError(`There is no file "${path}" below IMPORT_ROOT.`);
  });
  if (!isBelow(root, file)) throw new UnrecoverableError(`The file "${path}" is outside IMPORT_ROOT.`);
  if (!(await stat(file)).isFile()) throw new UnrecoverableError(`"${path}" is not a file.`);
  return file;
}

async function readRoot(importRoot: string): Promise<string> {
  return realpath(importRoot).catch((error) => {
    throw new Unavailable(`IMPORT_ROOT (${importRoot}) cannot be read: ${error.code}.`, error);
  });
}

function isBelow(root: string, file: string): boolean {
  const below = relative(root, file);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && resolve(root, below) === file;
}

/**
 * Opens a file below IMPORT_ROOT. Its location is checked again once it is open, because a link may have replaced it.
 * @throws UnrecoverableError as `resolveBelow` does
 */
export async function openBelow(importRoot: string, path: string): Promise<FileHandle> {
  const file = await resolveBelow(importRoot, path);
  // Without O_NONBLOCK a pipe in its place would block.
  const handle = await open(file, modes.O_RDONLY | modes.O_NONBLOCK);
  // Linux knows the path of an open file; elsewhere the path is resolved again.
  const opened = await realpath(`/proc/self/fd/${handle.fd}`).catch(() => realpath(file));
  if (isBelow(await realpath(importRoot), opened) && (await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new UnrecoverableError(`The file "${path}" is outside IMPORT_ROOT.`);
}
