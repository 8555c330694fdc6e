import { UnrecoverableError } from 'bullmq';
import type { ImportFilePayload } from '../queue/contract.ts';
import type { ChosenSheet } from '../store/import-entry.ts';
import { csvLine } from './csv-text.ts';
import { jsonContent, lineContent } from './json-text.ts';
import { isRejects, isWorkbook, plainText } from './plain-text.ts';
import { batchCollector, type SourceContent } from './read-batches.ts';
import { openBytes, type SourceAccess, type SourceBytes, type SourceVersion } from './source-bytes.ts';
import { cellsOfRow, csvContent, sheetContent } from './table.ts';
import { openSheet } from './workbook/open-sheet.ts';
import type { SheetRow } from './workbook/sheet-rows.ts';

/** How a source is read; the payload of an `import-file` job has these, and its profile may have some of them. */
export type SourceOptions = Pick<
  ImportFilePayload,
  'name' | 'format' | 'encoding' | 'delimiter' | 'mode' | 'profile'
>;

/** A source whose records can be read. */
export interface OpenedSource extends Omit<SourceContent, 'hiddenRows' | 'emptyRows'>, AsyncDisposable {
  /** Changes with the content. */
  version: SourceVersion;
  /** Hidden rows of the sheet that were read so far; an import reads them like others. */
  readonly hiddenRows: number;
  /** Rows of delimiters only that were read so far; they are no records. */
  readonly emptyRows: number;
  /** Bytes of the source read so far, compressed if it is: `version.size` at its end, less of a workbook. */
  readonly bytesRead: number;
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
      get emptyRows() {
        return content.emptyRows?.() ?? 0;
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
    ...{
      version: { size: 0 },
      format: 'ndjson',
      encoding: 'utf-8',
      hiddenRows: 0,
      emptyRows: 0,
      bytesRead: 0,
    },
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
  if (await isWorkbook(bytes)) {
    const { sheet, rows } = await openSheet(bytes, options.profile?.sheet);
    return { format: 'csv', encoding: 'utf-8', sheet, text: await headOfSheet(rows()) };
  }
  const { head, encoding } = await textOfSource(bytes, given);
  return { format: formatOf(given), encoding, text: head.toString() };
}

type Given = SourceOptions & { path: string };

async function contentOf(bytes: SourceBytes, given: Given): Promise<SourceContent> {
  if (await isWorkbook(bytes)) return sheetContent(await openSheet(bytes, given.profile?.sheet), given);
  const text = await textOfSource(bytes, given);
  const format = formatOf(given);
  if (format === 'csv') return csvContent(text, given);
  // The rejects of an earlier import are lines already.
  if (format === 'ndjson' || isRejects(text.head)) return lineContent(text, given.profile);
  return jsonContent(text, given.profile);
}

function textOfSource(bytes: SourceBytes, { profile, encoding = profile?.encoding, ...given }: Given) {
  return plainText(bytes, { encoding, detects: () => formatOf(given) === 'csv' });
}

/**
 * The format of a source: as declared, else by its name.
 * @throws UnrecoverableError when neither shows it.
 */
function formatOf(payload: Pick<ImportFilePayload, 'format' | 'name' | 'path'>): OpenedSource['format'] {
  if (payload.format) return payload.format;
  const name = (payload.name ?? payload.path).toLowerCase().replace(/\.(gz|zst)$/, '');
  if (/\.(csv|tsv|txt|xlsx|xlsm)$/.test(name)) return 'csv';
  if (/\.(ndjson|jsonl)$/.test(name)) return 'ndjson';
  if (name.endsWith('.json')) return 'json';
  throw new UnrecoverableError(
    `The name "${name}" does not show the format. Set it with --format csv, --format ndjson or --format json.`,
  );
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
