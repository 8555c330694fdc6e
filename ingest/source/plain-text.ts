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
  /** Reads the text from its start. */
  read(): AsyncIterable<Buffer>;
}

/** The position of a text after a byte order mark. */
export const startOf = (head: Buffer): number => (head.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0);

/** Whether a text is a file of rejects of an earlier import. */
export function isRejects(head: Buffer): boolean {
  const first = head.toString('utf8', startOf(head), 64);
  return first.startsWith(reasonColumns[0]!) || first.startsWith(`{"${reasonProperty}"`);
}

/** Bytes of the text that decide how it is read. */
export const headBytes = 2 ** 20;

/** Maximum size of a decompressed file: in bytes, or as a multiple of the compressed size. */
const maxInflated = { bytes: 256 * 2 ** 20, times: 100 };
export const inflatedLimit = ({ version }: SourceBytes): number =>
  Math.max(maxInflated.bytes, maxInflated.times * version.size);

/** Passes bytes on up to a limit. @throws the error beyond it */
export async function* bounded(
  chunks: AsyncIterable<Buffer>,
  limit: number,
  error = new Error(`a part of it has more than ${limit / 2 ** 20} MiB unpacked`),
): AsyncGenerator<Buffer, void> {
  let passed = 0;
  for await (const chunk of chunks) {
    passed += chunk.length;
    if (passed > limit) throw error;
    yield chunk;
  }
}

/** Memory for a zstd frame: a window of 32 MiB, which only the ultra levels exceed. */
const zstdOptions = { params: { [constants.ZSTD_d_windowLogMax]: 25 } };

/** Whether a source begins like a workbook, or like another ZIP archive, which fails later. */
export const isArchive = (first: Buffer): boolean => first.subarray(0, 4).toString('latin1') === 'PK\x03\x04';

/**
 * The text of a source that is not a workbook. It is decompressed, and becomes UTF-8 if it has another encoding.
 * @param first its first 1 MiB
 * @param detects whether the encoding is detected if it is not given; otherwise it is UTF-8. Called for a text only
 * @throws UnrecoverableError with a remedy for a format that is not supported; UncertainEncoding
 */
export async function plainText(
  bytes: SourceBytes,
  first: Buffer,
  { encoding: given, detects }: { encoding: string | undefined; detects: () => boolean },
): Promise<PlainText> {
  const unpacker = unpackerOf(first);
  const unpacked = unpacker ? () => inflate(bytes, unpacker()) : () => bytes.read();
  const start = unpacker ? await beginningOf(unpacked(), headBytes) : first;
  if (isArchive(start)) {
    throw new UnrecoverableError(
      'The compressed file contains a workbook or a ZIP archive. Decompress it and import it again.',
    );
  }
  const utf16 = utf16Of(start);
  if (!utf16) refuseFormat(start);
  const declared = given === undefined ? undefined : encodingOf(given);
  // A byte order mark and a file of rejects mean UTF-8, even if the profile declares another encoding.
  const isUtf8 = startOf(start) > 0 || isRejects(start);
  const encoding = utf16 ?? (isUtf8 ? 'utf-8' : (declared ?? (detects() ? detectEncoding(start) : 'utf-8')));

  const decoded = encoding === 'utf-8' ? unpacked : () => transcode(unpacked(), encoding);
  const head = encoding === 'utf-8' ? start : await beginningOf(decoded(), headBytes);
  if (!firstLineEndsWithReturn.test(head.toString('latin1'))) return { encoding, head, read: decoded };
  const read = () => withLineFeeds(decoded());
  return { encoding, head: await beginningOf(read(), headBytes), read };
}

/** What unpacks a source that begins like this, if it is compressed. */
function unpackerOf(first: Buffer): (() => NodeJS.ReadWriteStream) | undefined {
  const hex = first.toString('hex', 0, 4);
  if (hex.startsWith('1f8b')) return () => createGunzip();
  return hex === '28b52ffd' ? () => createZstdDecompress(zstdOptions) : undefined;
}

async function* inflate(bytes: SourceBytes, unpacker: NodeJS.ReadWriteStream): AsyncGenerator<Buffer, void> {
  const packed = Readable.from(bytes.read(), { objectMode: false });
  // Errors destroy the last stream, whose reader throws them.
  const unpacked = pipeline(packed, unpacker, () => {}) as unknown as AsyncIterable<Buffer>;
  const { bytes: most, times } = maxInflated;
  const why = `it expands to more than ${most / 2 ** 20} MiB and more than ${times} times its size`;
  try {
    yield* bounded(unpacked, inflatedLimit(bytes), cannotInflate(why));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw /^(Z_|ZSTD|ERR_ZLIB|ERR_ZSTD)/.test(code) ? cannotInflate(message) : error;
  }
}

const cannotInflate = (why: string) => new UnrecoverableError(`The file cannot be decompressed: ${why}.`);

/** Characters that are not in the encoding become U+FFFD. */
async function* transcode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer, void> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** The text behind its first bytes. */
export async function* withoutFirst(
  chunks: AsyncIterable<Buffer>,
  length: number,
): AsyncGenerator<Buffer, void> {
  let left = length;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** Finds a CR without an LF before the first LF. */
const firstLineEndsWithReturn = /^[^\n]*\r(?!\n)/;

/** Makes each CR without an LF an LF, at the same place. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  // The last byte of a chunk may be the CR of a CRLF.
  let held = '';
  for await (const chunk of chunks) {
    const text = (held + chunk.toString('latin1')).replace(/\r(?=[^\n])/g, '\n');
    held = text.slice(-1);
    yield Buffer.from(text.slice(0, -1), 'latin1');
  }
  yield Buffer.from(held.replace('\r', '\n'), 'latin1');
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

/** The byte order of a UTF-16 text, from its mark or from the zero bytes of ASCII; undefined for another text. */
function utf16Of(first: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = first;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined;
}
