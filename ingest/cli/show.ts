import { styleText } from 'node:util';
import type { ChosenSheet, ImportEntry, ListedImport } from '../store/import-entry.ts';
import { nearestNames } from './nearest-name.ts';
import type { Progress, WaitsFor } from './progress.ts';

const number = new Intl.NumberFormat('en');

/** Fields of an entry that only the worker needs. */
const inner = new Set<string>([
  ...(['job', 'job_id', 'job_key', 'claim', 'checkpoint', 'writes_before', 'reading'] as const),
  ...(['source_outage', 'accepted', 'lost', 'samples', 'removes_samples', 'confirm_replaced'] as const),
] satisfies (keyof ImportEntry)[]);

/** An import as JSON output. @param progress how far it is, if it has not ended */
export function toJson(entry: ListedImport, progress?: Progress) {
  const shown = Object.entries(entry).filter(([field]) => !inner.has(field));
  const { waits_for, ...rest } = progress ?? {};
  return { ...Object.fromEntries(shown), ...(progress && { progress: rest }), waits_for };
}

/** The text that a command prints for an import. @param progress how far it is, if it has not ended */
export function textOf(entry: ImportEntry, { json }: { json?: boolean }, progress?: Progress): string {
  return json ? JSON.stringify(toJson(entry, progress)) : summaryOf(entry, progress);
}

/** The summary of an import in a few lines. @param progress how far it is, if it has not ended */
export function summaryOf(entry: ImportEntry, progress?: Progress): string {
  const title = printableLine(`import ${entry.id}: ${entry.source}`);
  const lines = [...(progress ? [describeProgress(progress)] : []), ...linesOf(entry)];
  return [`${stateMark(entry)} ${title}`, ...lines.map((line) => `  ${printable(line)}`)].join('\n');
}

/** What an import has counted and found; a dry run has neither a state nor a number. */
type Found = Partial<ImportEntry> &
  Pick<
    ImportEntry,
    'mode' | 'read' | 'indexed' | 'superseded' | 'rejected' | 'rejected_by_code' | 'unknown_values'
  >;

/** The counts of an import and what it found, in lines, each tally with its number of records. */
export function linesOf(found: Found): string[] {
  const { id, state = 'completed', read, indexed, superseded, rejected, skipped } = found;
  const { samples_removed, sheet, empty_rows, warning, reason, duplicates, ignored_columns = [] } = found;
  const flagged = sorted(found.flags).map(([flag, n]) => `${flag} ${number.format(n)}`);
  const lines = [
    state === 'completed'
      ? `${counted(read, 'record')} read = ${writtenOf(found)} + ${number.format(superseded)} superseded` +
        ` + ${number.format(rejected)} rejected${skipped ? ` + ${number.format(skipped)} skipped` : ''}`
      : indexed > 0 && `written before it ended, and visible: ${writtenOf(found)}`,
    samples_removed &&
      `The ${counted(samples_removed, 'sample lot')} were removed. The notable sales stay; \`gem-auctions samples remove\` removes them too.`,
    sheet && sheetLine(sheet),
    empty_rows && emptyRowsLine(empty_rows),
    warning,
    reason,
    isForeign(found) &&
      'Every record lacks a required field, or has one that is not known. A file with other columns is imported with --guess.',
    duplicates && `duplicates of lots from other sources, hidden: ${number.format(duplicates)}`,
    ...sorted(found.rejected_by_code).map(([code, n]) => `rejected as ${code}: ${number.format(n)}`),
    ...sorted(found.skipped_by_rule).map(([rule, n]) => `skipped by ${rule}: ${number.format(n)}`),
    flagged.length > 0 && `flags: ${flagged.join(', ')}`,
    ...Object.entries(found.unknown_values).map(([field, values]) => {
      const nearest = nearestNames(field);
      const meant = (value: string) => (nearest(value) ? `, did you mean ${nearest(value)}?` : '');
      const shown = sorted(values).slice(0, 5);
      const named = shown.map(([value, n]) => `${value} (${number.format(n)}${meant(value)})`);
      const more = Object.keys(values).length > shown.length ? ', …' : '';
      return `${field} not in the vocabulary, kept as written: ${named.join(', ')}${more}`;
    }),
    ignored_columns.length > 0 && `ignored columns, not named in the profile: ${ignored_columns.join(', ')}`,
    id && rejected > 0 && `See them: npx gem-auctions rejects ${id}`,
  ];
  return lines.flatMap((line) => line || []);
}

/** Whether all records of a file without a profile, which alone lists ignored columns, lack required fields or have others. */
const isForeign = ({ mode, read, rejected, rejected_by_code, ignored_columns }: Found): boolean =>
  !ignored_columns &&
  mode !== 'delete' &&
  rejected > 0 &&
  rejected === read &&
  Object.keys(rejected_by_code).every((code) => code === 'required' || code === 'unknown_field');

/** How many records an import has indexed or deleted, and if it is known how many of them are new. */
function writtenOf({ mode, indexed, new: isNew, replaced }: Found): string {
  if (mode === 'delete') return `${number.format(indexed)} deleted`;
  const known =
    isNew === undefined ? '' : ` (${number.format(isNew)} new, ${number.format(replaced!)} replaced)`;
  return `${number.format(indexed)} indexed${known}`;
}

/** How far an import is, as a text such as "waits for import 2" or "reading: 12,000 lines, 40% of the file, 4,000 records/s". */
export function describeProgress({ phase, lines, share, records_per_second, waits_for }: Progress): string {
  if (waits_for) return describeWait(waits_for);
  if (phase === 'waiting') return 'waiting to start';
  if (phase === 'publishing') return 'publishing: finding duplicates and unusual prices';
  const rate = records_per_second === null ? '' : `, ${number.format(records_per_second)} records/s`;
  return `reading and writing: ${counted(lines, 'line')} written, ${Math.round(share * 100)}% of the file read${rate}`;
}

function describeWait(waits: WaitsFor): string {
  if (waits.kind === 'worker') return 'waits for a worker; start one with npm run worker or npm start';
  if (waits.kind === 'import') return `waits for import ${waits.import}`;
  const seconds = Math.max(0, Math.ceil((Date.parse(waits.next_try_at) - Date.now()) / 1_000));
  return `waits for its source since ${waits.since.slice(11, 16)} UTC, next try in ${seconds} s: ${waits.reason}`;
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
  progressOf: (entry: ListedImport) => Progress | undefined,
): string {
  if (entries.length === 0) return 'There are no imports yet.';
  const counts = ['read', 'indexed', 'new', 'replaced', 'superseded', 'rejected'] as const;
  const rows = entries.map((entry) => {
    const { id, state, mode, created_at, source } = entry;
    const progress = progressOf(entry);
    return [
      ...[String(id), state, mode, ...counts.map((count) => number.format(entry[count]))],
      ...[created_at.slice(0, 19).replace('T', ' ')],
      progress ? `${source} (${describeProgress(progress)})` : source,
    ];
  });
  const head = ['import', 'state', 'mode', ...counts, 'created (UTC)', 'source'];
  return alignColumns([head, ...rows]);
}

/** Aligns rows in columns, those of numbers below their head to the right. */
export function alignColumns(texts: string[][]): string {
  const rows = texts.map((row) => row.map(printableLine));
  const columns = rows[0]!.map((_, column) => {
    const cells = rows.map((row) => row[column]!);
    const isNumeric = cells.slice(1).every((cell) => /^[\d,.]*(%| MB)?$/.test(cell));
    const width = Math.max(...cells.map(({ length }) => length));
    return (cell: string) => (isNumeric ? cell.padStart(width) : cell.padEnd(width));
  });
  return rows
    .map((row) =>
      row
        .map((cell, column) => columns[column]!(cell))
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

function sorted(tally: Record<string, number> = {}): [string, number][] {
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
