import { styleText } from 'node:util';
import { shortenReason } from '../errors.ts';
import type { ChosenSheet, ImportEntry, ListedImport, ReadCounts } from '../store/import-entry.ts';
import { nearestNames } from './nearest-name.ts';

export const number = new Intl.NumberFormat('en');

/** Fields of an entry that only the worker needs. */
const inner = [
  ...([
    'job',
    'job_id',
    'job_key',
    'claim',
    'checkpoint',
    'writes_before',
    'reading',
    'source_outage',
    'accepted',
    'lost',
  ] as const),
  ...(['samples', 'removes_samples', 'confirm_replaced'] as const),
] satisfies (keyof ImportEntry)[];

/** An import as JSON output. @param progress how far it is, if it has not ended */
export function toJson(entry: ListedImport, { waits_for, ...progress }: { waits_for?: object } = {}) {
  const shown = Object.entries(entry).filter(([field]) => !inner.some((one) => one === field));
  const isKnown = Object.keys(progress).length > 0;
  return { ...Object.fromEntries(shown), ...(isKnown && { progress }), ...(waits_for && { waits_for }) };
}

/** The text that a command prints for an import. */
export function textOf(entry: ImportEntry, { json }: { json?: boolean }): string {
  return json ? JSON.stringify(toJson(entry)) : summaryOf(entry);
}

/** The summary of an import in a few lines. @param progress how far it is, if it has not ended */
export function summaryOf(entry: ImportEntry, progress?: string): string {
  const lines = [];
  if (progress) lines.push(`  ${progress}`);
  if (entry.state === 'completed') {
    lines.push(
      `  ${counted(entry.read, 'record')} read = ${writtenOf(entry)}` +
        ` + ${number.format(entry.superseded)} superseded + ${number.format(entry.rejected)} rejected` +
        (entry.skipped ? ` + ${number.format(entry.skipped)} skipped` : ''),
    );
  } else if (entry.indexed > 0) lines.push(`  written before it ended, and visible: ${writtenOf(entry)}`);
  if (entry.samples_removed) {
    lines.push(
      `  The ${counted(entry.samples_removed, 'sample lot')} were removed. The notable sales stay; \`gem-auctions samples remove\` removes them too.`,
    );
  }
  if (entry.sheet) lines.push(`  ${sheetLine(entry.sheet)}`);
  if (entry.empty_rows) lines.push(`  ${emptyRowsLine(entry.empty_rows)}`);
  if (entry.warning) lines.push(`  ${entry.warning}`);
  if (entry.reason) lines.push(`  ${shortenReason(entry.reason)}`);
  if (entry.job.name === 'import-file' && isForeign(entry, entry.job.payload)) lines.push(`  ${foreignFile}`);
  if (entry.duplicates) {
    lines.push(`  duplicates of lots from other sources, hidden: ${number.format(entry.duplicates)}`);
  }
  for (const line of linesOf(entry)) lines.push(`  ${line}`);
  if (entry.rejected > 0) lines.push(`  See them: npx gem-auctions rejects ${entry.id}`);
  const title = printableLine(`import ${entry.id}: ${entry.source}`);
  return [`${stateMark(entry)} ${title}`, ...lines.map(printable)].join('\n');
}

/** What was rejected, skipped and flagged, and what is not in the vocabulary, each with its number of records. */
export function linesOf({
  rejected_by_code,
  skipped_by_rule = {},
  flags = {},
  unknown_values,
  ignored_columns = [],
}: Tallies): string[] {
  const flagged = sorted(flags).map(([flag, n]) => `${flag} ${number.format(n)}`);
  const unknown = Object.entries(unknown_values).map(([field, values]) => {
    const nearest = nearestNames(field);
    const meant = (value: string) => (nearest(value) ? `, did you mean ${nearest(value)}?` : '');
    const shown = sorted(values).slice(0, 5);
    const named = shown.map(([value, n]) => `${value} (${number.format(n)}${meant(value)})`);
    const more = Object.keys(values).length > shown.length ? ', …' : '';
    return `${field} not in the vocabulary, kept as written: ${named.join(', ')}${more}`;
  });
  return [
    ...sorted(rejected_by_code).map(([code, n]) => `rejected as ${code}: ${number.format(n)}`),
    ...sorted(skipped_by_rule).map(([rule, n]) => `skipped by ${rule}: ${number.format(n)}`),
    ...(flagged.length > 0 ? [`flags: ${flagged.join(', ')}`] : []),
    ...unknown,
    ...(ignored_columns.length > 0
      ? [`ignored columns, not named in the profile: ${ignored_columns.join(', ')}`]
      : []),
  ];
}

type Tallies = Pick<
  ImportEntry,
  'rejected_by_code' | 'skipped_by_rule' | 'flags' | 'unknown_values' | 'ignored_columns'
>;

/** Whether all records of a file without a profile lack required fields, or have others. */
export const isForeign = (
  { read, rejected, rejected_by_code }: Pick<ReadCounts, 'read' | 'rejected' | 'rejected_by_code'>,
  { profile, mode }: { profile?: unknown; mode?: string },
): boolean =>
  !profile &&
  mode !== 'delete' &&
  rejected > 0 &&
  rejected === read &&
  Object.keys(rejected_by_code).every((code) => code === 'required' || code === 'unknown_field');
export const foreignFile =
  'Every record lacks a required field, or has one that is not known. A file with other columns is imported with --guess.';

/** How many records an import has indexed or deleted, and how many of them are new. */
function writtenOf({ mode, indexed, new: isNew, replaced }: ImportEntry): string {
  if (mode === 'delete') return `${number.format(indexed)} deleted`;
  return `${number.format(indexed)} indexed (${number.format(isNew)} new, ${number.format(replaced)} replaced)`;
}

/** The sheet of a workbook that is read, its hidden rows, and the other sheets with values. */
export function sheetLine({ name, others, hidden_rows = 0 }: ChosenSheet): string {
  const hidden = hidden_rows === 0 ? '' : `; ${counted(hidden_rows, 'hidden row')} imported too`;
  const rest = others.map((other) => `"${other}"`).join(', ');
  return `sheet "${name}"${hidden}${rest === '' ? '' : `; other sheets with values: ${rest} (choose one with \`sheet\` in a profile)`}`;
}

/** The rows of a table that have delimiters only. */
export const emptyRowsLine = (rows: number): string =>
  `${counted(rows, 'empty row')} ${rows === 1 ? 'was' : 'were'} passed over`;

/** The table of imports. @param progressOf how far an import is */
export function tableOf(
  entries: ListedImport[],
  progressOf: (entry: ListedImport) => string | undefined = () => undefined,
): string {
  if (entries.length === 0) return 'There are no imports yet.';
  const source = (entry: ListedImport, progress = progressOf(entry)) =>
    progress ? `${entry.source} (${progress})` : entry.source;
  const rows = entries.map((entry) => [
    String(entry.id),
    entry.state,
    entry.mode,
    number.format(entry.read),
    number.format(entry.indexed),
    number.format(entry.new),
    number.format(entry.replaced),
    number.format(entry.superseded),
    number.format(entry.rejected),
    entry.created_at.slice(0, 19).replace('T', ' '),
    source(entry),
  ]);
  const counts = ['read', 'indexed', 'new', 'replaced', 'superseded', 'rejected'];
  const head = ['import', 'state', 'mode', ...counts, 'created (UTC)', 'source'];
  return alignColumns([head, ...rows], [3, 4, 5, 6, 7, 8]);
}

/** Aligns rows in columns, those in `right` to the right. */
export function alignColumns(texts: string[][], right: number[] = []): string {
  const rows = texts.map((row) => row.map(printableLine));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          right.includes(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** "1 record", "2 records". */
export function counted(n: number, noun: string): string {
  return `${number.format(n)} ${noun}${n === 1 ? '' : 's'}`;
}

function stateMark({ state, rejected, warning }: ImportEntry): string {
  if (state === 'completed')
    return rejected > 0 || warning ? styleText('yellow', '!') : styleText('green', '✓');
  return state === 'failed' ? styleText('red', '✗ failed:') : styleText('dim', `${state}:`);
}

function sorted(tally: Record<string, number>): [string, number][] {
  return Object.entries(tally).sort((a, b) => b[1] - a[1]);
}

/**
 * Control characters except line ends and tabs, and marks of text direction. A terminal acts on them: data could clear the
 * screen, rename the window or disguise text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Escapes the characters on which a terminal acts, as in `\u001b`. */
export function printable(text: string): string {
  return text.replace(acting, escaped);
}

/** Escapes line ends and tabs too, for a cell of a table. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, escaped);
}

/** Data for standard output: escaped on a terminal, exact for a file or a program. */
export function onTerminal(text: string): string {
  return process.stdout.isTTY ? printable(text) : text;
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
