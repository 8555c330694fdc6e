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

/** The place after a batch, for a checkpoint. */
export interface Place {
  /** Batches before it. */
  batches: number;
  /** Line of the last record before it. */
  line: number;
}

/** Records that follow one another, and the place after them. */
export interface RecordBatch {
  records: SourceRecord[];
  end: Place;
}

/** Reads the records of a source. */
export interface RecordReader {
  /**
   * Reads the records in batches of up to 1,000 records or 2 MiB of text, in memory that does not grow with the source. The
   * batches of a version are always the same.
   * @param from the end of an earlier batch of the same version; the beginning if absent
   * @throws UnrecoverableError for content that ends the import, such as a bomb; Unavailable
   */
  batches(from?: Place): AsyncGenerator<RecordBatch, void>;
  /** What has been read: the rows without values, if there are any. */
  reached(): { empty?: number | undefined };
}

/** What the content of a source tells. */
export interface SourceContent extends RecordReader {
  /** `csv` for every table, a sheet of a workbook included; `ndjson` if rejects are lines. */
  format: 'csv' | 'ndjson' | 'json';
  /** Name of the encoding, as of TextDecoder. */
  encoding: string;
  /** Of a table: the delimiter, or that of the raw texts of a sheet. */
  delimiter?: string;
  /** Of a table with a header: the names of its columns. */
  columns?: string[];
  /** Of JSON with nested lists: the path to its records. */
  records?: string;
  /** The number of its hidden rows is known once all are read. */
  sheet?: ChosenSheet;
}

/** The bytes of a record at the beginning of a text. */
export interface RecordSpan {
  /** First byte. */
  start: number;
  /** Byte after the last one, the line end included; absent if more bytes are needed, or there is no record. */
  end?: number;
  /** Whether no record follows. */
  isEnd?: boolean;
  /** Whether it is a row without values. */
  isEmpty?: boolean;
  /** Set if the bytes are not a record; reading continues with the next line. */
  problem?: Rejection;
}

/**
 * Finds the first record of a text, which begins on a line. With `atEnd` the text is whole, and no more bytes are needed.
 */
export type NextRecord = (bytes: Buffer, atEnd: boolean, line?: number) => RecordSpan;

/** How the records of a text are found. */
export interface Finding {
  next: NextRecord;
  /** Whether a span of any size is read; if absent, the first line of one that is too long is a reject. */
  isWhole?: boolean;
}

/** The bytes of a record in a text. */
interface FoundSpan extends Pick<RecordSpan, 'isEmpty' | 'problem'> {
  /** Of a line that is too long, the beginning. */
  bytes: Buffer;
  /** Its length, if that is not the length of the bytes. */
  length?: number;
  line: number;
  /** Byte of the text after it. */
  end: number;
}

/** How the records of a text are found and read. */
export interface Reading extends Finding {
  /** The records in a span; several of a JSON element with a list. */
  read(span: FoundSpan): Iterable<SourceRecord>;
}

/** Maximum size of a record: 1 MiB. A longer quoted CSV record counts as never closed. */
export const maxRecordBytes = 2 ** 20;

/** Bytes of a too long record that are shown to the operator. */
const shownBytes = 64 * 1_024;

/** Records or characters that fill a batch: large enough for an efficient bulk request, small in memory. */
const fullBatch = { records: 1_000, characters: 2 * 2 ** 20 };

const lineFeed = 0x0a;

/** Collects records in batches. */
export async function* inBatches(
  read: AsyncIterable<SourceRecord> | Iterable<SourceRecord>,
  { batches: before }: Pick<Place, 'batches'> = { batches: 0 },
): AsyncGenerator<RecordBatch, void> {
  let records: SourceRecord[] = [];
  let characters = 0;
  let batches = 0;
  const batch = () => ({ records, end: { batches, line: records.at(-1)!.line } });
  for await (const record of read) {
    records.push(record);
    characters += record.raw.length;
    if (records.length < fullBatch.records && characters < fullBatch.characters) continue;
    if (++batches > before) yield batch();
    records = [];
    characters = 0;
  }
  if (records.length > 0 && ++batches > before) yield batch();
}

/**
 * The reader of the records of a text.
 * @param start byte of its first record
 */
export function textReader(read: () => AsyncIterable<Buffer>, start: number, reading: Reading): RecordReader {
  let rows = 0;
  async function* records() {
    rows = 0;
    for await (const span of spansOf(read(), start, reading)) {
      if (span.isEmpty) rows++;
      else for (const record of reading.read(span)) yield record;
    }
  }
  return { reached: () => ({ empty: rows || undefined }), batches: (from) => inBatches(records(), from) };
}

/** Finds the records of a text as it comes. @param start byte of the first */
export async function* spansOf(
  chunks: AsyncIterable<Buffer>,
  start: number,
  { next, isWhole }: Finding,
): AsyncGenerator<FoundSpan, void> {
  const source = chunks[Symbol.asyncIterator]();
  // The part of the text that is in memory, and its place.
  let bytes: Buffer = Buffer.alloc(0);
  let [at, line] = [0, 1];
  let atEnd = false;

  function consume(length: number): void {
    at += length;
    line += countLines(bytes, length);
    bytes = bytes.subarray(length);
  }

  /** Reads about as many bytes as there are, since a long record is searched again. */
  async function readOn(): Promise<void> {
    const parts = [bytes];
    for (let wanted = Math.max(bytes.length, 1); wanted > 0 && !atEnd; ) {
      const { value, done } = await source.next();
      atEnd = done === true;
      if (value) parts.push(value);
      wanted -= value?.length ?? 0;
    }
    bytes = Buffer.concat(parts);
  }

  try {
    while (bytes.length < start && !atEnd) await readOn();
    consume(start);
    for (;;) {
      const { start: from, end, isEnd, ...found } = next(bytes, atEnd, line);
      consume(from);
      if (isEnd) return;
      if (end !== undefined) {
        const length = end - from;
        yield { ...found, bytes: bytes.subarray(0, length), line, end: at + length };
        consume(length);
      } else if (isWhole || bytes.length <= maxRecordBytes) await readOn();
      else {
        const begun = { bytes: bytes.subarray(0, shownBytes), line };
        const first = at;
        let lineEnd = bytes.indexOf(lineFeed);
        for (; lineEnd === -1 && !atEnd; lineEnd = bytes.indexOf(lineFeed)) {
          consume(bytes.length);
          await readOn();
        }
        consume(lineEnd === -1 ? bytes.length : lineEnd + 1);
        yield { ...begun, length: at - first, end: at };
      }
    }
  } finally {
    await source.return?.();
  }
}

/** Line ends before a position. */
export function countLines(bytes: Buffer, end: number): number {
  // Without the rest of the bytes, which may be a long line.
  const text = bytes.subarray(0, end);
  let lines = 0;
  for (let at = text.indexOf(lineFeed); at !== -1; at = text.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}

/** The text of a record, with a problem if it is too long, not in the encoding of its source, or not a record. */
export function textOf(
  { bytes, length = bytes.length, line, problem }: Omit<FoundSpan, 'end'>,
  encoding: string,
): RecordText & { problem?: Rejection } {
  if (length > maxRecordBytes) return { line, raw: excerpt(bytes), problem: tooLong(length) };
  if (!isUtf8(bytes)) return { line, raw: excerpt(bytes), problem: badEncoding(bytes) };
  const raw = withoutLineEnd(bytes.toString());
  if (encoding !== 'utf-8' && raw.includes('\ufffd')) {
    const message = `The record has bytes that are not in ${encoding}.`;
    return { line, raw, problem: rejected('bad_encoding', message) };
  }
  return { line, raw, ...(problem && { problem }) };
}

const withoutLineEnd = (text: string) => text.replace(/\r?\n$/, '');

/** The beginning of a text for display; invalid bytes become U+FFFD. */
const excerpt = (bytes: Buffer) => withoutLineEnd(bytes.toString('utf8', 0, shownBytes));

const tooLong = (length: number) =>
  rejected('record_too_long', `The record has ${length} bytes; at most ${maxRecordBytes} are allowed.`);

/** Lossy decoding puts U+FFFD where the first invalid byte is. */
function badEncoding(bytes: Buffer): Rejection {
  const offset = Buffer.byteLength(bytes.toString().split('\ufffd', 1)[0]!);
  return rejected(
    'bad_encoding',
    `The record is not UTF-8 (byte 0x${bytes[offset]!.toString(16).toUpperCase()} at position ${offset + 1}). If the file has another encoding, name it with --encoding, such as windows-1252.`,
  );
}

/** The reason of a reject that is not in one field. */
export const rejected = (code: Rejection['code'], message: string): Rejection => ({
  field: null,
  code,
  message,
});
