import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Command, Option } from 'commander';
import { withLocalStack } from '../../../config/read-settings.ts';
import { type Draft, draftProfile } from '../../inspect/draft/draft-profile.ts';
import { draftText } from '../../inspect/draft/draft-text.ts';
import { type FileReport, inspectFile } from '../../inspect/inspect-file.ts';
import { fileFormats, type ImportFilePayload, isObjectUrl } from '../../queue/contract.ts';
import { encodings } from '../../record/profile/profile.ts';
import { readIngestConfig } from '../../services.ts';
import { openObject } from '../../source/object-file.ts';
import { objectStore } from '../../source/object-store.ts';
import { CliError } from '../session.ts';
import { alignColumns, counted, onTerminal, printableLine, sheetLine } from '../show.ts';

type InspectOptions = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter'> & {
  sheet?: string | number;
  draft?: string;
  json?: boolean;
};

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Show the columns of a file and draft a profile for its import.')
    .argument('<file>', 'a CSV, NDJSON or JSON file, compressed or not, or an .xlsx workbook')
    .addOption(
      new Option('--format <format>', 'taken from the file name if not given').choices([...fileFormats]),
    )
    .addOption(new Option('--encoding <encoding>', 'detected if not given').choices([...encodings]))
    .option('--delimiter <character>', 'of a CSV file; detected if not given')
    .option('--sheet <name|number>', 'of a workbook; the first sheet with values if not given', sheetOption)
    .option('--draft <path>', 'write the draft to this file instead of standard output')
    .option('--json', 'one JSON object with columns and draft')
    .addHelpText(
      'after',
      `
The command reads the whole file and writes only the draft. It needs neither Elasticsearch nor Redis.

Examples:
  gem-auctions inspect lots.csv
  gem-auctions inspect s3://lots/may.csv.gz
  gem-auctions inspect lots.csv --draft my-source.yaml && gem-auctions import lots.csv --profile my-source.yaml --dry-run`,
    )
    .action(async (file: string, { draft: path, json, ...reading }: InspectOptions) => {
      const inspect = isObjectUrl(file) ? inspectObject : inspectFile;
      const report = await inspect(file, reading).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new CliError(`There is no file "${file}".`) : error;
      });
      if (report.columns.length === 0) throw new CliError(`"${file}" has no records to inspect.`);
      const draft = draftProfile(report);
      const text = draftText(tableOfColumns(file, report), draft);
      // wx: never overwrite a profile that somebody may have edited.
      if (path) await writeFile(path, text, { flag: 'wx' }).catch(throwIfExists(path));
      if (json) return console.log(JSON.stringify(asJson(report, draft)));
      console.log(
        path
          ? `${tableOfColumns(file, report)}\n\nThe draft was written to ${path}.`
          : onTerminal(text.trimEnd()),
      );
    });
}

function sheetOption(text: string): string | number {
  return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : text;
}

function asJson(report: FileReport, { profile, ...draft }: Draft) {
  const columns = report.columns.map(({ sample: _sample, ...column }) => column);
  return { ...report, columns, draft: profile, ...draft };
}

function throwIfExists(path: string) {
  return (error: NodeJS.ErrnoException) => {
    throw new CliError(
      error.code === 'EEXIST'
        ? `"${path}" already exists. Delete it, or choose another path.`
        : error.message,
    );
  };
}

function tableOfColumns(
  file: string,
  { records, unreadable, columns, format, encoding, sheet }: FileReport,
): string {
  const share = (filled: number) => (records === 0 ? '' : `${((100 * filled) / records).toFixed(1)}%`);
  const rows = columns.map(({ column, filled, kind, distinct, unique, examples }) => [
    column,
    share(filled),
    kind,
    `${distinct}${unique ? ' unique' : ''}`,
    examples.join(' | '),
  ]);
  const bad = unreadable > 0 ? `, ${unreadable} of them unreadable` : '';
  const read = sheet ? printableLine(sheetLine(sheet)) : `${format}, ${encoding}`;
  return `${printableLine(file)}: ${counted(records, 'record')} (${read})${bad}\n\n${alignColumns(
    [['column', 'filled', 'kind', 'different', 'examples'], ...rows],
    [1],
  )}`;
}

/**
 * Inspects an object of the store in a temporary copy.
 * @throws UnrecoverableError when there is no such object, the store refuses it, or it cannot be read
 */
async function inspectObject(url: string, reading: Parameters<typeof inspectFile>[1]): Promise<FileReport> {
  const objects = objectStore(readIngestConfig(withLocalStack(process.env)));
  const folder = await mkdtemp(join(tmpdir(), 'gem-auctions-'));
  try {
    const object = await openObject(objects, url);
    // The end of the name tells the format.
    const path = join(folder, basename(url).slice(-100));
    await object.download(path);
    return { ...(await inspectFile(path, reading)), name: url };
  } finally {
    await rm(folder, { recursive: true });
  }
}
