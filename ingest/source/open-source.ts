import { UnrecoverableError } from 'bullmq';
import type { ImportFilePayload } from '../queue/contract.ts';
import { reasonProperty } from '../record/rejection.ts';
import type { ChosenSheet } from '../store/import-entry.ts';
import { cellsOf, csvLine, csvRows, nextCsvRecord, nextLine } from './csv-text.ts';
import {
  findNestedArray,
  jsonReader,
  listAlong,
  nestedReading,
  nextMember,
  noOtherArray,
  onlySpace,
  skipSpace,
  textAfter,
} from './json-text.ts';
import { isWorkbook, type PlainText, plainText } from './plain-text.ts';
import {
  batchCollector,
  countLines,
  type Place,
  type Reading,
  type RecordBatch,
  readBatches,
  textOf,
} from './read-batches.ts';
import { openBytes, type SourceAccess, type SourceBytes, type SourceVersion } from './source-bytes.ts';
import { columnsIn, fewestCells, findCsvHeader, rowReader } from './table-header.ts';
import { type OpenedSheet, openSheet } from './workbook/open-sheet.ts';
import type { SheetRow } from './workbook/sheet-rows.ts';

/** How a source is read; the payload of an `import-file` job has these, and its profile may have some of them. */
export type SourceOptions = Pick<
  ImportFilePayload,
  'name' | 'format' | 'encoding' | 'delimiter' | 'mode' | 'profile'
>;

/** A source whose records can be read. */
export interface OpenedSource extends AsyncDisposable {
  /** Changes with the content. */
  version: SourceVersion;
  /** `csv` for every table, a sheet of a workbook included; `ndjson` if rejects are lines. */
  format: 'csv' | 'ndjson' | 'json';
  /** Name of the encoding, as of TextDecoder. */
  encoding: string;
  /** Of a table: the delimiter, or that of the raw texts of a sheet. */
  delimiter?: string;
  /** Of a table with a header: the names of its columns. */
  columns?: string[];
  sheet?: ChosenSheet;
  /** Hidden rows of the sheet that were read so far; an import reads them like others. */
  readonly hiddenRows: number;
  /** Bytes of the source read so far, compressed if it is; `version.size` at its end. */
  readonly bytesRead: number;
  /**
   * Reads the records in batches of up to 1,000 records or 2 MiB of text, in memory that does not grow with the source. The
   * batches after a place are always the same.
   * @param from the end of an earlier batch of the same version; the beginning if absent. What lies before is not parsed
   * @throws UnrecoverableError for content that ends the import, such as truncated JSON; Unavailable
   */
  batches(from?: Place): AsyncGenerator<RecordBatch, void>;
}

/** The warning about a source without records. */
export function noRecords({ columns }: Pick<OpenedSource, 'columns'>): string {
  return columns ? 'The file has a header and no records.' : 'The file has no records.';
}

/** The sheet that was read, with the number of its hidden rows if it has any. */
export function sheetOf({
  sheet,
  hiddenRows,
}: Pick<OpenedSource, 'sheet' | 'hiddenRows'>): ChosenSheet | undefined {
  return sheet && hiddenRows > 0 ? { ...sheet, hidden_rows: hiddenRows } : sheet;
}

/**
 * Opens a file, or an object of a store, and decides from its beginning how it is read.
 * @param path of a file, or `s3://bucket/key`
 * @throws UnrecoverableError naming every problem of the header, or what to do about a format that is not supported
 * @throws UncertainEncoding when a table is not UTF-8, its encoding is not given, and several are likely
 * @throws Unavailable when the source may be readable later
 */
export async function openSource(
  path: string,
  options: SourceOptions,
  access: SourceAccess,
  signal?: AbortSignal,
): Promise<OpenedSource> {
  const bytes = await openBytes(path, access, signal);
  try {
    const content = await contentOf(bytes, { ...options, path });
    return {
      ...content,
      version: bytes.version,
      get hiddenRows() {
        return content.hiddenRows?.() ?? 0;
      },
      get bytesRead() {
        return bytes.position;
      },
      [Symbol.asyncDispose]: () => bytes[Symbol.asyncDispose](),
    };
  } catch (error) {
    await bytes[Symbol.asyncDispose]();
    throw error;
  }
}

/** The records of an `upsert-records` job, each with its number as its line. */
export function openRecords(records: readonly Record<string, unknown>[]): OpenedSource {
  return {
    ...{ version: { size: 0 }, format: 'ndjson', encoding: 'utf-8', hiddenRows: 0, bytesRead: 0 },
    async *batches(from = { byte: 0, line: 0 }) {
      const batch = batchCollector();
      for (const [i, fields] of records.entries())
        if (i >= from.line) batch.add({ line: i + 1, raw: JSON.stringify(fields), fields });
      yield* batch.take({ byte: 0, line: records.length });
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The beginning of a source, before it is decided where its records are. */
export interface SourceBeginning extends Pick<OpenedSource, 'format' | 'encoding' | 'sheet'> {
  /** The first 1 MiB of the text; of a sheet, its rows as lines of CSV with commas. */
  text: string;
}

/** Reads the beginning of a source. @throws as `openSource` does, except for what it says about a header */
export async function peekSource(
  path: string,
  options: SourceOptions,
  access: SourceAccess,
  signal?: AbortSignal,
): Promise<SourceBeginning> {
  await using bytes = await openBytes(path, access, signal);
  const given = { ...options, path };
  const format = formatOf(given);
  if (await isWorkbook(bytes)) {
    const { sheet, rows } = await openSheet(bytes, options.profile?.sheet);
    return { format: 'csv', encoding: 'utf-8', sheet, text: await headOfSheet(rows()) };
  }
  const { head, encoding } = await textOfSource(bytes, given, format);
  return { format, encoding, text: head.toString() };
}

/** What the content of a source tells. */
type Content = Pick<OpenedSource, 'format' | 'encoding' | 'delimiter' | 'columns' | 'sheet' | 'batches'> & {
  hiddenRows?: () => number;
};

type Given = SourceOptions & { path: string };

async function contentOf(bytes: SourceBytes, given: Given): Promise<Content> {
  const format = formatOf(given);
  if (await isWorkbook(bytes)) return sheetContent(await openSheet(bytes, given.profile?.sheet), given);
  const text = await textOfSource(bytes, given, format);
  const isRejects = text.head.toString('utf8', 0, 64).startsWith(`{"${reasonProperty}"`);
  if (format === 'csv') return csvContent(text, given);
  // The rejects of an earlier import are lines already.
  if (format === 'ndjson' || isRejects) return lineContent(text, given);
  return given.profile?.records === undefined
    ? jsonContent(text, given)
    : nestedContent(text, given.profile.records);
}

function textOfSource(bytes: SourceBytes, { profile, encoding = profile?.encoding }: Given, format: string) {
  return plainText(bytes, { encoding, detects: format === 'csv' });
}

/**
 * The format of a source: as declared, else by its name.
 * @throws UnrecoverableError when neither shows it.
 */
export function formatOf(
  payload: Pick<ImportFilePayload, 'format' | 'name' | 'path'>,
): OpenedSource['format'] {
  if (payload.format) return payload.format;
  const name = (payload.name ?? payload.path).toLowerCase().replace(/\.(gz|zst)$/, '');
  if (/\.(csv|tsv|txt|xlsx|xlsm)$/.test(name)) return 'csv';
  if (/\.(ndjson|jsonl)$/.test(name)) return 'ndjson';
  if (name.endsWith('.json')) return 'json';
  throw new UnrecoverableError(
    `The name "${name}" does not show the format. Set it with --format csv, --format ndjson or --format json.`,
  );
}

function noHeader(line: number): UnrecoverableError {
  return new UnrecoverableError(`The header should be on line ${line}, but the file is empty from there on.`);
}

function csvContent({ head, encoding, read }: PlainText, given: Given): Content {
  const { profile, delimiter: wanted = profile?.delimiter } = given;
  const header = findCsvHeader(head, { ...given, delimiter: wanted });
  if (!header) {
    if (profile?.header_line !== undefined) throw noHeader(profile.header_line);
    return { format: 'csv', encoding, batches: async function* () {} };
  }
  const { delimiter, end } = header;
  const columns = columnsIn(header.cells, given);
  const toRecord = rowReader(columns, fewestCells(columns, csvRows(head, delimiter, end)));
  const reading: Reading = {
    next: nextCsvRecord(delimiter),
    read(bytes, line, unmatched) {
      const { problem = unmatched, ...text } = textOf(bytes, line, encoding);
      return [problem ? { ...text, problem } : toRecord(text, cellsOf(text.raw, delimiter))];
    },
  };
  return {
    ...{ format: 'csv', encoding, delimiter, columns },
    batches: (from = end) => readBatches(read(from.byte), from, reading),
  };
}

/** Text after a byte order mark. */
const startOf = (head: Buffer): number => (head.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0);

function lineContent({ head, encoding, read }: PlainText, { profile }: Given): Content {
  const reading = { next: nextLine, read: jsonReader(encoding, profile !== undefined) };
  return {
    ...{ format: 'ndjson', encoding },
    batches: (from = { byte: startOf(head), line: 1 }) => readBatches(read(from.byte), from, reading),
  };
}

/** A JSON array, or an object with one array of objects; a file that begins with another object has lines of them. */
function jsonContent(text: PlainText, given: Given): Content {
  const { head, encoding, read } = text;
  const at = skipSpace(head, startOf(head));
  const opening = String.fromCharCode(head[at] ?? 0x7b);
  const nested = opening === '{' ? findNestedArray(head.subarray(at)) : 1;
  if (nested === undefined) return lineContent(text, given);
  if (opening !== '{' && opening !== '[')
    throw new UnrecoverableError('The file is neither a JSON array nor lines of JSON objects.');
  const reading: Reading = {
    next: nextMember('[', opening === '[' ? onlySpace : noOtherArray),
    read: jsonReader(encoding, given.profile !== undefined),
    refuseTooLong(line) {
      throw new UnrecoverableError(
        `The array element on line ${line} is longer than 1 MiB or is never closed; nothing after it can be read.`,
      );
    },
  };
  return {
    ...{ format: 'json', encoding },
    batches: (from = placeIn(head, at + nested)) => readBatches(read(from.byte), from, reading),
  };
}

const placeIn = (head: Buffer, byte: number): Place => ({ byte, line: 1 + countLines(head, 0, byte) });

/** The records that a path leads to; a text is read twice, because what follows them belongs to each of them. */
async function nestedContent({ head, encoding, read }: PlainText, records: string): Promise<Content> {
  const start = skipSpace(head, startOf(head));
  const list = listAlong(head, start, records.split('.'));
  if (!list)
    throw new UnrecoverableError(`The file has no list at "${records}", where its records should be.`);
  const first = placeIn(head, list.start);
  const before = head.subarray(start, list.start);
  const after = await textAfter(read(first.byte), first, before);
  const reading = nestedReading({ before, after }, list.rest, encoding);
  return {
    ...{ format: 'ndjson', encoding },
    batches: (from = first) => readBatches(read(from.byte), from, reading),
  };
}

/** The cells of a row, as many as the header has; line ends in them become spaces. */
const cellsOfRow = (cells: readonly string[], columns: number): string[] =>
  Array.from({ length: Math.max(columns, cells.length) }, (_, i) =>
    (cells[i] ?? '').replace(/\r\n|[\n\r]/g, ' '),
  );

async function sheetContent({ sheet, rows }: OpenedSheet, given: Given): Promise<Content> {
  const { profile, delimiter = profile?.delimiter ?? ',' } = given;
  const header = await firstRow(rows(), profile?.header_line ?? 1);
  if (!header) throw noHeader(profile!.header_line!);
  const columns = columnsIn(cellsOfRow(header.cells, 0), given);
  const toRecord = rowReader(columns);
  let hiddenRows = 0;
  return {
    ...{ format: 'csv', encoding: 'utf-8', delimiter, columns, sheet, hiddenRows: () => hiddenRows },
    async *batches(from = { byte: 0, line: header.row }) {
      const batch = batchCollector();
      let end = from;
      hiddenRows = 0;
      for await (const { row, cells, isHidden } of rows()) {
        if (isHidden && row > header.row) hiddenRows++;
        if (row <= from.line) continue;
        if (batch.isFull()) yield* batch.take(end);
        end = { byte: 0, line: row };
        const all = cellsOfRow(cells, columns.length);
        const { problem, ...text } = textOf(Buffer.from(csvLine(all, delimiter)), row, 'utf-8');
        batch.add(problem ? { ...text, problem } : toRecord(text, all));
      }
      yield* batch.take(end);
    },
  };
}

async function firstRow(rows: AsyncIterable<SheetRow>, from: number): Promise<SheetRow | undefined> {
  for await (const row of rows) if (row.row >= from) return row;
  return undefined;
}

/** Rows of a sheet that are looked at before it is read. */
const headRows = 1_000;

async function headOfSheet(rows: AsyncIterable<SheetRow>): Promise<string> {
  let text = '';
  let line = 1;
  for await (const { row, cells } of rows) {
    text += '\n'.repeat(row - line) + csvLine(cellsOfRow(cells, 0), ',');
    line = row;
    if (row >= headRows || text.length > 2 ** 20) break;
  }
  return text;
}
