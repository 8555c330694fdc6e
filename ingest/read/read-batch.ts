import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { UnrecoverableError } from 'bullmq';
import type { ImportPlan } from '../import-log.ts';
import type { Rejection } from '../rejects.ts';
import { nextRecordOf, parserOf } from './formats.ts';
import { countLines, longestRecord, type RecordSpan, recordIn } from './next-record.ts';
import type { Batch } from './plan-batches.ts';

/** One record as it stands in the file: its fields, or why it has none. */
export type RawRecord = { line: number; raw: string } & (
  | { fields: Record<string, unknown> }
  | { problem: Rejection }
);

/** How much of a record that is too long is shown to the operator. */
const shownBytes = 64 * 1_024;

/** Reads the records of one batch, in order. */
export async function readBatch(file: FileHandle, plan: ImportPlan, batch: Batch): Promise<RawRecord[]> {
  if (batch.tooLong) return [await readTooLong(file, plan, batch)];
  const bytes = Buffer.allocUnsafe(batch.end - batch.start);
  await readFully(file, bytes, batch.start);

  const toText = textReader(bytes, plan.encoding);
  const records = spansOf(bytes, plan, batch.line).map(({ span, line }) =>
    decode(bytes, span, line, { plan, toText }),
  );
  return parserOf(plan)(records);
}

/** One read may bring less than was asked for. */
async function readFully(file: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new UnrecoverableError('The file ends before the batch does.');
    at += bytesRead;
  }
}

/** A record's text before it is parsed. */
export type RecordText = { line: number; raw: string; problem?: Rejection };

function spansOf(bytes: Buffer, plan: ImportPlan, firstLine: number): { span: RecordSpan; line: number }[] {
  const nextRecord = nextRecordOf(plan);
  const spans = [];
  let line = firstLine;
  let at = 0;
  for (let span = recordIn(bytes, at, nextRecord); span; span = recordIn(bytes, at, nextRecord)) {
    line += countLines(bytes, at, span.start);
    spans.push({ span, line });
    line += countLines(bytes, span.start, span.end);
    at = span.end;
  }
  return spans;
}

/** @throws TypeError from what it returns, where bytes are not of the encoding */
function textReader(bytes: Buffer, encoding: string): (start: number, end: number) => string {
  // Most batches are sound as a whole, and what is sound needs no decoder that looks for faults.
  if (encoding === 'utf-8' && isUtf8(bytes)) return (start, end) => bytes.toString('utf8', start, end);
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (start, end) => decoder.decode(bytes.subarray(start, end));
}

function decode(
  bytes: Buffer,
  span: RecordSpan,
  line: number,
  { plan, toText }: { plan: ImportPlan; toText: (start: number, end: number) => string },
): RecordText {
  const slice = bytes.subarray(span.start, span.end);
  if (slice.length > longestRecord)
    return { line, raw: excerpt(slice, plan), problem: tooLong(slice.length) };
  let raw: string;
  try {
    raw = toText(span.start, endOfText(bytes, span));
  } catch {
    return { line, raw: excerpt(slice, plan), problem: badEncoding(slice) };
  }
  return span.problem ? { line, raw, problem: unmatchedQuotes } : { line, raw };
}

/** Where the line end of a record begins, if it has one. */
function endOfText(bytes: Buffer, { start, end }: RecordSpan): number {
  if (end === start || bytes[end - 1] !== 0x0a) return end;
  return end - 1 > start && bytes[end - 2] === 0x0d ? end - 2 : end - 1;
}

async function readTooLong(file: FileHandle, plan: ImportPlan, batch: Batch): Promise<RawRecord> {
  const bytes = Buffer.alloc(Math.min(shownBytes, batch.end - batch.start));
  await readFully(file, bytes, batch.start);
  return { line: batch.line, raw: excerpt(bytes, plan), problem: tooLong(batch.end - batch.start) };
}

/** The text as far as it can be shown: bytes that are no text become U+FFFD. */
function excerpt(bytes: Buffer, plan: ImportPlan): string {
  return new TextDecoder(plan.encoding).decode(bytes.subarray(0, shownBytes)).replace(/\r?\n$/, '');
}

function tooLong(length: number): Rejection {
  return {
    field: null,
    code: 'record_too_long',
    message: `The record has ${length} bytes; at most ${longestRecord} are read.`,
  };
}

const unmatchedQuotes: Rejection = {
  field: null,
  code: 'csv_syntax',
  message:
    'A quoted cell is not closed before a delimiter or the end of the line. Quotes within it are doubled.',
};

function badEncoding(bytes: Buffer): Rejection {
  return {
    field: null,
    code: 'bad_encoding',
    message: `The record is not UTF-8 (${describeFirstBadByte(bytes)}). For Windows-1252 import the file with --encoding windows-1252.`,
  };
}

/** Where the record stops being UTF-8: lossy decoding puts U+FFFD there, and what stands before it is sound. */
function describeFirstBadByte(bytes: Buffer): string {
  const lossy = bytes.toString('utf8');
  for (let at = lossy.indexOf('\uFFFD'); at !== -1; at = lossy.indexOf('\uFFFD', at + 1)) {
    const offset = Buffer.byteLength(lossy.slice(0, at));
    const written = bytes.subarray(offset, offset + 3).toString('hex') === 'efbfbd';
    if (!written) return `byte 0x${bytes[offset]!.toString(16).toUpperCase()} at position ${offset + 1}`;
  }
  return 'it ends within a character';
}
