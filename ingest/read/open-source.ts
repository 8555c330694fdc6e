import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { UnrecoverableError } from 'bullmq';
import type { ImportPlan } from '../import-log.ts';
import type { ImportFilePayload } from '../queue.ts';
import { explainNoSpace } from './no-space.ts';

/** Folder below IMPORT_ROOT for decompressed copies and records that came inline. */
const spoolFolder = '.spool';

/** Path of the spooled file of an import. Several aliases may share one import folder. */
export const spoolPath = (importRoot: string, indexAlias: string, importNumber: number) =>
  join(importRoot, spoolFolder, `${indexAlias}-${importNumber}`);

/**
 * The real path of a file that a job names.
 * @throws UnrecoverableError when it does not exist, is no file, or lies outside IMPORT_ROOT once links are resolved.
 */
export async function resolveBelow(importRoot: string, path: string): Promise<string> {
  const root = await realpath(importRoot).catch(() => {
    throw new UnrecoverableError('IMPORT_ROOT does not exist.');
  });
  const file = await realpath(resolve(root, path)).catch(() => {
    throw new UnrecoverableError(`There is no file "${path}" below IMPORT_ROOT.`);
  });
  const below = relative(root, file);
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || resolve(root, below) !== file) {
    throw new UnrecoverableError(`The file "${path}" lies outside IMPORT_ROOT.`);
  }
  if (!(await stat(file)).isFile()) throw new UnrecoverableError(`"${path}" is not a file.`);
  return file;
}

/** The path of the plain data: the file itself, or, by its first bytes, `copy`, to which it is decompressed. */
export async function plainFile(file: string, copy: string): Promise<string> {
  const decompress = await decompressorOf(file);
  if (!decompress) return file;
  await mkdir(dirname(copy), { recursive: true });
  try {
    await pipeline(createReadStream(file), decompress(), createWriteStream(`${copy}.part`));
  } catch (error) {
    await rm(`${copy}.part`, { force: true });
    const explained = explainNoSpace(error, dirname(copy));
    if (explained !== error) throw explained;
    throw new UnrecoverableError(`The file cannot be decompressed: ${(error as Error).message}.`);
  }
  await rename(`${copy}.part`, copy);
  return copy;
}

async function decompressorOf(file: string) {
  const first = await head(file, 4);
  if (first.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return createGunzip;
  if (first.equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return createZstdDecompress;
  return undefined;
}

async function head(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * The format of a file: as declared, else by its name.
 * @throws UnrecoverableError when neither tells.
 */
export function formatOf(payload: Pick<ImportFilePayload, 'format' | 'name' | 'path'>): ImportPlan['format'] {
  if (payload.format) return payload.format;
  const name = (payload.name ?? payload.path).toLowerCase().replace(/\.(gz|zst)$/, '');
  if (/\.(csv|tsv|txt)$/.test(name)) return 'csv';
  if (/\.(ndjson|jsonl)$/.test(name)) return 'ndjson';
  if (name.endsWith('.json')) return 'json';
  throw new UnrecoverableError(
    `The name "${name}" does not tell the format. Declare csv, ndjson or json (--format).`,
  );
}

/** Opens the plain file of an import, as long as it is the one that was planned. */
export async function openPlanned(
  plan: Pick<ImportPlan, 'path' | 'size' | 'modifiedMs'>,
  importRoot: string,
): Promise<FileHandle> {
  const file = await open(join(importRoot, plan.path)).catch(() => {
    throw new UnrecoverableError('The file of the import is gone.');
  });
  const { size, mtimeMs } = await file.stat();
  if (size === plan.size && mtimeMs === plan.modifiedMs) return file;
  await file.close();
  throw new UnrecoverableError('The file was changed while it was imported; import it again.');
}
