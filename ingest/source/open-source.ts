import { createWriteStream, constants as modes } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { UnrecoverableError } from 'bullmq';
import { NoSpace } from '../errors.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { isTransient, Unavailable } from '../retry/retry-while-unavailable.ts';
import type { ImportPlan } from '../store/import-log.ts';
import { decodeUtf16, utf16Of } from './decode-utf16.ts';
import { formatBytes, refuseFormat } from './refuse-format.ts';
import type { SourceFile } from './source-file.ts';
import { makeOnce } from './spool.ts';
import { type WorkbookOptions, workbookToCsv } from './workbook/workbook-to-csv.ts';

/**
 * The real path of a file that a job names.
 * @throws UnrecoverableError when it does not exist, is no file, or lies outside IMPORT_ROOT once links are resolved.
 * @throws Unavailable when IMPORT_ROOT itself cannot be read: a network drive that is unavailable.
 */
export async function resolveBelow(importRoot: string, path: string): Promise<string> {
  const root = await readRoot(importRoot);
  const file = await realpath(resolve(root, path)).catch(async (error) => {
    if (isTransient(error)) throw error;
    // The folder may have gone between the two looks.
    await readRoot(importRoot);
    throw new UnrecoverableError(`There is no file "${path}" below IMPORT_ROOT.`);
  });
  if (!isBelow(root, file)) throw new UnrecoverableError(`The file "${path}" lies outside IMPORT_ROOT.`);
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
 * Opens a file below IMPORT_ROOT. Where it lies is looked at again once it is open: a link may have taken its place.
 * @throws UnrecoverableError as `resolveBelow` does
 */
export async function openBelow(importRoot: string, path: string): Promise<FileHandle> {
  const file = await resolveBelow(importRoot, path);
  // A pipe in its place would otherwise be waited for.
  const handle = await open(file, modes.O_RDONLY | modes.O_NONBLOCK);
  // Linux tells where an open file lies; elsewhere its path is resolved once more.
  const opened = await realpath(`/proc/self/fd/${handle.fd}`).catch(() => realpath(file));
  if (isBelow(await realpath(importRoot), opened) && (await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new UnrecoverableError(`The file "${path}" lies outside IMPORT_ROOT.`);
}

/** Maximum size of a decompressed file: in bytes, or as a multiple of the compressed size. */
const maxInflated = { bytes: 256 * 2 ** 20, times: 100 };

/** How the sheet of a workbook is written as CSV. */
export function workbookOptions({
  profile,
  delimiter = profile?.delimiter,
}: Pick<ImportFilePayload, 'profile' | 'delimiter'>): WorkbookOptions {
  const sheet = profile?.sheet;
  return { ...(sheet !== undefined && { sheet }), ...(delimiter !== undefined && { delimiter }) };
}

/** How a file is made plain. */
interface PlainOptions extends WorkbookOptions {
  /** Opens the file; by default as it is. */
  openFile?: () => Promise<FileHandle>;
}

/**
 * The path of the plain data: the file itself, or, by its first bytes, `copy`, to which it is decompressed, turned from
 * UTF-16 into UTF-8, or a sheet of it is written as CSV.
 * @throws UnrecoverableError when it is damaged, or expands beyond the limit
 */
export async function plainFile(file: string, copy: string, options: PlainOptions = {}): Promise<string> {
  const handle = await (options.openFile?.() ?? open(file));
  try {
    const packing = await packingOf(handle);
    if (!packing) return file;
    await unpack(handle, packing, copy, options);
    return copy;
  } finally {
    await handle.close();
  }
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
      done(new Error(`it holds more than ${bytes / 2 ** 20} MiB and more than ${times} times its own size`));
    },
  });
}

/** Memory for a zstd frame: 32 MiB of what came before can be referred to, which no level but the ultra ones exceeds. */
const zstdOptions = { params: { [constants.ZSTD_d_windowLogMax]: 25 } };

/** Whether a file or an object is read from a plain copy, by its first bytes: decompressed, decoded, or a sheet as CSV. */
export async function isPacked(file: SourceFile): Promise<boolean> {
  return (await packingOf(file)) !== undefined;
}

/** Whether a file or an object is a workbook, or another ZIP archive, which is refused when it is opened. */
export async function isWorkbook(file: SourceFile): Promise<boolean> {
  return (await packingOf(file)) === 'workbook';
}

/** What makes a file plain. */
type Packing = 'workbook' | (() => Duplex);

async function packingOf(file: SourceFile): Promise<Packing | undefined> {
  const beginning = await head(file, formatBytes);
  refuseFormat(beginning);
  const first = beginning.subarray(0, 4);
  if (first.equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'workbook';
  if (first.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return createGunzip;
  if (first.equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return () => createZstdDecompress(zstdOptions);
  const utf16 = utf16Of(first);
  return utf16 && (() => decodeUtf16(utf16));
}

async function head(file: SourceFile, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, 0);
  return bytes.subarray(0, bytesRead);
}

/**
 * The format of a file: as declared, else by its name.
 * @throws UnrecoverableError when neither shows it.
 */
export function formatOf(payload: Pick<ImportFilePayload, 'format' | 'name' | 'path'>): ImportPlan['format'] {
  if (payload.format) return payload.format;
  const name = (payload.name ?? payload.path).toLowerCase().replace(/\.(gz|zst)$/, '');
  if (/\.(csv|tsv|txt)$/.test(name)) return 'csv';
  if (/\.(ndjson|jsonl)$/.test(name)) return 'ndjson';
  if (name.endsWith('.json')) return 'json';
  // A sheet of a workbook is read as CSV.
  if (/\.(xlsx|xlsm)$/.test(name)) return 'csv';
  throw new UnrecoverableError(
    `The name "${name}" does not show the format. Declare csv, ndjson or json (--format).`,
  );
}

/**
 * Opens the plain file of an import, as long as it is the one that was planned.
 * @throws UnrecoverableError when it is gone or another; what was changed without a trace, `readBatch` notices
 */
export async function openPlanned(
  plan: Pick<ImportPlan, 'path' | 'size' | 'modifiedMs'>,
  importRoot: string,
): Promise<FileHandle> {
  const file = await openBelow(importRoot, plan.path).catch((error) => {
    if (isTransient(error)) throw error;
    throw new UnrecoverableError('The file of the import is gone, or lies outside IMPORT_ROOT now.');
  });
  const { size, mtimeMs } = await file.stat();
  const { modifiedMs = mtimeMs } = plan;
  if (size === plan.size && mtimeMs === modifiedMs) return file;
  await file.close();
  throw fileChanged();
}

/** Why an import ends whose file is no longer what was planned. */
export function fileChanged(): UnrecoverableError {
  return new UnrecoverableError('The file was changed while it was imported; import it again.');
}
