import { UnrecoverableError } from 'bullmq';
import type { ImportPlan } from '../store/import-entry.ts';

/** The bytes of one record within a buffer. */
export interface RecordSpan {
  /** First byte. */
  start: number;
  /** Byte after the last one, the line end included. */
  end: number;
  /** Set if the bytes are not a record; reading continues with the next line. */
  problem?: 'csv_syntax';
}

/**
 * Finds the record in the buffer that starts at or after `from`.
 * @returns its span; null if no record is left; or, if the buffer ends before the record does, the position from which
 *   more bytes are needed. With `atEnd` the end of the buffer is the end of the data, and no more bytes are needed.
 */
export type NextRecord = (buffer: Buffer, from: number, atEnd: boolean) => RecordSpan | number | null;

/** Chooses how records are found in a file. */
export function nextRecordOf(plan: Pick<ImportPlan, 'format' | 'delimiter' | 'nested'>): NextRecord {
  if (plan.format === 'csv') return nextCsvRecord(plan.delimiter!);
  if (plan.format === 'ndjson') return nextLine;
  return plan.nested ? nextNestedElement : nextArrayElement;
}

/** The next record in a buffer with all data; undefined if none is left. */
export function recordIn(buffer: Buffer, from: number, nextRecord: NextRecord): RecordSpan | undefined {
  const span = nextRecord(buffer, from, true);
  return typeof span === 'number' ? undefined : (span ?? undefined);
}

/** Maximum size of a record: 1 MiB. A longer quoted CSV record counts as never closed. */
export const maxRecordBytes = 2 ** 20;

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/** NDJSON: one record per line; blank lines are skipped. */
const nextLine: NextRecord = (buffer, from, atEnd) => {
  let start = from;
  while (start < buffer.length) {
    const lineEnd = buffer.indexOf(newline, start);
    if (lineEnd === -1 && !atEnd) return start;
    const end = lineEnd === -1 ? buffer.length : lineEnd + 1;
    if (!isBlank(buffer, start, end)) return { start, end };
    start = end;
  }
  return atEnd ? null : start;
};

/**
 * CSV by RFC 4180: a quote opens at the start of a field and closes before a delimiter or a line end; the field may contain
 * line ends and doubled quotes. If a quote closes elsewhere or never, only its line is rejected, so that one stray quote
 * does not swallow the lines after it.
 */
export function nextCsvRecord(delimiter: string): NextRecord {
  const separator = delimiter.charCodeAt(0);
  return (buffer, from, atEnd) => {
    const line = nextLine(buffer, from, atEnd);
    if (line === null || typeof line === 'number') return line;
    const firstQuote = buffer.subarray(line.start, line.end).indexOf(quote);
    if (firstQuote === -1) return line;
    const end = endOfQuotedRecord(buffer, line.start, atEnd, separator);
    if (end === undefined) return line.start;
    return end === 'broken' ? { ...line, problem: 'csv_syntax' } : { start: line.start, end };
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
      const next = buffer[close + 1];
      if (next === undefined && !atEnd) return undefined;
      if (!closes(next, separator)) return 'broken';
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
function closingQuote(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf(quote, from); at !== -1; at = buffer.indexOf(quote, at + 2)) {
    if (buffer[at + 1] !== quote) return at;
  }
  return -1;
}

function closes(next: number | undefined, separator: number): boolean {
  return next === undefined || next === separator || next === newline || next === carriageReturn;
}

const closingBracket = 0x5d;
const comma = 0x2c;
const backslash = 0x5c;

/** A JSON array, after its opening bracket: one record per element. */
const nextArrayElement: NextRecord = (buffer, from, atEnd) => {
  const start = skipSpace(buffer, from);
  if (start === buffer.length) return atEnd ? null : start;
  if (buffer[start] === closingBracket) return endOfArray(buffer, start + 1, atEnd);

  // A surplus brace belongs to the element, which is then invalid JSON.
  const end = endOfValue(buffer, start, (byte) => byte === closingBracket);
  if (end === -1) return atEnd ? { start, end: buffer.length } : start;
  return { start, end };
};

/** The position after spaces and commas. */
export function skipSpace(buffer: Buffer, from: number): number {
  let at = from;
  while (at < buffer.length && (isSpace(buffer[at]!) || buffer[at] === comma)) at++;
  return at;
}

/** The position of the comma or bracket after a JSON value, or -1. */
export function endOfValue(buffer: Buffer, from: number, isEnd: (bracket: number) => boolean): number {
  let depth = 0;
  for (let at = from; at < buffer.length; at++) {
    const byte = buffer[at]!;
    if (byte === quote) {
      at = endOfString(buffer, at);
      if (at === -1) return -1;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
    } else if (byte === 0x7d || byte === closingBracket) {
      if (depth > 0) depth--;
      else if (isEnd(byte)) return at;
    } else if (byte === comma && depth === 0) {
      return at;
    }
  }
  return -1;
}

/**
 * Checks that only white space follows the array.
 * @throws UnrecoverableError when other text follows, such as a second array
 */
function endOfArray(buffer: Buffer, from: number, atEnd: boolean): number | null {
  let at = from;
  while (at < buffer.length && isSpace(buffer[at]!)) at++;
  if (at < buffer.length)
    throw new UnrecoverableError('Text follows the end of the JSON array. A file must contain one array.');
  return atEnd ? null : at;
}

/** Position of the quote that ends the JSON string which opens at `open`, or -1. */
export function endOfString(buffer: Buffer, open: number): number {
  for (let at = buffer.indexOf(quote, open + 1); at !== -1; at = buffer.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (buffer[at - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === newline || byte === carriageReturn || byte === 0x09;
}

function isBlank(buffer: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(buffer[at]!)) return false;
  return true;
}

/** Line ends between two positions. */
export function countLines(buffer: Buffer, start: number, end: number): number {
  let lines = 0;
  for (let at = buffer.indexOf(newline, start); at !== -1 && at < end; at = buffer.indexOf(newline, at + 1))
    lines++;
  return lines;
}

/**
 * Finds the array of records in a JSON object such as `{"total": 2, "lots": [{…}]}`.
 * @param bytes the beginning of the file
 * @returns the position after the bracket; undefined if no property is an array of objects, or if another object follows,
 *   as in NDJSON
 * @throws UnrecoverableError when there are several such arrays
 */
export function findNestedArray(bytes: Buffer): number | undefined {
  let depth = 0;
  let found: number | undefined;
  for (let at = 0; at < bytes.length; at++) {
    const character = String.fromCharCode(bytes[at]!);
    if (character === '"') {
      at = endOfString(bytes, at);
      if (at === -1) break;
    } else if (character === '[' || character === '{') {
      if (depth === 0 && found !== undefined) return undefined;
      if (character === '[' && depth === 1 && nextVisible(bytes, at + 1) === '{') {
        if (found !== undefined) throw new UnrecoverableError(severalArrays);
        found = at + 1;
      }
      depth++;
    } else if (character === ']' || character === '}') {
      depth--;
      if (depth === 0 && found === undefined) return undefined;
    }
  }
  return found;
}

const severalArrays =
  'The JSON object has several arrays of objects. Name the one with the records in a profile (records: lots), or save it as a file of its own.';

function nextVisible(bytes: Buffer, from: number): string | undefined {
  const at = bytes.subarray(from, from + 1_000).findIndex((byte) => byte > 0x20);
  return at === -1 ? undefined : String.fromCharCode(bytes[from + at]!);
}

/** Maximum number of bytes after the array in its object. */
const maxRest = 2 ** 20;

/**
 * The elements of an array within an object, after its bracket. Anything may follow the array, except another array of
 * objects.
 */
const nextNestedElement: NextRecord = (buffer, from, atEnd) => {
  let start = from;
  while (start < buffer.length && (buffer[start]! <= 0x20 || buffer[start] === 0x2c)) start++;
  if (start === buffer.length) {
    if (atEnd) throw new UnrecoverableError('The JSON array is not closed: the file seems to be truncated.');
    return start;
  }
  if (buffer[start] !== 0x5d) return nextArrayElement(buffer, start, atEnd);
  if (!atEnd && buffer.length - start < maxRest) return start;
  const rest = buffer.subarray(start + 1);
  // The brace restores the depth of the object.
  if (findNestedArray(Buffer.concat([Buffer.from('{'), rest])) !== undefined) {
    throw new UnrecoverableError(severalArrays);
  }
  if (!atEnd) throw new UnrecoverableError('More than 1 MiB follows the array of the JSON object.');
  return null;
};
