import Papa from 'papaparse';
import { countLines, maxRecordBytes, type NextRecord, type RecordSpan, rejected } from './read-batches.ts';

/** The delimiters that a CSV file may have. */
export const delimiters = [',', ';', '\t', '|'];

const newline = 0x0a;
const spaces = [0x20, 0x09, 0x0d, newline];

const unmatchedQuotes = rejected(
  'csv_syntax',
  'A quoted cell is not closed before a delimiter or the end of the line. Double the quotes within it.',
);

/** The next line that is not blank: a record of NDJSON. */
export const nextLine: NextRecord = (bytes, atEnd) => lineOf(bytes, atEnd);

/** @param separator a line of which has no values either, but is a row */
function lineOf(bytes: Buffer, atEnd: boolean, separator?: number): RecordSpan {
  for (let start = 0; ; ) {
    const lineFeed = bytes.indexOf(newline, start);
    if (lineFeed === -1 && !atEnd) return { start };
    if (start === bytes.length) return { start, isEnd: true };
    const end = lineFeed === -1 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(start, end);
    if (!line.every((byte) => byte === separator || spaces.includes(byte))) return { start, end };
    if (separator !== undefined && line.includes(separator)) return { start, end, isEmpty: true };
    start = end;
  }
}

/**
 * CSV by RFC 4180: a quote opens at the start of a field and closes before a delimiter or a line end; the field may contain
 * line ends and doubled quotes. If a quote closes elsewhere or never, only its line is rejected, so that one stray quote
 * does not swallow the lines after it; csv-parse and Papa Parse lose them.
 */
export function nextCsvRecord(delimiter: string): NextRecord {
  const separator = RegExp.escape(delimiter);
  const cell = `(?:${quoted}"|(?!")[^${separator}\n]*)`;
  // What is not closed before the end of the text may be closed behind it.
  const record = new RegExp(`^(?:${cell}${separator})*(?:${cell}\r?(?:\n|$)|(${quoted}$))`);
  return (bytes, atEnd) => {
    const line = lineOf(bytes, atEnd, delimiter.charCodeAt(0));
    const { start, end, isEmpty } = line;
    if (end === undefined || isEmpty || !bytes.subarray(start, end).includes('"')) return line;
    for (let size = end - start; ; size = Math.min(2 * size, maxRecordBytes)) {
      const [found, open] = record.exec(bytes.toString('latin1', start, start + size)) ?? [];
      const isWhole = start + size >= bytes.length;
      if (found !== undefined && open === undefined && (found.endsWith('\n') || (isWhole && atEnd)))
        return { start, end: start + found.length };
      if (found === undefined || size >= maxRecordBytes || (isWhole && atEnd))
        return { ...line, problem: unmatchedQuotes };
      if (isWhole) return { start };
    }
  };
}

/** A quoted cell up to its closing quote. */
const quoted = '"[^"]*(?:""[^"]*)*';

/**
 * Builds the function that splits a record whose quotes match into its cells. Quotes inside an unquoted cell are part of
 * it.
 */
export function cellReader(delimiter: string): (raw: string) => string[] {
  const separator = RegExp.escape(delimiter);
  const cell = new RegExp(`(?<=^|${separator})(?:${quoted}"|[^${separator}]*)`, 'g');
  const bare = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
  return (raw) => (raw.includes('"') ? raw.match(cell)!.map(bare) : raw.split(delimiter));
}

/** A row of CSV text. */
export interface CsvRow {
  line: number;
  raw: string;
  /** Of a row whose quotes do not match, parts of it. */
  cells: string[];
  /** Byte after its line end. */
  end: number;
}

/** The rows with values of a CSV text, from a byte on. */
export function* csvRows(text: string | Buffer, delimiter: string, from = 0): Generator<CsvRow> {
  const bytes = Buffer.from(text);
  const next = nextCsvRecord(delimiter);
  const cellsOf = cellReader(delimiter);
  let line = 1 + countLines(bytes, from);
  for (let at = from; ; ) {
    const rest = bytes.subarray(at);
    const { start, end, isEmpty, problem } = next(rest, true);
    if (end === undefined) return;
    const raw = rest.toString('utf8', start, end).replace(/\r?\n$/, '');
    const cells = problem ? raw.split(delimiter) : cellsOf(raw);
    if (!isEmpty) yield { line: line + countLines(rest, start), raw, cells, end: at + end };
    line += countLines(rest, end);
    at += end;
  }
}

/** Writes cells as a line of CSV; line ends in them become spaces. */
export const csvLine = (cells: readonly string[], delimiter: string): string =>
  Papa.unparse([cells.map((cell) => cell.replace(/\r\n|[\n\r]/g, ' '))], { delimiter });
