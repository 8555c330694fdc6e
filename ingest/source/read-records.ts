import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { UnrecoverableError } from 'bullmq';
import Papa from 'papaparse';
import type { BatchJobData } from '../queue/contract.ts';
import { isObject } from '../record/profile/expand-profile.ts';
import { type Rejection, reasonColumns } from '../record/rejection.ts';
import type { ImportPlan } from '../store/import-entry.ts';
import { flatFields, parsePlainJson } from './flat-fields.ts';
import { countLines, maxRecordBytes, nextRecordOf, type RecordSpan, recordIn } from './next-record.ts';
import { fileChanged, type SourceFile } from './source-file.ts';

/** A range of whole records in a file. */
export type Batch = Omit<BatchJobData, 'import' | 'run' | 'batch'>;

/** Bytes of a too long record that are shown to the operator. */
export const shownBytes = 64 * 1_024;

/** Records parsed at once; their objects can be freed before the next are parsed. */
const parsedAtOnce = 100;

/**
 * Reads the bytes of one batch. Its records are parsed lazily, in order.
 * @throws UnrecoverableError when the bytes have changed since planning
 */
export async function readBatch(
  file: SourceFile,
  plan: ImportPlan,
  batch: Batch,
): Promise<Iterable<RawRecord>> {
  if (batch.tooLong) return [await readTooLong(file, plan, batch)];
  const bytes = Buffer.allocUnsafe(batch.end - batch.start);
  await readFully(file, bytes, batch.start);
  refuseChanged(bytes, batch);
  return recordsOf(bytes, plan, batch.line);
}

function* recordsOf(bytes: Buffer, plan: ImportPlan, firstLine: number): Generator<RawRecord> {
  const toText = textReader(bytes, plan);
  const parse = parserOf(plan);
  let texts: ReadText[] = [];
  for (const place of placesOf(bytes, plan, firstLine)) {
    texts.push(toText(place));
    if (texts.length < parsedAtOnce) continue;
    yield* parse(texts);
    texts = [];
  }
  yield* parse(texts);
}

/** Compares checksums, because a file can change without a change of its size and time. */
function refuseChanged(bytes: Buffer, { checksum }: Batch): void {
  if (checksum !== undefined && crc32(bytes) !== checksum) throw fileChanged();
}

/** Fills a buffer; one read may return fewer bytes than requested. */
async function readFully(file: SourceFile, bytes: Buffer, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw fileChanged();
    at += bytesRead;
  }
}

/** The position of a record in the batch, and its first line in the file. */
interface Place {
  span: RecordSpan;
  line: number;
}

function* placesOf(bytes: Buffer, plan: ImportPlan, firstLine: number): Generator<Place> {
  // A batch ends before what follows a nested array.
  const { nested: _nested, ...elements } = plan;
  const nextRecord = nextRecordOf(elements);
  let line = firstLine;
  let at = 0;
  for (let span = recordIn(bytes, at, nextRecord); span; span = recordIn(bytes, at, nextRecord)) {
    line += countLines(bytes, at, span.start);
    yield { span, line };
    line += countLines(bytes, span.start, span.end);
    at = span.end;
  }
}

function textReader(bytes: Buffer, plan: ImportPlan): (place: Place) => ReadText {
  const isSound = plan.encoding === 'utf-8' && isUtf8(bytes);
  const decoder = new TextDecoder(plan.encoding, { fatal: true, ignoreBOM: true });
  return ({ span, line }) => {
    const length = span.end - span.start;
    const shown = () => excerpt(bytes.subarray(span.start, span.end), plan);
    if (length > maxRecordBytes) return { line, raw: shown(), problem: tooLong(length) };
    const end = endOfText(bytes, span);
    if (isSound && !span.problem) return new ValidText(line, bytes, span.start, end);
    try {
      const raw = decoder.decode(bytes.subarray(span.start, end));
      return span.problem ? { line, raw, problem: unmatchedQuotes } : { line, raw };
    } catch {
      return { line, raw: shown(), problem: badEncoding(bytes.subarray(span.start, span.end)) };
    }
  };
}

/**
 * Text that is known to be valid UTF-8. It is decoded on demand, for parsing and again for a reject, so that batches that
 * wait for Elasticsearch hold no text.
 */
class ValidText implements RecordText {
  readonly line: number;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(line: number, bytes: Buffer, start: number, end: number) {
    this.line = line;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  get raw(): string {
    return this.#bytes.toString('utf8', this.#start, this.#end);
  }
}

/** The position of the record's line end, or its end. */
function endOfText(bytes: Buffer, { start, end }: RecordSpan): number {
  if (end === start || bytes[end - 1] !== 0x0a) return end;
  return end - 1 > start && bytes[end - 2] === 0x0d ? end - 2 : end - 1;
}

async function readTooLong(file: SourceFile, plan: ImportPlan, batch: Batch): Promise<RawRecord> {
  const bytes = Buffer.alloc(Math.min(shownBytes, batch.end - batch.start));
  await readFully(file, bytes, batch.start);
  refuseChanged(bytes, batch);
  const text = { line: batch.line, raw: excerpt(bytes, plan) };
  return { text, problem: tooLong(batch.end - batch.start) };
}

/** The beginning of the text for display; invalid bytes become U+FFFD. */
function excerpt(bytes: Buffer, plan: ImportPlan): string {
  return new TextDecoder(plan.encoding).decode(bytes.subarray(0, shownBytes)).replace(/\r?\n$/, '');
}

const rejected = (code: Rejection['code'], message: string): Rejection => ({ field: null, code, message });

const tooLong = (length: number) =>
  rejected('record_too_long', `The record has ${length} bytes; at most ${maxRecordBytes} are allowed.`);

const unmatchedQuotes = rejected(
  'csv_syntax',
  'A quoted cell is not closed before a delimiter or the end of the line. Double the quotes within it.',
);

const badEncoding = (bytes: Buffer) =>
  rejected(
    'bad_encoding',
    `The record is not UTF-8 (${describeFirstBadByte(bytes)}). If the file is Windows-1252, import it with --encoding windows-1252.`,
  );

/** Finds the first invalid byte: lossy decoding puts U+FFFD there. */
function describeFirstBadByte(bytes: Buffer): string {
  const lossy = bytes.toString('utf8');
  for (let at = lossy.indexOf('\uFFFD'); at !== -1; at = lossy.indexOf('\uFFFD', at + 1)) {
    const offset = Buffer.byteLength(lossy.slice(0, at));
    const written = bytes.subarray(offset, offset + 3).toString('hex') === 'efbfbd';
    if (!written) return `byte 0x${bytes[offset]!.toString(16).toUpperCase()} at position ${offset + 1}`;
  }
  return 'it ends within a character';
}

/** The line and the text of a record in the file. */
export interface RecordText {
  line: number;
  raw: string;
}

/** One record of the file: its fields, or the problem that prevents reading them. */
export type RawRecord = { text: RecordText } & ({ fields: Record<string, unknown> } | { problem: Rejection });

/** The text of a record, and its problem before parsing. */
type ReadText = RecordText & { problem?: Rejection };

/** Chooses the parser of records. */
function parserOf(plan: ImportPlan): (records: ReadText[]) => Iterable<RawRecord> {
  if (plan.format === 'csv') return csvParser(plan);
  return (records) => records.map((text) => parseJson(text, plan.flat ? parsePlainJson : JSON.parse, plan));
}

function parseJson(text: ReadText, parseText: (text: string) => unknown, { flat }: ImportPlan): RawRecord {
  if (text.problem) return { text, problem: text.problem };
  const problem = (message: string) => ({ text, problem: rejected('json_syntax', message) });
  try {
    const fields = parseText(text.raw);
    if (isObject(fields)) return { text, fields: flat ? flatFields(fields) : fields };
    return problem('The line is not a JSON object.');
  } catch (error) {
    return problem((error as Error).message);
  }
}

function csvParser(plan: ImportPlan): (texts: ReadText[]) => Iterable<RawRecord> {
  const delimiter = plan.delimiter!;
  const toFields = fieldsReader(plan.columns!);
  const columns = plan.columns!.length;
  // The header may end with empty cells that the lines do not have.
  const named = plan.columns!.findLastIndex((column, i) => column !== unnamedColumn(i)) + 1;
  const toRecord = (text: ReadText, cells: string[] | undefined): RawRecord => {
    if (!cells) return { text, problem: text.problem ?? badQuotes };
    if (cells.length >= named && cells.slice(columns).every((cell) => cell.trim() === '')) {
      return { text, fields: toFields(cells) };
    }
    const message = `The line has ${cells.length} cells, but the header has ${columns}.`;
    return { text, problem: rejected('column_count', message) };
  };
  return function* (texts) {
    const rows = rowsOf(texts, delimiter);
    for (const [i, text] of texts.entries()) {
      yield toRecord(text, rows ? rows[i] : rowsOf([text], delimiter)?.[0]);
    }
  };
}

const badQuotes = rejected('csv_syntax', 'The quotes of the line do not match.');

/** The rows of records, which are parsed together; undefined if one of them is not a row. */
function rowsOf(texts: ReadText[], delimiter: string): string[][] | undefined {
  if (texts.some(({ problem }) => problem)) return undefined;
  try {
    const rows = csvRows(texts.map(({ raw }) => raw).join('\n'), delimiter);
    return rows.length === texts.length ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** Builds the function that assigns cells to columns; empty cells have no value. */
function fieldsReader(columns: readonly string[]): (cells: string[]) => Record<string, string | undefined> {
  const kept = columns.flatMap((column, place) =>
    reasonColumns.includes(column) ? [] : [{ column, place }],
  );
  // Each row is a copy of this object, because objects of many shapes are slow to read.
  const nothing: Record<string, string | undefined> = Object.fromEntries(
    kept.map(({ column }) => [column, undefined]),
  );
  return (cells) => {
    const fields = { ...nothing };
    for (const { column, place } of kept) {
      const cell = cells[place]?.trim();
      if (cell) fields[column] = cell;
    }
    return fields;
  };
}

/**
 * Parses CSV text with LF line ends. Quotes inside an unquoted cell are part of it.
 * @throws Error when quotes do not match
 */
export function csvRows(text: string, delimiter: string): string[][] {
  const { data, errors } = parse(text, delimiter);
  const unmatched = errors.find(({ type }) => type === 'Quotes');
  if (unmatched) throw new Error(unmatched.message);
  return data;
}

const parse = (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' });

/** The delimiters that a CSV file may have. */
export const delimiters = [',', ';', '\t', '|'];

/**
 * Detects the delimiter of a CSV file: the one with the most known column names in the header.
 * @throws UnrecoverableError when no delimiter gives a known name
 */
export function detectDelimiter(header: string, knownColumns: readonly string[]): string {
  const known = (delimiter: string) =>
    headerColumns(header, delimiter).filter((column) => knownColumns.includes(column)).length;
  const best = delimiters.reduce((a, b) => (known(b) > known(a) ? b : a));
  if (known(best) === 0) {
    throw new UnrecoverableError(
      `The header has no known column if split at , ; | or a tab: ${header.slice(0, 200)}`,
    );
  }
  return best;
}

/** The column names of a header line at this delimiter; a column without a name is "column 3". */
export function headerColumns(header: string, delimiter: string): string[] {
  const [cells = []] = parse(header.replace(/\r?\n$/, ''), delimiter).data;
  return cells.map((cell, i) => cell.trim() || unnamedColumn(i));
}

const unnamedColumn = (place: number) => `column ${place + 1}`;
