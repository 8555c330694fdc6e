import { countLines, maxRecordBytes, type NextRecord, type Place, rejected } from './read-batches.ts';

/** The delimiters that a CSV file may have. */
export const delimiters = [',', ';', '\t', '|'];

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

const unmatchedQuotes = rejected(
  'csv_syntax',
  'A quoted cell is not closed before a delimiter or the end of the line. Double the quotes within it.',
);

/** The next line that is not blank: a record of NDJSON. */
export const nextLine: NextRecord = nextFilledLine();

/** @param delimiter a line of which has no values either; each is reported */
function nextFilledLine(delimiter = newline, onEmptyRow = () => {}): NextRecord {
  return (buffer, from, atEnd) => {
    let start = from;
    while (start < buffer.length) {
      const lineEnd = buffer.indexOf(newline, start);
      if (lineEnd === -1 && !atEnd) return start;
      const end = lineEnd === -1 ? buffer.length : lineEnd + 1;
      if (!isBlank(buffer, start, end, delimiter)) return { start, end };
      if (buffer.subarray(start, end).includes(delimiter) && delimiter !== newline) onEmptyRow();
      start = end;
    }
    return atEnd ? null : start;
  };
}

/**
 * CSV by RFC 4180: a quote opens at the start of a field and closes before a delimiter or a line end; the field may contain
 * line ends and doubled quotes. If a quote closes elsewhere or never, only its line is rejected, so that one stray quote
 * does not swallow the lines after it; csv-parse and Papa Parse lose them.
 */
export function nextCsvRecord(delimiter: string, onEmptyRow?: () => void): NextRecord {
  const separator = delimiter.charCodeAt(0);
  const nextRow = nextFilledLine(separator, onEmptyRow);
  return (buffer, from, atEnd) => {
    const line = nextRow(buffer, from, atEnd);
    if (line === null || typeof line === 'number') return line;
    if (!buffer.subarray(line.start, line.end).includes(quote)) return line;
    const end = endOfQuotedRecord(buffer, line.start, atEnd, separator);
    if (end === undefined) return line.start;
    return end === 'broken' ? { ...line, problem: unmatchedQuotes } : { start: line.start, end };
  };
}

function endOfQuotedRecord(buffer: Buffer, start: number, atEnd: boolean, separator: number) {
  const limit = start + maxRecordBytes;
  const unclosed = () => (atEnd || buffer.length > limit ? 'broken' : undefined);
  let fieldStart = true;
  for (let at = start; at < buffer.length; at++) {
    const byte = buffer[at]!;
    if (byte === quote && fieldStart) {
      const close = closingQuote(buffer, at + 1);
      if (close === -1) return unclosed();
      if (close > limit) return 'broken';
      const next = buffer[close + 1] === carriageReturn ? close + 2 : close + 1;
      const isEnd = next >= buffer.length || buffer[next] === newline;
      if (!isEnd && buffer[close + 1] !== separator) return 'broken';
      at = close;
      fieldStart = false;
    } else if (byte === newline) {
      return at + 1;
    } else {
      fieldStart = byte === separator;
    }
  }
  return atEnd ? buffer.length : undefined;
}

/** Position of the quote that is not doubled, or -1. */
function closingQuote(text: Buffer, from: number): number {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 2)) {
    if (text[at + 1] !== quote) return at;
  }
  return -1;
}

function isBlank(buffer: Buffer, start: number, end: number, delimiter: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = buffer[at];
    const isSpace = byte === 0x20 || byte === 0x09 || byte === newline || byte === carriageReturn;
    if (!isSpace && byte !== delimiter) return false;
  }
  return true;
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

/** The rows of a CSV text, from a place on. */
export function* csvRows(text: string | Buffer, delimiter: string, from: Place = start): Generator<CsvRow> {
  const bytes = Buffer.from(text);
  const next = nextCsvRecord(delimiter);
  let { byte, line } = from;
  for (;;) {
    const span = next(bytes, byte, true);
    if (span === null || typeof span === 'number') return;
    line += countLines(bytes, byte, span.start);
    const raw = bytes.toString('utf8', span.start, span.end).replace(/\r?\n$/, '');
    const end = { byte: span.end, line: line + countLines(bytes, span.start, span.end) };
    yield { line, raw, cells: span.problem ? raw.split(delimiter) : cellsOf(raw, delimiter), end };
    ({ byte, line } = end);
  }
}

const start: Place = { byte: 0, line: 1 };

/** Writes cells as a line of CSV; line ends in them become spaces. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return cells
    .map((cell) => {
      const text = cell.replace(/\r\n|[\n\r]/g, ' ');
      return text.includes('"') || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(delimiter);
}
