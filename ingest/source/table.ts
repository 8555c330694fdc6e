import { UnrecoverableError } from 'bullmq';
import { meant, quote, shortenReason } from '../errors.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { knownColumns, requiredFields } from '../record/input.ts';
import { columnsOf, requiredColumns } from '../record/profile/profile.ts';
import { reasonColumns } from '../record/rejection.ts';
import { type CsvRow, cellReader, csvRows, delimiters, nextCsvRecord } from './csv-text.ts';
import { headBytes, type PlainText, startOf } from './plain-text.ts';
import {
  inBatches,
  type Reading,
  type RecordText,
  rejected,
  type SourceContent,
  type SourceRecord,
  textOf,
  textReader,
} from './read-batches.ts';

/** How a table is read, and what decides which columns it may have. */
type TableOptions = Pick<ImportFilePayload, 'mode' | 'profile' | 'delimiter'>;

/** The records of a CSV text. */
export function csvContent({ head, encoding, read }: PlainText, given: TableOptions): SourceContent {
  const header = findCsvHeader(head, given);
  if (!header) {
    const { header_line } = given.profile ?? {};
    if (header_line !== undefined) {
      throw new UnrecoverableError(
        `The header should be on line ${header_line}, but the file is empty from there on.`,
      );
    }
    if (head.length === headBytes) throw new UnrecoverableError('The file begins with 1 MiB of blank lines.');
    return { format: 'csv', encoding, batches: () => inBatches([]), reached: () => ({}) };
  }
  const { delimiter, end } = header;
  const columns = columnsIn(header.cells, given);
  const toRecord = rowReader(columns, fewestCells(columns, csvRows(head, delimiter, end)));
  const cellsOf = cellReader(delimiter);
  const reading: Reading = {
    next: nextCsvRecord(delimiter),
    read(span) {
      const text = textOf(span, encoding);
      const { problem } = text;
      return [problem ? { ...text, problem } : toRecord(text, cellsOf(text.raw))];
    },
  };
  return { format: 'csv', encoding, delimiter, columns, ...textReader(read, end, reading) };
}

/** Maximum number of columns of a file. */
const maxColumns = 1_000;

/** Maximum length of a column name, as in a profile. */
const maxColumnLength = 500;

const unnamedColumn = (place: number) => `column ${place + 1}`;

/**
 * The columns of a table; one without a name is "column 3", the second of a name "price (2)".
 * @throws UnrecoverableError naming every problem of the header
 */
function columnsIn(cells: readonly string[], expected: TableOptions): string[] {
  if (cells.length > maxColumns) {
    throw new UnrecoverableError(
      `The header has ${cells.length} columns; at most ${maxColumns} are allowed.`,
    );
  }
  const names = cells.map((cell, i) => cell.trim() || unnamedColumn(i));
  const columns = names.map((name, i) => {
    const nth = names.slice(0, i + 1).filter((one) => one === name).length;
    return nth === 1 ? name : `${name} (${nth})`;
  });
  const long = columns.find((column) => column.length > maxColumnLength);
  if (long !== undefined) {
    throw new UnrecoverableError(
      `The header has a column name of ${long.length} characters, ${quote(long)}; at most ${maxColumnLength} are allowed.`,
    );
  }
  if (expected.profile) refuseProfiledHeader(columns, expected);
  else refuseHeader(columns, expected.mode === 'delete' ? ['id'] : requiredFields);
  return columns;
}

function refuseHeader(columns: string[], required: readonly string[]): void {
  const allowed = [...knownColumns, ...reasonColumns];
  const problems = [
    ...columns
      .filter((column) => !allowed.includes(column))
      .map((column) => `${quote(column)} is not a known column${meant(column, knownColumns)}`),
    ...required.filter((column) => !columns.includes(column)).map((column) => `"${column}" is missing`),
  ];
  if (problems.length === 0) return;
  throw new UnrecoverableError(
    `The header cannot be used: ${shortenReason(problems.join('; '))}. Known columns: ${knownColumns.join(', ')}. ` +
      'Rename them, name them in a profile, or import the file with --guess, which asks what the columns are.',
  );
}

/** With a profile a file must have each column of the profile, and may have any others. */
function refuseProfiledHeader(columns: string[], { profile, mode }: TableOptions): void {
  const named =
    mode === 'delete' && profile!.identity ? profile!.identity.columns : requiredColumns(profile!);
  const problems = named
    .filter((column) => !columns.includes(column))
    .map((column) => `"${column}" is in the profile but not in the file${meant(column, columns)}`);
  if (problems.length === 0) return;
  throw new UnrecoverableError(
    `The header does not fit the profile "${profile!.name}": ${shortenReason(problems.join('; '))}. The file has: ${shortenReason(columns.join(', '))}.`,
  );
}

/** The header of a CSV file. */
interface CsvHeader extends CsvRow {
  delimiter: string;
}

/** The first line "sep=;" of a file for Excel, which names the delimiter. */
const separatorLine = /^\ufeff?"?sep=(.)"?[,;\t]*\r?\n/i;

/**
 * Finds the header of a CSV file: the first line, or the one that the profile names; a file of rejects begins with it.
 * @param head the beginning of the text
 * @returns undefined for a file without any line
 */
function findCsvHeader(head: Buffer, { profile, delimiter: given }: TableOptions): CsvHeader | undefined {
  const declared = separatorLine.exec(head.toString('utf8', 0, 64));
  const first = declared ? Buffer.byteLength(declared[0]) : startOf(head);
  const from = profile?.header_line ?? 1;
  const headerAt = (delimiter: string): CsvHeader | undefined => {
    for (const row of csvRows(head, delimiter, first))
      if (row.line >= from || row.raw.startsWith(reasonColumns[0]!)) return { ...row, delimiter };
    return undefined;
  };
  const separator = given ?? declared?.[1];
  if (separator !== undefined) return headerAt(separator);
  const known = profile ? columnsOf(profile) : knownColumns;
  const knownIn = ({ cells }: CsvHeader) => cells.filter((cell) => known.includes(cell.trim())).length;
  const headers = delimiters.flatMap((one) => headerAt(one) ?? []);
  return headers.toSorted((a, b) => knownIn(b) - knownIn(a) || b.cells.length - a.cells.length)[0];
}

/** Rows that show whether all of a table lack the last cells. */
const firstRows = 100;

/**
 * The number of cells that each row has at least: less than the header if it ends with empty cells, or if the first rows
 * are all short by the same number.
 */
function fewestCells(columns: readonly string[], rows: Generator<CsvRow>): number {
  const named = columns.findLastIndex((column, i) => column !== unnamedColumn(i)) + 1;
  const [first = named, ...others] = rows.take(firstRows).map(({ cells }) => cells.length);
  const isShort = others.length > 0 && others.every((count) => count === first);
  return isShort ? Math.min(named, first) : named;
}

/** Makes a record of the cells of a row; empty cells have no value. @param fewest cells that a row must have */
function rowReader(
  columns: readonly string[],
  fewest = 0,
): (text: RecordText, cells: readonly string[]) => SourceRecord {
  const kept = columns.flatMap((column, place) =>
    reasonColumns.includes(column) ? [] : [{ column, place }],
  );
  return (text, cells) => {
    const hasMore =
      cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '');
    if (cells.length < fewest || hasMore) {
      const message = `The line has ${cells.length} cells, but the header has ${columns.length}.`;
      return { ...text, problem: rejected('column_count', message) };
    }
    const filled = kept.map(({ column, place }) => [column, cells[place]?.trim() || undefined] as const);
    return { ...text, fields: Object.fromEntries(filled) };
  };
}
