import { countLines, maxRecordBytes, type NextRecord, type Place, rejected } from './read-batches.ts';

/** The delimiters that a CSV file may have. */
export const delimiters = [',', ';', '\t', '|'];

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const spaces = [0x20, 0x09, carriageReturn];

const unmatchedQuotes = rejected(
  'csv_syntax',
  'A quoted cell is not closed before a delimiter or the end of the line. Double the quotes within it.',
);

/** The next line that is not blank: a record of NDJSON. */
export const nextLine: NextRecord = (bytes, atEnd) => nextFilledLine(bytes, atEnd);

/** @param separator a line of which has no values either, but is a row */
function nextFilledLine(bytes: Buffer, atEnd: boolean, separator?: number): ReturnType<NextRecord> {
  let start = 0;
  let isEmpty = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === newline) {
      if (isEmpty) return { start, end: at + 1, isEmpty };
      start = at + 1;
    } else if (byte === separator) isEmpty = true;
    else if (!spaces.includes(byte)) {
      const end = bytes.indexOf(newline, at);
      if (end !== -1) return { start, end: end + 1 };
      return atEnd ? { start, end: bytes.length } : { start };
    }
  }
  if (!atEnd) return { start };
  return isEmpty ? { start, end: bytes.length, isEmpty } : { start: bytes.length, isEnd: true };
}

/**
 * CSV by RFC 4180: a quote opens at the start of a field and closes before a delimiter or a line end; the field may contain
 * line ends and doubled quotes. If a quote closes elsewhere or never, only its line is rejected, so that one stray quote
 * does not swallow the lines after it; csv-parse and Papa Parse lose them.
 */
export function nextCsvRecord(delimiter: string): NextRecord {
  const separator = delimiter.charCodeAt(0);
  return (bytes, atEnd) => {
    const line = nextFilledLine(bytes, atEnd, separator);
    if (line.end === undefined || line.isEmpty) return line;
    const { start } = line;
    if (!bytes.subarray(start, line.end).includes(quote)) return line;
    const end = endOfQuotedRecord(bytes, start, atEnd, separator);
    if (end === 'broken') return { ...line, problem: unmatchedQuotes };
    return end === undefined ? { start } : { start, end };
  };
}

function endOfQuotedRecord(bytes: Buffer, start: number, atEnd: boolean, separator: number) {
  const limit = start + maxRecordBytes;
  let fieldStart = true;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote && fieldStart) {
      const close = closingQuote(bytes, at + 1);
      if (close === -1 && !atEnd && bytes.length <= limit) return undefined;
      if (close === -1 || close > limit) return 'broken';
      const next = bytes[close + 1] === carriageReturn ? close + 2 : close + 1;
      const isEnd = next >= bytes.length || bytes[next] === newline;
      if (!isEnd && bytes[close + 1] !== separator) return 'broken';
      at = close;
      fieldStart = false;
    } else if (byte === newline) {
      return at + 1;
    } else {
      fieldStart = byte === separator;
    }
  }
  return atEnd ? bytes.length : undefined;
}

/** Position of the quote that is not doubled, or -1. */
function closingQuote(text: Buffer, from: number): number {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 2)) {
    if (text[at + 1] !== quote) return at;
  }
  return -1;
}

/** The cells of a record whose quotes match. Quotes inside an unquoted cell are part of it. */
export function cellsOf(raw: string, delimiter: string): string[] {
  if (!raw.includes('"')) return raw.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= raw.length; at++) {
    const from = at;
    if (raw[at] === '"') {
      for (at = raw.indexOf('"', at + 1); raw[at + 1] === '"'; ) at = raw.indexOf('"', at + 2);
      cells.push(raw.slice(from + 1, at++).replaceAll('""', '"'));
    } else {
      const end = raw.indexOf(delimiter, at);
      at = end === -1 ? raw.length : end;
      cells.push(raw.slice(from, at));
    }
  }
  return cells;
}

/** A row of CSV text. */
export interface CsvRow {
  line: number;
  raw: string;
  /** Of a row whose quotes do not match, parts of it. */
  cells: string[];
  /** Where the line after it begins. */
  end: Place;
}

/** The rows with values of a CSV text, from a place on. */
export function* csvRows(
  text: string | Buffer,
  delimiter: string,
  { byte, line }: Place = { byte: 0, line: 1 },
): Generator<CsvRow> {
  const bytes = Buffer.from(text);
  const next = nextCsvRecord(delimiter);
  let at = byte;
  let lineAt = line;
  for (;;) {
    const rest = bytes.subarray(at);
    const span = next(rest, true);
    if (span.end === undefined) return;
    const row = { line: lineAt + countLines(rest, span.start) };
    at += span.end;
    lineAt += countLines(rest, span.end);
    if (span.isEmpty) continue;
    const raw = rest.toString('utf8', span.start, span.end).replace(/\r?\n$/, '');
    const cells = span.problem ? raw.split(delimiter) : cellsOf(raw, delimiter);
    yield { ...row, raw, cells, end: { byte: at, line: lineAt } };
  }
}

/** Writes cells as a line of CSV; line ends in them become spaces. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return cells
    .map((cell) => {
      const text = cell.replace(/\r\n|[\n\r]/g, ' ');
      return text.includes('"') || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(delimiter);
}
