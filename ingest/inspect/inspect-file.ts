import { UnrecoverableError } from 'bullmq';
import type { ImportFilePayload } from '../queue/contract.ts';
import type { Profile } from '../record/profile/profile.ts';
import { openSource } from '../source/open-source.ts';
import type { SourceAccess } from '../source/source-bytes.ts';
import { columnReports } from './column-report.ts';
import { findRecords } from './find-records.ts';

/** The contents of a file. */
export type FileReport = Awaited<ReturnType<typeof inspectFile>>;

/** How a file is read, if not as it looks. */
export type Reading = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter'> &
  Pick<Profile, 'sheet' | 'records'> & { headerLine?: number };

/** Rows that are kept whole. */
const maxRows = 500;

/**
 * Reads a whole file and reports its columns and their values.
 * @throws UnrecoverableError when the file cannot be read, UncertainEncoding when its encoding must be named
 */
export async function inspectFile(
  path: string,
  { sheet: wanted, records: recordsAt, headerLine, ...options }: Reading,
  access: SourceAccess,
) {
  // A profile that names no column takes any header.
  const any = { name: 'any', fields: {}, sheet: wanted, records: recordsAt, header_line: headerLine };
  await using source = await openSource(path, { ...options, profile: any as Profile, findRecords }, access);
  const { format, encoding, delimiter, sheet } = source;
  const reports = columnReports(source.columns ?? []);
  const rows: Record<string, unknown>[] = [];
  let records = 0;
  let unreadable = 0;
  let problem: string | undefined;
  for await (const batch of source.batches()) {
    for (const record of batch.records) {
      records++;
      if ('fields' in record) {
        reports.add(record.fields);
        if (rows.length < maxRows) rows.push(record.fields);
      } else {
        unreadable++;
        problem ??= `Line ${record.line}: ${record.problem.message}`;
      }
    }
  }
  if (problem && unreadable === records) {
    const remedy =
      format === 'csv'
        ? ' If the header is not the first line, say which one with --header-line, or as header_line in a profile.'
        : '';
    throw new UnrecoverableError(`No record can be read. ${problem}${remedy}`);
  }
  return {
    /** Name of the file as it was given. */
    name: path,
    format,
    encoding,
    delimiter,
    /** Of a workbook: the sheet that was read, and the others that have values. */
    sheet,
    /** Rows of a table that have delimiters only; they are no records. */
    empty_rows: source.reached().empty,
    /** Of a table: the line of its header, if that was given. */
    header_line: headerLine,
    /** Of a JSON file with nested lists: the path to the records, as in a profile. */
    records_at: source.records,
    records,
    /** Records that cannot be read at all: broken quotes, wrong encoding. */
    unreadable,
    /** The first records, for what only whole rows show. */
    rows,
    // An empty cell of the header above nothing is no column.
    columns: reports.report().filter(({ column, filled }) => filled > 0 || !/^column \d+$/.test(column)),
  };
}
