import { crc32 } from 'node:zlib';
import { UnrecoverableError } from 'bullmq';
import { quote, shortenReason } from '../errors.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { knownColumns, requiredFields } from '../record/input.ts';
import { columnsOf } from '../record/profile/profile.ts';
import { reasonColumns } from '../record/rejection.ts';
import type { ImportPlan } from '../store/import-entry.ts';
import {
  countLines,
  findNestedArray,
  maxRecordBytes,
  type NextRecord,
  nextCsvRecord,
  type RecordSpan,
  recordIn,
} from './next-record.ts';
import { type Batch, delimiters, detectDelimiter, headerColumns, shownBytes } from './read-records.ts';
import { refuseFormat } from './refuse-format.ts';
import { readBeginning, type SourceFile } from './source-file.ts';

/** How a file's records are read, and where the first of them begins. */
interface SourcePlan {
  plan: Pick<ImportPlan, 'format' | 'encoding' | 'delimiter' | 'columns' | 'nested' | 'flat'>;
  from: Position;
}

/**
 * Decides from the beginning of a file how it is read.
 * @throws UnrecoverableError naming every problem of the header or of the declared format
 */
export async function planSource(file: SourceFile, given: ImportFilePayload): Promise<SourcePlan> {
  const { encoding: declared = 'utf-8', delimiter } = { ...given.profile, ...given };
  const payload = { ...given, ...(delimiter !== undefined && { delimiter }) };
  const format = formatOfPlain(payload);
  const bytes = await readBeginning(file, maxRecordBytes);
  refusePacked(bytes);
  refuseFormat(bytes);
  const start = startOfText(bytes);
  // The mark means UTF-8, as in the sheet of a workbook, even if the profile declares another encoding.
  const encoding = start > 0 ? 'utf-8' : declared;

  if (format === 'csv') return planCsv(bytes, start, { ...payload, encoding });
  const { plan, from } =
    format === 'ndjson'
      ? { plan: { format, encoding }, from: { byte: start, line: 1 } }
      : await planJson(file, bytes, start, encoding);
  return { plan: { ...plan, ...(payload.profile && { flat: true as const }) }, from };
}

/** The format of the plain data: lists within a JSON file become lines, see nested-records.ts. */
function formatOfPlain(payload: ImportFilePayload): ImportPlan['format'] {
  const format = formatOf(payload);
  return format === 'json' && payload.profile?.records !== undefined ? 'ndjson' : format;
}

/** The warning about a file without records. */
export function noRecords({ columns }: Pick<ImportPlan, 'columns'>): string {
  return columns ? 'The file has a header and no records.' : 'The file has no records.';
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
    `The name "${name}" does not show the format. Set it with --format csv, --format ndjson or --format json.`,
  );
}

function planCsv(bytes: Buffer, start: number, payload: ImportFilePayload): SourcePlan {
  const encoding = payload.encoding!;
  const known = payload.profile ? columnsOf(payload.profile) : knownColumns;
  const declared = separatorLine(bytes, start);
  const given = payload.delimiter ?? declared?.delimiter;
  const first = declared?.end ?? start;
  const header = (separator: string) => {
    const span = recordIn(bytes, first, nextCsvRecord(separator));
    const line = payload.profile?.header_line;
    // A file of rejects begins with its header.
    if (!span || line === undefined || text(span).startsWith(reasonColumns[0]!)) return span;
    return recordIn(bytes, startOfLine(bytes, line), nextCsvRecord(separator));
  };
  // Only line ends are trimmed, because the name of the first column may be empty before a tab.
  const text = (span: RecordSpan) =>
    new TextDecoder(encoding).decode(bytes.subarray(span.start, span.end)).replace(/\r?\n$/, '');

  // Split at another sign than its own, a header of several lines ends with the first.
  const headers = delimiters.flatMap((separator) => header(given ?? separator) ?? []);
  const [firstLine] = headers.sort((a, b) => b.end - a.end);
  if (!firstLine) throw new UnrecoverableError('The file is empty. A CSV file must begin with a header.');
  const delimiter = given ?? detectDelimiter(text(firstLine), known);
  const whole = header(delimiter)!;
  const columns = headerColumns(text(whole), delimiter);
  refuseOddHeader(text(whole), columns);
  if (payload.profile) refuseProfiledHeader(columns, payload);
  else refuseHeader(columns, payload.mode === 'delete' ? ['id'] : requiredFields);
  return { plan: { format: 'csv', encoding, delimiter, columns }, from: positionOf(bytes, whole.end) };
}

/** The position of the text of a file, after the mark of UTF-8 if it has one. */
export const startOfText = (bytes: Buffer): number =>
  bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;

/** The first line "sep=;" of a file for Excel, which names the delimiter, and the position after it. */
export function separatorLine(bytes: Buffer, start: number): { delimiter: string; end: number } | undefined {
  const found = /^"?sep=([^"\r\n\u0080-\u00ff])"?[,;\t]*\r?\n/i.exec(
    bytes.toString('latin1', start, start + 64),
  );
  return found ? { delimiter: found[1]!, end: start + found[0].length } : undefined;
}

/** The position of a line, counted from 1. */
function startOfLine(bytes: Buffer, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const lineEnd = bytes.indexOf(0x0a, at);
    if (lineEnd === -1) return bytes.length;
    at = lineEnd + 1;
  }
  return at;
}

/** Maximum number of columns of a file. */
const maxColumns = 1_000;

/** Maximum number of problems of a header in a message. */
const faultsNamed = 10;

function refuseOddHeader(header: string, columns: string[]): void {
  if (header.replace(/"[^"]*"/g, '').includes('\r')) {
    throw new UnrecoverableError('The lines end with CR only. Save the file with LF or CRLF line ends.');
  }
  if (columns.length > maxColumns) {
    throw new UnrecoverableError(
      `The header has ${columns.length} columns; at most ${maxColumns} are allowed.`,
    );
  }
  const long = columns.find((column) => column.length > maxColumnLength);
  if (long !== undefined) {
    throw new UnrecoverableError(
      `The header has a column name of ${long.length} characters, ${quote(long)}; at most ${maxColumnLength} are allowed.`,
    );
  }
}

/** Maximum length of a column name, as in a profile. */
export const maxColumnLength = 500;

function nameFaults(faults: string[]): string {
  const more = faults.length - faultsNamed;
  return faults.slice(0, faultsNamed).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function refuseHeader(columns: string[], required: readonly string[]): void {
  const allowed = [...knownColumns, ...reasonColumns];
  const problems = [
    ...columns
      .filter((column) => !allowed.includes(column))
      .map((column) => `${quote(column)} is not a known column`),
    ...columns
      .filter((column, i) => columns.indexOf(column) < i)
      .map((column) => `${quote(column)} appears twice`),
    ...required.filter((column) => !columns.includes(column)).map((column) => `"${column}" is missing`),
  ];
  if (problems.length === 0) return;
  throw new UnrecoverableError(
    `The header cannot be used: ${nameFaults(problems)}. Known columns: ${knownColumns.join(', ')}.`,
  );
}

/** With a profile a file must have each column of the profile exactly once, and may have any others. */
function refuseProfiledHeader(columns: string[], { profile, mode }: ImportFilePayload): void {
  const named = mode === 'delete' && profile!.identity ? profile!.identity.columns : columnsOf(profile!);
  const problems = [
    ...named
      .filter((column) => !columns.includes(column))
      .map((column) => `"${column}" is in the profile but not in the file`),
    ...named
      .filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column))
      .map((column) => `${quote(column)} appears twice`),
  ];
  if (problems.length === 0) return;
  throw new UnrecoverableError(
    `The header does not fit the profile "${profile!.name}": ${nameFaults(problems)}. The file has: ${shortenReason(columns.join(', '))}.`,
  );
}

async function planJson(
  file: SourceFile,
  bytes: Buffer,
  start: number,
  encoding: ImportPlan['encoding'],
): Promise<SourcePlan> {
  const opening = bytes.subarray(start).findIndex((byte) => byte > 0x20);
  const at = start + opening;
  const nested = bytes[at] === 0x7b ? findNestedArray(bytes.subarray(at)) : undefined;
  if (nested !== undefined) {
    await refuseCutJson(file, '}');
    return { plan: { format: 'json', encoding, nested: true }, from: positionOf(bytes, at + nested) };
  }
  // A .json file that begins with any other object is read as NDJSON.
  if (opening === -1 || bytes[at] === 0x7b) {
    return { plan: { format: 'ndjson', encoding }, from: { byte: start, line: 1 } };
  }
  if (bytes[at] !== 0x5b)
    throw new UnrecoverableError('The file is neither a JSON array nor lines of JSON objects.');
  await refuseCutJson(file, ']');
  return { plan: { format: 'json', encoding }, from: positionOf(bytes, at + 1) };
}

const positionOf = (bytes: Buffer, byte: number): Position => ({
  byte,
  line: 1 + countLines(bytes, 0, byte),
});

async function refuseCutJson(file: SourceFile, closing: ']' | '}'): Promise<void> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, 4_096));
  await file.read(tail, 0, tail.length, size - tail.length);
  if (!tail.toString('latin1').trimEnd().endsWith(closing)) {
    throw new UnrecoverableError('The JSON array is not closed: the file seems to be truncated.');
  }
}

/** Refuses compressed files that must be unpacked twice. */
function refusePacked(bytes: Buffer): void {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    throw new UnrecoverableError(
      'The compressed file contains a workbook or a ZIP archive. Decompress it and import it again.',
    );
  }
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') {
    throw new UnrecoverableError(
      'The compressed file contains UTF-16. Save it as UTF-8, or decompress it, and import it again.',
    );
  }
}

/** Where reading starts. */
export interface Position {
  byte: number;
  line: number;
}

/** Records or bytes that fill a batch: large enough for an efficient bulk request, small in memory. */
const fullBatch = { records: 1_000, bytes: 2 * 2 ** 20 };

/**
 * Reads a file once from `from` and yields its batches in order. Memory does not grow with the file.
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
      // There may be megabytes of blank lines between two records.
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

/** Extends the batch from the position of the window to `to`. */
function extend(batch: Required<Whole>, { bytes, at, position }: Window, to: number): void {
  batch.checksum = crc32(bytes.subarray(at, to), batch.checksum);
  batch.end = position(to);
}

type Whole = Omit<Batch, 'tooLong'>;
type Window = Pick<ReturnType<typeof slidingWindow>, 'bytes' | 'at' | 'position'>;

/** Small enough that batches are processed between the chunks. */
const chunkSize = 2 ** 18;

/** The part of the file in memory: the rest of the current record, and one chunk. */
function slidingWindow(file: SourceFile, from: number) {
  let windowStart = from;
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  let atEnd = false;

  /** Drops the bytes before `at` and reads the next chunk. */
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
    /** Position in `bytes` of the next search for a record. */
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

    /** Moves past the next line end, however far away it is. */
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
