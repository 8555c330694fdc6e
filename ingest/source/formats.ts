import { UnrecoverableError } from 'bullmq';
import Papa from 'papaparse';
import type { Rejection } from '../record/rejection.ts';
import { reasonColumns } from '../record/rejection.ts';
import type { ImportPlan } from '../store/import-log.ts';
import { nextNestedElement } from './nested-array.ts';
import { type NextRecord, nextArrayElement, nextCsvRecord, nextLine } from './next-record.ts';

/** A record's place in the file, and its text as it stands there. */
export interface RecordText {
  line: number;
  raw: string;
}

/** One record of the file: its fields, or why it has none. */
export type RawRecord = { text: RecordText } & ({ fields: Record<string, unknown> } | { problem: Rejection });

/** A record's text, and what is wrong with it before it is parsed. */
export type ReadText = RecordText & { problem?: Rejection };

/** How records follow one another in the file. */
export function nextRecordOf(plan: Pick<ImportPlan, 'format' | 'delimiter' | 'nested'>): NextRecord {
  if (plan.format === 'csv') return nextCsvRecord(plan.delimiter!);
  if (plan.format === 'ndjson') return nextLine;
  return plan.nested ? nextNestedElement : nextArrayElement;
}

/** How the text of records becomes their fields. */
export function parserOf(plan: ImportPlan): (records: ReadText[]) => Iterable<RawRecord> {
  return plan.format === 'csv' ? csvParser(plan) : (records) => records.map(parseJson);
}

function parseJson(text: ReadText): RawRecord {
  if (text.problem) return { text, problem: text.problem };
  const problem = (message: string): RawRecord => ({
    text,
    problem: { field: null, code: 'json_syntax', message },
  });
  try {
    const fields: unknown = JSON.parse(text.raw);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) {
      return { text, fields: fields as Record<string, unknown> };
    }
    return problem('The line is not a JSON object.');
  } catch (error) {
    return problem((error as Error).message);
  }
}

function csvParser(plan: ImportPlan): (texts: ReadText[]) => Iterable<RawRecord> {
  const delimiter = plan.delimiter!;
  const toFields = fieldsReader(plan.columns!);
  const columns = plan.columns!.length;
  const toRecord = (text: ReadText, cells: string[] | undefined): RawRecord => {
    if (!cells) return { text, problem: text.problem ?? badQuotes };
    if (cells.length === columns) return { text, fields: toFields(cells) };
    const message = `The line has ${cells.length} cells, the header ${columns}.`;
    return { text, problem: { field: null, code: 'column_count', message } };
  };
  return function* (texts) {
    const rows = rowsOf(texts, delimiter);
    for (const [i, text] of texts.entries()) {
      yield toRecord(text, rows ? rows[i] : cellsOf(text, delimiter));
    }
  };
}

const badQuotes: Rejection = {
  field: null,
  code: 'csv_syntax',
  message: 'The quotes of the line do not match.',
};

/** The cells of all records in one go, or undefined where they must be looked at one by one. */
function rowsOf(texts: ReadText[], delimiter: string): string[][] | undefined {
  if (texts.some(({ problem }) => problem)) return undefined;
  try {
    const rows = csvRows(texts.map(({ raw }) => raw).join('\n'), delimiter);
    return rows.length === texts.length ? rows : undefined;
  } catch {
    return undefined;
  }
}

function cellsOf({ raw, problem }: ReadText, delimiter: string): string[] | undefined {
  if (problem) return undefined;
  try {
    const rows = csvRows(raw, delimiter);
    return rows.length === 1 ? rows[0] : undefined;
  } catch {
    return undefined;
  }
}

/** The cells by their columns; empty ones have no value. */
function fieldsReader(columns: readonly string[]): (cells: string[]) => Record<string, string | undefined> {
  const kept = columns.flatMap((column, place) =>
    reasonColumns.includes(column) ? [] : [{ column, place }],
  );
  // A copy for each row, so that all have one shape: fields of many shapes are slow to read.
  const nothing: Record<string, string | undefined> = Object.fromEntries(
    kept.map(({ column }) => [column, undefined]),
  );
  return (cells) => {
    const fields = { ...nothing };
    for (const { column, place } of kept) {
      const cell = cells[place]!.trim();
      if (cell !== '') fields[column] = cell;
    }
    return fields;
  };
}

/**
 * The cells of CSV text, of which each line ends with a line feed. Quotes inside an unquoted cell are part of it.
 * @throws Error where quotes do not match
 */
export function csvRows(text: string, delimiter: string): string[][] {
  const { data, errors } = parse(text, delimiter);
  const unmatched = errors.find(({ type }) => type === 'Quotes');
  if (unmatched) throw new Error(unmatched.message);
  return data;
}

const parse = (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' });

const delimiters = [',', ';', '\t', '|'];

/**
 * The delimiter of a CSV file by its header: the one that makes the most column names known.
 * @throws UnrecoverableError when no delimiter makes any name known.
 */
export function detectDelimiter(header: string, knownColumns: readonly string[]): string {
  const known = (delimiter: string) =>
    headerColumns(header, delimiter).filter((column) => knownColumns.includes(column)).length;
  const best = delimiters.reduce((a, b) => (known(b) > known(a) ? b : a));
  if (known(best) === 0) {
    throw new UnrecoverableError(
      `The header names no known column whether split at , ; | or a tab: ${header.slice(0, 200)}`,
    );
  }
  return best;
}

/** Column names of a header line, as far as they can be told apart at this delimiter; one without a name is "column 3". */
export function headerColumns(header: string, delimiter: string): string[] {
  const [cells = []] = parse(header.replace(/\r?\n$/, ''), delimiter).data;
  return cells.map((cell, i) => cell.trim() || `column ${i + 1}`);
}
