import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { UnrecoverableError } from 'bullmq';
import { reasonColumns, reasonProperty } from '../record/rejection.ts';
import { detectEncoding, encodingOf } from './detect-encoding.ts';
import { refuseFormat } from './refuse-format.ts';
import type { SourceBytes } from './source-bytes.ts';

/** The text of a source in UTF-8, whose lines end with LF or CRLF. */
export interface PlainText {
  /** Its first 1 MiB, or all of it. */
  head: Buffer;
  /** The encoding of the source. */
  encoding: string;
  /** Reads the text from a byte of it: at once where the source has the same bytes, else from its start. */
  read(from?: number): AsyncIterable<Buffer>;
}

/** The position of a text after a byte order mark. */
export const startOf = (head: Buffer): number => (head.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0);

/** Whether a text is a file of rejects of an earlier import. */
export function isRejects(head: Buffer): boolean {
  const first = head.toString('utf8', startOf(head), 64);
  return first.startsWith(reasonColumns[0]!) || first.startsWith(`{"${reasonProperty}"`);
}

/** The options of `plainText`. */
interface TextOptions {
  /** Of a source without a byte order mark. */
  encoding: string | undefined;
  /** Tells whether the encoding is detected if it is not given; otherwise it is UTF-8. Called for a text only. */
  detects: () => boolean;
}

/** Bytes of the text that decide how it is read. */
export const headBytes = 2 ** 20;

/** Maximum size of a decompressed file: in bytes, or as a multiple of the compressed size. */
export const maxInflated = { bytes: 256 * 2 ** 20, times: 100 };

/** Memory for a zstd frame: a window of 32 MiB, which only the ultra levels exceed. */
const zstdOptions = { params: { [constants.ZSTD_d_windowLogMax]: 25 } };

/** Whether a source is a workbook, or another ZIP archive, which fails later. */
export async function isWorkbook(bytes: SourceBytes): Promise<boolean> {
  return isArchive(await beginningOf(bytes.read(0, Math.min(4, bytes.version.size)), 4));
}

/**
 * The text of a source that is not a workbook. It is decompressed, and becomes UTF-8 if it has another encoding.
 * @throws UnrecoverableError with a remedy for a format that is not supported; UncertainEncoding
 */
export async function plainText(
  bytes: SourceBytes,
  { encoding: given, detects }: TextOptions,
): Promise<PlainText> {
  const [unpack, unpacked] = await unpackerOf(bytes);
  const head = await beginningOf(unpacked(), headBytes);
  if (isArchive(head) && unpack) {
    throw new UnrecoverableError(
      'The compressed file contains a workbook or a ZIP archive. Decompress it and import it again.',
    );
  }
  const utf16 = utf16Of(head);
  if (!utf16) refuseFormat(head);
  const declared = given === undefined ? undefined : encodingOf(given);
  // A byte order mark and a file of rejects mean UTF-8, even if the profile declares another encoding.
  const isUtf8 = startOf(head) > 0 || isRejects(head);
  const encoding = utf16 ?? (isUtf8 ? 'utf-8' : (declared ?? (detects() ? detectEncoding(head) : 'utf-8')));

  const decoded = encoding === 'utf-8' ? unpacked : () => transcode(unpacked(), encoding);
  const start = encoding === 'utf-8' ? head : await beginningOf(decoded(), headBytes);
  const isSame = encoding === 'utf-8' && !unpack;
  const from = (at: number) => (isSame ? unpacked(at) : withoutFirst(decoded(), at));
  if (!endsWithReturn(start)) return { encoding, head: start, read: (at = 0) => from(at) };
  const read = (at = 0) => withLineFeeds(from(at));
  return { encoding, head: await beginningOf(read(), headBytes), read };
}

/** How a compressed source is unpacked, if it is one, and its bytes afterwards. */
async function unpackerOf(bytes: SourceBytes): Promise<[boolean, (from?: number) => AsyncIterable<Buffer>]> {
  const first = (await beginningOf(bytes.read(0, Math.min(4, bytes.version.size)), 4)).toString('hex');
  const create = first.startsWith('1f8b')
    ? () => createGunzip()
    : first === '28b52ffd'
      ? () => createZstdDecompress(zstdOptions)
      : undefined;
  if (!create) return [false, (from) => bytes.read(from)];
  return [true, () => inflate(bytes, create())];
}

async function* inflate(bytes: SourceBytes, unpacker: NodeJS.ReadWriteStream): AsyncGenerator<Buffer, void> {
  const limit = Math.max(maxInflated.bytes, maxInflated.times * bytes.version.size);
  const packed = Readable.from(bytes.read(), { objectMode: false });
  // Errors destroy the last stream, whose reader throws them.
  const unpacked = pipeline(packed, unpacker, () => {}) as unknown as AsyncIterable<Buffer>;
  let passed = 0;
  try {
    for await (const chunk of unpacked) {
      passed += chunk.length;
      if (passed > limit) {
        const { bytes: most, times } = maxInflated;
        throw cannotInflate(
          `it expands to more than ${most / 2 ** 20} MiB and more than ${times} times its size`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw /^(Z_|ZSTD|ERR_ZLIB|ERR_ZSTD)/.test(code) ? cannotInflate(message) : error;
  } finally {
    packed.destroy();
  }
}

const cannotInflate = (why: string) => new UnrecoverableError(`The file cannot be decompressed: ${why}.`);

/** Characters that are not in the encoding become U+FFFD. */
async function* transcode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer, void> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* withoutFirst(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer, void> {
  let left = length;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Whether the first line ends with CR alone. */
function endsWithReturn(text: Buffer): boolean {
  let isQuoted = false;
  for (const [at, byte] of text.entries()) {
    if (byte === 0x22) isQuoted = !isQuoted;
    else if (!isQuoted && byte === lineFeed) return false;
    else if (!isQuoted && byte === carriageReturn) return text[at + 1] !== lineFeed;
  }
  return false;
}

/** Makes each CR without an LF an LF, at the same place. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  // The last byte of a chunk may be the CR of a CRLF.
  let held = Buffer.alloc(0);
  const replaced = (bytes: Buffer, end: number) => {
    for (
      let at = bytes.indexOf(carriageReturn);
      at !== -1 && at < end;
      at = bytes.indexOf(carriageReturn, at + 1)
    )
      if (bytes[at + 1] !== lineFeed) bytes[at] = lineFeed;
    return bytes.subarray(0, end);
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([held, chunk]);
    const end = bytes.length - 1;
    yield replaced(bytes, end);
    held = bytes.subarray(end);
  }
  yield replaced(held, held.length);
}

/** The first bytes of a text, at most `length`. */
export async function beginningOf(chunks: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = length;
  for await (const chunk of chunks) {
    parts.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(parts);
}

const isArchive = (first: Buffer) => first.subarray(0, 4).toString('latin1') === 'PK\x03\x04';

/** The byte order of a UTF-16 text, from its mark or from the zero bytes of ASCII; undefined for another text. */
function utf16Of(first: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = first;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined;
}
