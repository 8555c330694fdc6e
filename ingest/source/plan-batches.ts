import { crc32 } from 'node:zlib';
import type { BatchJobData } from '../queue/contract.ts';
import { countLines, maxRecordBytes, type NextRecord, type RecordSpan } from './next-record.ts';
import type { SourceFile } from './source-file.ts';

/** A run of whole records in a file. */
export type Batch = Omit<BatchJobData, 'import' | 'run' | 'batch'>;

/** How much of a record that is too long is read, to be shown to the operator. */
export const shownBytes = 64 * 1_024;

/** Where reading starts. */
export interface Position {
  byte: number;
  line: number;
}

/** A batch is full with this many records or bytes: large enough for a good bulk request, small in memory. */
const fullBatch = { records: 1_000, bytes: 2 * 2 ** 20 };

/**
 * Reads a file once, from `from` on, and yields its batches in order. Memory does not grow with the file.
 */
export async function* planBatches(
  file: SourceFile,
  from: Position,
  nextRecord: NextRecord,
): AsyncGenerator<Batch> {
  const window = slidingWindow(file, from.byte);
  let line = from.line;
  let batch: Required<Whole> | undefined;

  for (;;) {
    const span = nextRecord(window.bytes, window.at, window.atEnd);
    if (span === null) break;
    if (typeof span === 'number') {
      line += countLines(window.bytes, window.at, span);
      if (batch) extend(batch, window, span);
      window.moveTo(span);
      // Megabytes of blank lines between two records.
      if (batch && isFull(batch)) {
        yield batch;
        batch = undefined;
      }
      if (!window.exceeds(maxRecordBytes)) {
        await window.readOn();
        continue;
      }
      if (batch) yield batch;
      batch = undefined;
      const start = window.position();
      const checksum = crc32(window.bytes.subarray(window.at, window.at + shownBytes));
      await window.skipLine();
      yield { start, end: window.position(), line, records: 1, checksum, tooLong: true };
      line++;
      continue;
    }
    line += countLines(window.bytes, window.at, span.start);
    if (batch) extend(batch, window, span.end);
    else batch = newBatch(window, span, line);
    batch.records++;
    line += countLines(window.bytes, span.start, span.end);
    window.moveTo(span.end);
    if (isFull(batch)) {
      yield batch;
      batch = undefined;
    }
  }
  if (batch) yield batch;
}

function isFull({ start, end, records }: Batch): boolean {
  return records >= fullBatch.records || end - start >= fullBatch.bytes;
}

function newBatch({ bytes, position }: Window, { start, end }: RecordSpan, line: number): Required<Whole> {
  const checksum = crc32(bytes.subarray(start, end));
  return { start: position(start), end: position(end), line, records: 0, checksum };
}

/** Takes into the batch what lies between its end, where the window stands, and a place in the window. */
function extend(batch: Required<Whole>, { bytes, at, position }: Window, to: number): void {
  batch.checksum = crc32(bytes.subarray(at, to), batch.checksum);
  batch.end = position(to);
}

type Whole = Omit<Batch, 'tooLong'>;
type Window = Pick<ReturnType<typeof slidingWindow>, 'bytes' | 'at' | 'position'>;

/** Small enough that batches are worked on between the chunks, and Elasticsearch has work from the first on. */
const chunkSize = 2 ** 18;

/** The part of the file in memory: what is left of the record at hand, and one chunk. */
function slidingWindow(file: SourceFile, from: number) {
  let windowStart = from;
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  let atEnd = false;

  /** Forgets what was read before `at`, and reads the next chunk. */
  async function readOn() {
    const chunk = Buffer.allocUnsafe(chunkSize);
    const { bytesRead } = await file.read(chunk, 0, chunkSize, windowStart + bytes.length);
    atEnd = bytesRead === 0;
    windowStart += at;
    bytes = Buffer.concat([bytes.subarray(at), chunk.subarray(0, bytesRead)]);
    at = 0;
  }

  return {
    get bytes() {
      return bytes;
    },
    /** Where in `bytes` the next record is looked for. */
    get at() {
      return at;
    },
    get atEnd() {
      return atEnd;
    },
    moveTo: (place: number) => {
      at = place;
    },
    /** Position in the file of a place in `bytes`. */
    position: (place = at) => windowStart + place,
    exceeds: (size: number) => bytes.length - at > size,
    readOn,

    /** Moves behind the next line end, however far away it is. */
    async skipLine() {
      for (;;) {
        const lineEnd = bytes.indexOf(0x0a, at);
        at = lineEnd === -1 ? bytes.length : lineEnd + 1;
        if (lineEnd !== -1 || atEnd) return;
        await readOn();
      }
    },
  };
}
