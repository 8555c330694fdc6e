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
  /** Records after this byte that lie before the place. */
  skip?: number;
  /** Rows without values before it. */
  empty?: number;
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
   * batches after a place are always the same.
   * @param from the end of an earlier batch of the same version; the beginning if absent. What lies before is not parsed
   * @throws UnrecoverableError for content that ends the import, such as a bomb; Unavailable
   */
  batches(from?: Place): AsyncGenerator<RecordBatch, void>;
  /** The place that has been reached. */
  reached(): Place;
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

/** Finds the first record of a text. With `atEnd` the text is whole, and no more bytes are needed. */
export type NextRecord = (bytes: Buffer, atEnd: boolean) => RecordSpan;

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

/** A record, and the place before it. */
interface PlacedRecord {
  record: SourceRecord;
  at: Place;
}

/** Collects records in batches. @param end the place after all of them, once they are read */
export async function* inBatches(
  read: AsyncIterable<PlacedRecord> | Iterable<PlacedRecord>,
  end: () => Place,
): AsyncGenerator<RecordBatch, void> {
  let records: SourceRecord[] = [];
  let characters = 0;
  for await (const { record, at } of read) {
    if (records.length >= fullBatch.records || characters >= fullBatch.characters) {
      yield { records, end: at };
      records = [];
      characters = 0;
    }
    records.push(record);
    characters += record.raw.length;
  }
  if (records.length > 0) yield { records, end: end() };
}

/**
 * The reader of the records of a text.
 * @param read the text from a byte on
 * @param first the place of its first record
 */
export function textReader(
  read: (from: number) => AsyncIterable<Buffer>,
  first: Place,
  reading: Reading,
): RecordReader {
  let place = first;
  const reached = () => place;
  const onPlace = (at: Place) => {
    place = at;
  };
  return {
    reached,
    batches: (from = first) => inBatches(readRecords(read(from.byte), from, reading, onPlace), reached),
  };
}

/** @param onPlace called with each place between two spans */
async function* readRecords(
  chunks: AsyncIterable<Buffer>,
  { skip: skipped = 0, ...from }: Place,
  { next, read, maxBytes = maxRecordBytes, refuseTooLong }: Reading,
  onPlace: (place: Place) => void,
): AsyncGenerator<PlacedRecord, void> {
  const source = chunks[Symbol.asyncIterator]();
  // The part of the text that is in memory, and its place.
  let bytes: Buffer = Buffer.alloc(0);
  let at: Place = from;
  let atEnd = false;
  let skip = skipped;

  function consume(length: number, empty = at.empty): void {
    at = { byte: at.byte + length, line: at.line + countLines(bytes, length), ...(empty && { empty }) };
    bytes = bytes.subarray(length);
    onPlace(at);
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

  /** Moves past a line that is too long, however far away its end is. */
  async function skipLine(): Promise<PlacedRecord> {
    const start = at;
    const raw = excerpt(bytes);
    let end = bytes.indexOf(lineFeed);
    while (end === -1 && !atEnd) {
      consume(bytes.length);
      await readOn();
      end = bytes.indexOf(lineFeed);
    }
    consume(end === -1 ? bytes.length : end + 1);
    return { record: { line: start.line, raw, problem: tooLong(at.byte - start.byte) }, at: start };
  }

  try {
    for (;;) {
      const { start, end, isEnd, isEmpty, problem } = next(bytes, atEnd);
      consume(start);
      if (isEnd) return;
      if (end === undefined && bytes.length <= maxBytes) await readOn();
      else if (end === undefined) {
        refuseTooLong?.(at.line);
        const placed = await skipLine();
        if (skip === 0) yield placed;
        skip = 0;
      } else if (isEmpty) consume(end - start, (at.empty ?? 0) + 1);
      else {
        let count = 0;
        for (const record of read(bytes.subarray(0, end - start), at.line, problem)) {
          if (count >= skip) yield { record, at: count > 0 ? { ...at, skip: count } : at };
          count++;
        }
        skip = 0;
        consume(end - start);
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
