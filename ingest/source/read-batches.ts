import { isUtf8 } from 'node:buffer';
import type { Rejection } from '../record/rejection.ts';
import type { ChosenSheet } from '../store/import-entry.ts';

/** The text of a record, and its first line in the source; of a sheet, its row. */
export interface RecordText {
  line: number;
  /** Without its line end; of a record that is too long, the beginning. */
  raw: string;
}

/** One record: its fields, or the problem that prevents reading them. */
export type SourceRecord = RecordText & ({ fields: Record<string, unknown> } | { problem: Rejection });

/** A place between two records, for a checkpoint. */
export interface Place {
  /** Byte of the text in UTF-8, and its line from 1. */
  byte: number;
  line: number;
  /** Records after this byte that lie before the place: those of a list in a JSON element, or rows of a sheet. */
  skip?: number;
}

/** Records that follow one another, and the place after them. */
export interface RecordBatch {
  records: SourceRecord[];
  end: Place;
}

/** What the content of a source tells. */
export interface SourceContent {
  /** `csv` for every table, a sheet of a workbook included; `ndjson` if rejects are lines. */
  format: 'csv' | 'ndjson' | 'json';
  /** Name of the encoding, as of TextDecoder. */
  encoding: string;
  /** Of a table: the delimiter, or that of the raw texts of a sheet. */
  delimiter?: string;
  /** Of a table with a header: the names of its columns. */
  columns?: string[];
  sheet?: ChosenSheet;
  /** The hidden rows of the sheet that were read so far. */
  hiddenRows?: () => number;
  /** The rows of a table that were read so far and have delimiters only; they are no records. */
  emptyRows?: () => number;
  /**
   * Reads the records in batches of up to 1,000 records or 2 MiB of text, in memory that does not grow with the source. The
   * batches after a place are always the same.
   * @param from the end of an earlier batch of the same version; the beginning if absent. What lies before is not parsed
   * @throws UnrecoverableError for content that ends the import, such as a bomb; Unavailable
   */
  batches(from?: Place): AsyncGenerator<RecordBatch, void>;
}

/** The bytes of a record within a buffer. */
export interface RecordSpan {
  /** First byte. */
  start: number;
  /** Byte after the last one, the line end included. */
  end: number;
  /** Set if the bytes are not a record; reading continues with the next line. */
  problem?: Rejection;
}

/**
 * Finds the record in the buffer that starts at or after `from`.
 * @returns its span; null if no record is left; or, if the buffer ends before the record does, the position from which
 *   more bytes are needed. With `atEnd` the end of the buffer is the end of the data, and no more bytes are needed.
 */
export type NextRecord = (buffer: Buffer, from: number, atEnd: boolean) => RecordSpan | number | null;

/** How the records of a text are found and read. */
export interface Reading {
  next: NextRecord;
  /** The records in the bytes of a span; several of a JSON element with a list. */
  read(bytes: Buffer, line: number, problem: Rejection | undefined): Iterable<SourceRecord>;
  /** Maximum size of a span; `maxRecordBytes` if absent. */
  maxBytes?: number;
  /** Throws if a longer span leaves nothing that can be read; if absent, its first line is a reject. */
  refuseTooLong?(line: number): never;
}

/** Maximum size of a record: 1 MiB. A longer quoted CSV record counts as never closed. */
export const maxRecordBytes = 2 ** 20;

/** Bytes of a too long record that are shown to the operator. */
const shownBytes = 64 * 1_024;

/** Records or characters that fill a batch: large enough for an efficient bulk request, small in memory. */
const fullBatch = { records: 1_000, characters: 2 * 2 ** 20 };

const lineFeed = 0x0a;

/** Collects records in batches, which are the same after a place whatever is read at once. */
export function batchCollector() {
  let records: SourceRecord[] = [];
  let characters = 0;
  return {
    isFull: () => records.length >= fullBatch.records || characters >= fullBatch.characters,
    add(record: SourceRecord) {
      records.push(record);
      characters += record.raw.length;
    },
    /** The batch, unless it has no records. */
    *take(end: Place): Generator<RecordBatch> {
      if (records.length > 0) yield { records, end };
      records = [];
      characters = 0;
    },
  };
}

/**
 * Reads the records of a text from a place on, in memory that does not grow with it.
 * @param chunks the text from the byte of the place on
 */
export async function* readBatches(
  chunks: AsyncIterable<Buffer>,
  from: Place,
  { next, read, maxBytes = maxRecordBytes, refuseTooLong }: Reading,
): AsyncGenerator<RecordBatch, void> {
  const source = chunks[Symbol.asyncIterator]();
  // The part of the text in memory: its first byte in the text, the position in it, and the line there.
  let bytes: Buffer = Buffer.alloc(0);
  let { byte, line, skip = 0 } = from;
  let at = 0;
  let atEnd = false;
  const batch = batchCollector();
  const place = (skipped = 0): Place => ({ byte: byte + at, line, ...(skipped > 0 && { skip: skipped }) });

  function moveTo(position: number): void {
    line += countLines(bytes, at, position);
    at = position;
  }

  /** Drops the bytes before `at`, and reads about as many as there are left, since a long record is searched again. */
  async function readOn(): Promise<void> {
    const parts = [bytes.subarray(at)];
    byte += at;
    at = 0;
    for (let wanted = Math.max(parts[0]!.length, 1); wanted > 0 && !atEnd; ) {
      const { value, done } = await source.next();
      atEnd = done === true;
      if (value) parts.push(value);
      wanted -= value?.length ?? 0;
    }
    bytes = Buffer.concat(parts);
  }

  /** Moves past a line that is too long, however far away its end is. */
  async function skipLine(): Promise<SourceRecord> {
    const start = place();
    const raw = excerpt(bytes.subarray(at));
    for (;;) {
      const end = bytes.indexOf(lineFeed, at);
      at = end === -1 ? bytes.length : end + 1;
      if (end !== -1 || atEnd) break;
      await readOn();
    }
    line++;
    return { line: start.line, raw, problem: tooLong(byte + at - start.byte) };
  }

  try {
    for (;;) {
      const found = next(bytes, at, atEnd);
      if (found === null) break;
      if (typeof found === 'number') {
        moveTo(found);
        if (bytes.length - at <= maxBytes) {
          await readOn();
          continue;
        }
        refuseTooLong?.(line);
        if (batch.isFull()) yield* batch.take(place());
        batch.add(await skipLine());
        continue;
      }
      moveTo(found.start);
      let count = 0;
      for (const record of read(bytes.subarray(found.start, found.end), line, found.problem)) {
        if (count >= skip) {
          if (batch.isFull()) yield* batch.take(place(count));
          batch.add(record);
        }
        count++;
      }
      skip = 0;
      moveTo(found.end);
    }
    yield* batch.take(place());
  } finally {
    await source.return?.();
  }
}

/** Line ends between two positions. */
export function countLines(buffer: Buffer, start: number, end: number): number {
  // Without the rest of the buffer, which may be a long line.
  const text = buffer.subarray(start, end);
  let lines = 0;
  for (let at = text.indexOf(lineFeed); at !== -1; at = text.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}

/** The text of a record, with a problem if it is too long or not in the encoding of its source. */
export function textOf(bytes: Buffer, line: number, encoding: string): RecordText & { problem?: Rejection } {
  if (bytes.length > maxRecordBytes) return { line, raw: excerpt(bytes), problem: tooLong(bytes.length) };
  if (!isUtf8(bytes)) return { line, raw: excerpt(bytes), problem: badEncoding(bytes) };
  const raw = withoutLineEnd(bytes.toString());
  const isBad = encoding !== 'utf-8' && raw.includes('\ufffd');
  return isBad
    ? { line, raw, problem: rejected('bad_encoding', `The record has bytes that are not in ${encoding}.`) }
    : { line, raw };
}

const withoutLineEnd = (text: string) => text.replace(/\r?\n$/, '');

/** The beginning of a text for display; invalid bytes become U+FFFD. */
const excerpt = (bytes: Buffer) => withoutLineEnd(bytes.toString('utf8', 0, shownBytes));

const tooLong = (length: number) =>
  rejected('record_too_long', `The record has ${length} bytes; at most ${maxRecordBytes} are allowed.`);

const badEncoding = (bytes: Buffer) =>
  rejected(
    'bad_encoding',
    `The record is not UTF-8 (${describeFirstBadByte(bytes)}). If the file has another encoding, name it with --encoding, such as windows-1252.`,
  );

/** Finds the first invalid byte: lossy decoding puts U+FFFD there. */
function describeFirstBadByte(bytes: Buffer): string {
  const lossy = bytes.toString();
  for (let at = lossy.indexOf('\uFFFD'); at !== -1; at = lossy.indexOf('\uFFFD', at + 1)) {
    const offset = Buffer.byteLength(lossy.slice(0, at));
    const written = bytes.subarray(offset, offset + 3).toString('hex') === 'efbfbd';
    if (!written) return `byte 0x${bytes[offset]!.toString(16).toUpperCase()} at position ${offset + 1}`;
  }
  return 'it ends within a character';
}

/** The reason of a reject that is not in one field. */
export const rejected = (code: Rejection['code'], message: string): Rejection => ({
  field: null,
  code,
  message,
});
