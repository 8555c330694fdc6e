import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { FileReport, Reading } from '../../inspect/inspect-file.ts';
import { profileText } from '../../inspect/profile-text.ts';
import { proposeProfile } from '../../inspect/propose-profile.ts';
import { inspectSource } from '../inspect-source.ts';
import { addReadingOptions } from '../reading-options.ts';
import { hasRecordColumns, needsNoProfile, recognizeProfile } from '../recognize-profile.ts';
import { CliError } from '../session.ts';
import { alignColumns, counted, emptyRowsLine, onTerminal, printableLine, sheetLine } from '../show.ts';

type InspectOptions = Reading & {
  draft?: string;
  json?: boolean;
};

export function inspectCommand(): Command {
  return addReadingOptions(new Command('inspect'))
    .argument('<file>', 'a CSV, NDJSON or JSON file, compressed or not, or an .xlsx workbook')
    .option('--header-line <line>', 'of a table: the line of the header, if it is not the first', Number)
    .option('--sheet <name|number>', 'of a workbook; the first sheet with values if not given', sheetOption)
    .option(
      '--records <path>',
      'of a JSON file: where the records are, such as sales.lots; found if not given',
    )
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
      const report = await inspectSource(file, reading);
      const draft = proposeProfile(report);
      const table = tableOfColumns(file, report);
      // wx: never overwrite a profile that somebody may have edited.
      if (path) {
        await writeFile(path, profileText(table, draft), { flag: 'wx' }).catch(({ code, message }) => {
          const exists = `"${path}" already exists. Delete it, or choose another path.`;
          throw new CliError(code === 'EEXIST' ? exists : message);
        });
      }
      const isOwn = hasRecordColumns(report) && !reading.sheet;
      const known = await recognizeProfile(report);
      if (json) {
        const { rows: _rows, ...read } = report;
        const { profile, ...asked } = draft;
        const columns = report.columns.map(({ sample: _sample, ...column }) => column);
        console.log(JSON.stringify({ ...read, ...asked, columns, draft: profile, recognized: known }));
        return;
      }
      const advice = isOwn
        ? `${needsNoProfile}: gem-auctions import ${file}`
        : known && `This looks like ${known}: gem-auctions import ${file} --profile ${known}`;
      const shown = advice && `\n${printableLine(advice)}`;
      if (path) console.log(`${table}\n${shown ?? ''}\nThe draft was written to ${path}.`);
      else if (advice)
        console.log(`${table}\n${shown}\nTo draft ${isOwn ? 'a' : 'another'} profile, use --draft.`);
      else console.log(onTerminal(profileText(table, draft).trimEnd()));
    });
}

function sheetOption(text: string): string | number {
  return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : text;
}

function tableOfColumns(
  file: string,
  { records, unreadable, columns, format, encoding, sheet, empty_rows, header_line, records_at }: FileReport,
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
  const start = header_line === undefined ? '' : `, header on line ${header_line}`;
  const place = records_at === undefined ? '' : `, records in "${records_at}"`;
  const empty = empty_rows ? `, ${emptyRowsLine(empty_rows)}` : '';
  const read = printableLine(
    `${sheet ? sheetLine(sheet) : `${format}, ${encoding}`}${start}${place}${empty}`,
  );
  const head = ['column', 'filled', 'kind', 'different', 'examples'];
  return `${printableLine(file)}: ${counted(records, 'record')} (${read})${bad}\n\n${alignColumns([head, ...rows])}`;
}
