import { UnrecoverableError } from 'bullmq';
import type { ImportFilePayload } from '../queue/contract.ts';
import { jsonContent, lineContent } from './json-text.ts';
import { importable } from './list-sources.ts';
import { beginningOf, headBytes, isArchive, isRejects, plainText } from './plain-text.ts';
import { inBatches, type SourceContent } from './read-batches.ts';
import { openBytes, type SourceAccess, type SourceBytes, type SourceVersion } from './source-bytes.ts';
import { csvContent } from './table.ts';
import { openSheet } from './workbook/open-sheet.ts';

/** How a source is read; the payload of an `import-file` job has these, and its profile may have some of them. */
export interface SourceOptions
  extends Pick<ImportFilePayload, 'name' | 'format' | 'encoding' | 'delimiter' | 'mode' | 'profile'> {
  /** Finds the path to the records of a JSON file in its beginning, unless the profile names it. */
  findRecords?: (text: string) => string | undefined;
}

/** A source whose records can be read. */
export interface OpenedSource extends SourceContent, AsyncDisposable {
  /** Changes with the content. */
  version: SourceVersion;
  /** Bytes of the source read so far, compressed if it is: `version.size` at its end, less of a workbook. */
  readonly bytesRead: number;
}

/** The warning about a source without records. */
export function noRecords({ columns }: Pick<OpenedSource, 'columns'>): string {
  return columns ? 'The file has a header and no records.' : 'The file has no records.';
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
  const close = () => bytes[Symbol.asyncDispose]();
  try {
    const content = await contentOf(bytes, { ...options, path });
    return {
      ...content,
      version: bytes.version,
      get bytesRead() {
        return bytes.position;
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The records of an `upsert-records` job, each with its number as its line. */
export function openRecords(records: readonly Record<string, unknown>[]): OpenedSource {
  const read = records.map((fields, i) => ({ line: i + 1, raw: JSON.stringify(fields), fields }));
  return {
    version: { size: 0 },
    format: 'ndjson',
    encoding: 'utf-8',
    bytesRead: 0,
    reached: () => ({}),
    batches: (from) => inBatches(read, from),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function contentOf(
  bytes: SourceBytes,
  given: SourceOptions & { path: string },
): Promise<SourceContent> {
  const { profile, encoding = profile?.encoding, delimiter = profile?.delimiter } = given;
  const first = await beginningOf(bytes.read(), headBytes);
  if (isArchive(first)) {
    const options = { ...given, delimiter: delimiter ?? ',' };
    const { sheet, ...text } = await openSheet(bytes, options);
    return { ...csvContent(text, options), sheet };
  }
  const text = await plainText(bytes, first, { encoding, detects: () => formatOf(given) === 'csv' });
  const format = formatOf(given);
  if (format === 'csv') return csvContent(text, { ...given, delimiter });
  // The rejects of an earlier import are lines already.
  if (format === 'ndjson' || isRejects(text.head)) return lineContent(text, profile);
  return jsonContent(text, profile, given.findRecords);
}

/**
 * The format of a source: as declared, else by its name.
 * @throws UnrecoverableError when neither shows it.
 */
function formatOf(payload: Pick<ImportFilePayload, 'format' | 'name' | 'path'>): SourceContent['format'] {
  if (payload.format) return payload.format;
  const name = (payload.name ?? payload.path).toLowerCase();
  const [found, , ending = 'xlsx'] = importable.exec(name) ?? [];
  if (found === undefined) {
    throw new UnrecoverableError(
      `The name "${name}" does not show the format. Set it with --format csv, --format ndjson or --format json.`,
    );
  }
  if (ending === 'json') return 'json';
  return ending.includes('json') ? 'ndjson' : 'csv';
}
