import { createReadStream } from 'node:fs';
import { mkdtempDisposable, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnrecoverableError } from 'bullmq';
import type { ImportFilePayload } from '../queue/contract.ts';
import { nextRecordOf } from '../source/next-record.ts';
import { isWorkbook, plainFile, utf16Of } from '../source/plain-file.ts';
import { formatOf, maxColumnLength, planBatches, planSource } from '../source/plan-source.ts';
import { csvRows, delimiters, type RawRecord, readBatch } from '../source/read-records.ts';
import { readBeginning } from '../source/source-file.ts';
import { describeSheet } from '../source/workbook/choose-sheet.ts';
import type { WorkbookOptions } from '../source/workbook/workbook-to-csv.ts';
import type { ChosenSheet } from '../store/import-entry.ts';
import { type ColumnReport, columnReports } from './column-report.ts';
import { findRecords } from './find-records.ts';

/** The contents of a file. */
export interface FileReport {
  /** Name of the file as it was given. */
  name: string;
  format: string;
  encoding: string;
  delimiter?: string;
  /** Of a workbook: the sheet that was read, and the others that have values. */
  sheet?: ChosenSheet;
  records: number;
  /** Records that cannot be read at all: broken quotes, wrong encoding. */
  unreadable: number;
  columns: ColumnReport[];
  /** The first records, for what only whole rows show. */
  rows: Record<string, unknown>[];
  /** Of a table that starts later: the line of its header. */
  header_line?: number;
  /** Of a JSON file with nested lists: the path to the records, as in a profile. */
  records_at?: string;
  /** Names that a profile cannot use: empty or too long ones, and those of several columns. They are not in the report. */
  unusable?: string[];
}

type Reading = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter'> &
  Pick<WorkbookOptions, 'sheet'> & { records?: string; headerLine?: number };

/**
 * Reads a whole file, a batch at a time, and reports its columns and their values.
 * @throws UnrecoverableError when the file cannot be read
 */
export async function inspectFile(path: string, reading: Reading = {}): Promise<FileReport> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gem-auctions-'));
  return await inspectIn(folder.path, path, reading);
}

/** @param folder for copies of the file */
async function inspectIn(folder: string, path: string, reading: Reading): Promise<FileReport> {
  const { isUtf16, sheet } = await lookInto(path, reading);
  const plain = await plainFile(path, join(folder, 'plain'), reading);
  const format = formatOf({ ...reading, path });
  const records = format === 'json' ? (reading.records ?? findRecords(await headOf(plain))) : undefined;
  if (format === 'ndjson') refuseNested(await headOf(plain));
  const encoding = reading.encoding ?? (await detectEncoding(plain));
  const nested = records === undefined ? {} : { nested: { records, encoding } };
  await using file = await open(await plainFile(plain, join(folder, 'lines'), nested));
  // A profile that names no column takes any header.
  const anyColumns = {
    ...{ name: 'any', fields: {} },
    ...(records !== undefined && { records }),
    ...(reading.headerLine !== undefined && { header_line: reading.headerLine }),
  };
  const { plan: how, from } = await planSource(file, {
    ...{ path, format, encoding, profile: anyColumns },
    ...(format === 'csv' && { delimiter: reading.delimiter ?? delimiterOf(await headOf(plain), reading.headerLine) }),
  });
  const plan = { ...how, path, size: 0, modifiedMs: 0 };
  const statistics = columnReports(plan.columns ?? []);
  let read = 0;
  let unreadable = 0;
  const rows: Record<string, unknown>[] = [];
  let problem: Extract<RawRecord, { problem: unknown }> | undefined;
  for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
    for (const record of await readBatch(file, plan, batch)) {
      read++;
      if ('fields' in record) {
        statistics.add(record.fields);
        if (rows.length < maxRows) rows.push(record.fields);
      } else {
        unreadable++;
        problem ??= record;
      }
    }
  }
  if (problem && unreadable === read) {
    const { text, problem: first } = problem;
    throw new UnrecoverableError(`No record can be read. Line ${text.line}: ${first.message}`);
  }
  const reported = statistics.report();
  const unusable = unusableIn([...(plan.columns ?? reported.map(({ column }) => column))]);
  return {
    name: path,
    format: records === undefined ? how.format : format,
    // An import turns UTF-16 into UTF-8 by itself.
    encoding: isUtf16 ? 'utf-16' : encoding,
    ...(how.delimiter && { delimiter: how.delimiter }),
    ...(sheet && { sheet }),
    ...(reading.headerLine !== undefined && { header_line: reading.headerLine }),
    ...(records !== undefined && { records_at: records }),
    ...(unusable.length > 0 && { unusable }),
    records: read,
    unreadable,
    rows,
    columns: reported.filter(({ column }) => !unusable.includes(column)),
  };
}

/** The sign that parts the header into the most cells; Excel writes "sep=;" above it. */
function delimiterOf(head: string, headerLine = 1): string {
  const lines = head.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const declared = /^"?sep=(.)/.exec(lines[0]!)?.[1];
  const header = lines[headerLine - 1]!;
  const widths = delimiters.map((sign) => ({ sign, cells: csvRows(header, sign)[0]?.length ?? 0 }));
  return declared ?? widths.reduce((best, one) => (one.cells > best.cells ? one : best)).sign;
}

/** Rows that are kept whole. */
const maxRows = 500;

/** Bytes at the beginning of a file that show its header, or where its records are. */
const headBytes = 2 ** 20;

async function headOf(path: string): Promise<string> {
  await using file = await open(path);
  return (await readBeginning(file, headBytes)).toString();
}

/** @throws UnrecoverableError when the lines of a file have lists of lots */
function refuseNested(head: string): void {
  const lines = head
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\s*\n\s*/);
  const records = findRecords(`[${lines.join(',')}`);
  if (records === undefined) return;
  throw new UnrecoverableError(
    `The lots are in "${records}" of each line. Save the lines as one JSON array in a .json file, which can be read.`,
  );
}

/** An import with a profile refuses to read one of several columns with the same name. */
function unusableIn(columns: readonly string[]): string[] {
  const isUsable = (column: string, i: number) =>
    column !== '' && column.length <= maxColumnLength && columns.indexOf(column) === i;
  return [...new Set(columns.filter((column, i) => !isUsable(column, i)))];
}

/** Findings about the original file that its plain copy no longer shows. */
async function lookInto(path: string, { sheet: wanted }: Reading) {
  await using file = await open(path);
  const sheet = (await isWorkbook(file)) ? await describeSheet(file, wanted) : undefined;
  return { isUtf16: utf16Of(await readBeginning(file, 4)) !== undefined, sheet };
}

/** The encoding of a whole file: UTF-8 if it is valid, else Windows-1252, which decodes nearly every byte. */
async function detectEncoding(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
