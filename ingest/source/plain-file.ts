import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Duplex, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { UnrecoverableError } from 'bullmq';
import { explainNoSpace, isTransient, NoSpace, Unavailable } from '../errors.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { reasonProperty } from '../record/rejection.ts';
import { type NestedOptions, nestedRecords } from './nested-records.ts';
import { refuseFormat } from './refuse-format.ts';
import { readBeginning, type SourceFile } from './source-file.ts';
import { type WorkbookOptions, workbookToCsv } from './workbook/workbook-to-csv.ts';

/** Maximum size of a decompressed file: in bytes, or as a multiple of the compressed size. */
const maxInflated = { bytes: 256 * 2 ** 20, times: 100 };

/** How a file becomes plain data: the sheet of a workbook as CSV, the records of a nested JSON file as lines. */
export interface Reshaping extends WorkbookOptions {
  nested?: NestedOptions;
}

/** How an import reshapes its file. */
export function reshapingOf({
  profile,
  delimiter = profile?.delimiter,
  encoding = profile?.encoding,
  format,
  ...file
}: Partial<ImportFilePayload>): Reshaping {
  const { sheet, records } = profile ?? {};
  const isJson = format ? format === 'json' : /\.json(\.gz|\.zst)?$/i.test(file.name ?? file.path ?? '');
  return {
    ...(sheet !== undefined && { sheet }),
    ...(delimiter !== undefined && { delimiter }),
    ...(isJson && records !== undefined && { nested: { records, encoding } }),
  };
}

/** Options of `plainFile`. */
interface PlainOptions extends Reshaping {
  /** Opens the file; default: `open`. */
  openFile?: () => Promise<FileHandle>;
}

/**
 * Returns the path of the plain data: the file itself, or `copy`, to which the file is decompressed, converted from UTF-16
 * to UTF-8, or reshaped. The first bytes of the file decide.
 * @throws UnrecoverableError when the file is damaged or expands beyond the limit
 */
export async function plainFile(
  file: string,
  copy: string,
  { nested, ...options }: PlainOptions = {},
): Promise<string> {
  if (!nested) return unpackedFile(file, copy, options);
  const unpacked = await unpackedFile(file, `${copy}.json`, options);
  const handle = await (unpacked === file && options.openFile ? options.openFile() : open(unpacked));
  try {
    // The rejects of an earlier import are lines already.
    const isRejects = (await readBeginning(handle, 64)).toString().startsWith(`{"${reasonProperty}"`);
    const lines = isRejects
      ? handle.createReadStream({ start: 0, autoClose: false })
      : nestedRecords(handle, nested);
    await makeOnce(copy, (part) => pipeline(lines, createWriteStream(part)));
    return copy;
  } finally {
    await handle.close();
    if (unpacked !== file) await rm(unpacked, { force: true });
  }
}

async function unpackedFile(file: string, copy: string, options: PlainOptions): Promise<string> {
  await using handle = await (options.openFile?.() ?? open(file));
  const packing = await packingOf(handle);
  if (!packing) return file;
  await unpack(handle, packing, copy, options);
  return copy;
}

async function unpack(
  file: FileHandle,
  packing: Packing,
  copy: string,
  options: WorkbookOptions,
): Promise<void> {
  const { size } = await file.stat();
  const limit = Math.max(maxInflated.bytes, maxInflated.times * size);
  try {
    await makeOnce(copy, (part) => {
      const to = createWriteStream(part);
      if (packing === 'workbook')
        return pipeline(workbookToCsv(file, limit, options), refuseBeyond(limit), to);
      const from = file.createReadStream({ start: 0, autoClose: false });
      return pipeline(from, packing(), refuseBeyond(limit), to);
    });
  } catch (error) {
    const isExplained = error instanceof NoSpace || error instanceof UnrecoverableError;
    if (isExplained || isTransient(error)) throw error;
    throw new UnrecoverableError(`The file cannot be decompressed: ${(error as Error).message}.`);
  }
}

/** Passes bytes on up to a limit. */
function refuseBeyond(limit: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed <= limit) return done(null, chunk);
      const { bytes, times } = maxInflated;
      done(new Error(`it expands to more than ${bytes / 2 ** 20} MiB and more than ${times} times its size`));
    },
  });
}

/** Memory for a zstd frame: a window of 32 MiB, which only the ultra levels exceed. */
const zstdOptions = { params: { [constants.ZSTD_d_windowLogMax]: 25 } };

/** Whether a file or an object must be read from a plain copy, by its first bytes. */
export async function isPacked(file: SourceFile): Promise<boolean> {
  return (await packingOf(file)) !== undefined;
}

/** Whether a file or an object is a workbook, or another ZIP archive, which fails later. */
export async function isWorkbook(file: SourceFile): Promise<boolean> {
  return (await packingOf(file)) === 'workbook';
}

/** How a file is unpacked. */
type Packing = 'workbook' | (() => Duplex);

async function packingOf(file: SourceFile): Promise<Packing | undefined> {
  const beginning = await readBeginning(file, 512);
  const first = beginning.subarray(0, 4);
  if (first.equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'workbook';
  if (first.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return createGunzip;
  if (first.equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return () => createZstdDecompress(zstdOptions);
  const utf16 = utf16Of(first);
  if (utf16) return () => decodeUtf16(utf16);
  refuseFormat(beginning);
  return undefined;
}

/** The byte order of a UTF-16 file, from its mark or from the zero bytes of ASCII text; undefined for another file. */
export function utf16Of(first: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = first;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined;
}

/**
 * Converts UTF-16 to UTF-8 with the same lines. It begins with the mark of UTF-8, so that the encoding of the profile is
 * ignored. Fails for invalid characters.
 */
function decodeUtf16(encoding: 'utf-16le' | 'utf-16be'): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (done: TransformCallback, chunk?: Buffer) => {
    try {
      done(null, decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      done(
        new UnrecoverableError('The file begins as UTF-16, but has invalid characters. Save it as UTF-8.'),
      );
    }
  };
  const decoded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => decode(done, chunk),
    flush: (done) => decode(done),
  });
  decoded.push('\ufeff');
  return decoded;
}

/** Folder below IMPORT_ROOT for decompressed copies and for inline records. */
const spoolFolder = '.spool';

/** The import and the run of a copy. */
interface SpoolKey {
  id: number;
  run: number;
}

/** Path of the spooled file of a run of an import. Several aliases may share one import folder. */
export const spoolPath = (importRoot: string, indexAlias: string, { id, run }: SpoolKey) =>
  join(importRoot, spoolFolder, `${indexAlias}-${id}.${run}`);

/**
 * Creates a file atomically and only once. A worker that was stopped while writing, and continues after another one took
 * over, does not change the file of the other.
 * @param write fills a private file
 */
export async function makeOnce(path: string, write: (part: string) => Promise<unknown>): Promise<void> {
  if (await exists(path)) return;
  const folder = dirname(path);
  await makeFolder(folder);
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    await write(part);
    await publish(part, path);
  } catch (error) {
    throw explainNoSpace(error, folder);
  } finally {
    await rm(part, { force: true });
  }
}

/** Renames the file, unless its target exists by now. */
async function publish(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (await exists(path)) return;
    // Not every file system has hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    await rename(part, path);
  }
}

/** Creates the spool folder, but not IMPORT_ROOT, which may be a drive that is not mounted. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') throw new Unavailable(`${dirname(folder)} is missing.`, error);
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      return false;
    },
  );
}

/**
 * Lists the copies in the spool folder of this machine with their imports and runs. Workers without a shared folder make
 * their own copies, which the worker that ends the import cannot delete.
 */
export async function spooledCopies(
  importRoot: string,
  indexAlias: string,
): Promise<(SpoolKey & { path: string })[]> {
  const folder = join(importRoot, spoolFolder);
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    if (!name.startsWith(`${indexAlias}-`)) return [];
    const [, id, run] = /^(\d+)\.(\d+)/.exec(name.slice(indexAlias.length + 1)) ?? [];
    return id ? [{ path: join(folder, name), id: Number(id), run: Number(run) }] : [];
  });
}

/** Removes the copies of this run of an import and of earlier runs, unfinished ones included. */
export async function removeSpool(importRoot: string, indexAlias: string, key: SpoolKey): Promise<void> {
  for (const { path, id, run } of await spooledCopies(importRoot, indexAlias)) {
    if (id === key.id && run <= key.run) await rm(path, { force: true });
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
