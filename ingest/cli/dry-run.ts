import { type AuctionRecord, recordFieldNames } from '../../mappings/record.ts';
import { shorten } from '../errors.ts';
import { type Accepted, addUp, checkRecords, type Rules, summarize } from '../import/index-batch.ts';
import type { BatchResult, ImportFilePayload } from '../queue/contract.ts';
import type { ObjectStore } from '../source/object-store.ts';
import { noRecords, openSource, sheetOf } from '../source/open-source.ts';
import type { SourceRecord } from '../source/read-batches.ts';
import type { Reject } from '../store/rejects.ts';
import { exitCodes, worstOf } from './exit-codes.ts';
import { alignColumns, counted, printableLine, sheetLine } from './show.ts';

/** A file or an object, and its name for the operator. */
interface CheckedFile {
  path: string;
  name: string;
}

export type DryRunOptions = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter' | 'profile'> & {
  delete?: boolean;
  json?: boolean;
  /** Number of records to show whole. */
  samples?: number;
};

/** A line of the file, and the record that an import would store. */
interface Sample {
  line: number;
  before: Record<string, unknown>;
  after: Partial<AuctionRecord>;
}

/** Number of records in the table of a dry run. */
const maxSamples = 5;

/** Maximum number of rejects in a JSON report; the others are only counted. */
const maxListed = 1_000;

/**
 * Checks whole files in this process as an import would, and writes nothing. Prints each reject, totals by reason, and a
 * table of the first records, or whole ones if `samples` says how many; with --json one object per file.
 */
export async function dryRun(
  files: readonly CheckedFile[],
  options: DryRunOptions,
  objects: ObjectStore,
): Promise<number> {
  const codes = [];
  for (const file of files) {
    const checked = await checkFile(file, options, objects, options.json ? undefined : showReject);
    if (options.json) console.log(JSON.stringify(asJson(file, checked)));
    else showChecked(file, checked, options);
    codes.push(checked.totals.rejected > 0 ? exitCodes.rejects : exitCodes.done);
  }
  return worstOf(codes);
}

type CheckedRecords = Awaited<ReturnType<typeof checkFile>>;

/**
 * Reads a whole file as an import would.
 * @param onReject called with each reject, in the order of the file; the first 1,000 are returned if it is absent
 */
export async function checkFile(
  { path, name }: CheckedFile,
  options: DryRunOptions,
  objects: ObjectStore,
  onReject?: (reject: Reject) => void,
) {
  const mode: Rules['mode'] = options.delete ? 'delete' : 'upsert';
  const rules: Rules = { id: 1, created_at: new Date().toISOString(), mode, profile: options.profile };
  const wanted = options.samples ?? maxSamples;
  const results: BatchResult[] = [];
  const rejects: Reject[] = [];
  const samples: Sample[] = [];
  const ignored = new Set<string>();
  await using source = await openSource(path, { ...options, name, mode }, { objects });
  for await (const { records } of source.batches()) {
    const checked = checkRecords(records, rules);
    results.push(summarize(checked, checked.accepted, checked.rejected, 0));
    for (const accepted of checked.accepted.slice(0, wanted - samples.length)) {
      samples.push(sampleOf(accepted, records));
    }
    for (const column of checked.ignored ?? []) ignored.add(column);
    if (onReject) checked.rejected.forEach(onReject);
    else rejects.push(...checked.rejected.slice(0, maxListed - rejects.length));
  }
  const totals = totalsOf(results, [...ignored]);
  const sheet = sheetOf(source);
  return { totals, samples, rejects, sheet, ...(totals.read === 0 && { warning: noRecords(source) }) };
}

function asJson({ name }: CheckedFile, { totals, samples, rejects, sheet, warning }: CheckedRecords) {
  return { file: name, ...(sheet && { sheet }), ...(warning && { warning }), ...totals, samples, rejects };
}

function showChecked(
  { name }: CheckedFile,
  { totals, samples, sheet, warning }: CheckedRecords,
  { samples: wanted }: DryRunOptions,
): void {
  const records = wanted === undefined ? tableOfSamples(samples) : samples.flatMap(showSample);
  console.log([...linesOf(totals), ...records].join('\n'));
  if (sheet) console.error(printableLine(sheetLine(sheet)));
  if (warning) console.error(warning);
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} would be skipped` : '';
  console.error(
    `${printableLine(name)}: ${counted(totals.read, 'record')} read, ${totals.good} good, ${totals.rejected} would be rejected${skipped}; nothing was written.`,
  );
}

function sampleOf({ id, text, document }: Accepted, seen: readonly SourceRecord[]): Sample {
  const raw = seen.find((record) => record.line === text.line);
  const before = raw && 'fields' in raw ? raw.fields : {};
  if (!document) return { line: text.line, before, after: { id } };
  const stored = JSON.parse(document.toString());
  // Only a real import knows these two fields.
  const names = recordFieldNames.filter((name) => name !== 'import' && name !== 'updated_at');
  return { line: text.line, before, after: Object.fromEntries(names.map((name) => [name, stored[name]])) };
}

function totalsOf(results: readonly BatchResult[], ignored_columns: string[]) {
  const { read, accepted: good, lost: _lost, ...totals } = addUp(results);
  return { read, good, ...totals, ignored_columns };
}

function showReject({ line, code, message }: Reject): void {
  console.log(printableLine(`line ${line}: ${code}: ${message}`));
}

function linesOf(totals: ReturnType<typeof totalsOf>): string[] {
  const tallies = [
    ['rejected as', totals.rejected_by_code],
    ['skipped by', totals.skipped_by_rule],
    ['flag', totals.flags],
    ...Object.entries(totals.unknown_values).map(([field, values]) => [`unknown ${field}`, values] as const),
  ] as const;
  const rows = tallies.flatMap(([what, tally]) =>
    Object.entries(tally)
      .sort((a, b) => b[1] - a[1])
      .map(([name, n]) => [what, name, String(n)]),
  );
  return rows.length > 0 ? [alignColumns([['total', 'of', 'records'], ...rows], [2])] : [];
}

/** The fields in the table of a dry run: what a wrong profile gets wrong. */
const shownFields = [
  'title',
  'gem_type',
  'carat',
  'auction_date',
  'sale_status',
  'price_original',
  'currency',
  'price_final_usd',
] as const;

/** The first records as a table; empty without any. */
function tableOfSamples(samples: readonly Sample[]): string[] {
  const rows = samples.map(({ line, after }) => [
    String(line),
    ...shownFields.map((field) => shorten(String(after[field] ?? ''), 40)),
  ]);
  return rows.length > 0 ? ['', alignColumns([['line', ...shownFields], ...rows], [0, 3, 6, 8])] : [];
}

/** Lists the cells and the fields that have a value. */
export function showSample({ line, before, after }: Sample): string[] {
  const show = (values: object) =>
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value))
      .map(([name, value]) =>
        printableLine(`    ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
      );
  return ['', `line ${line}`, '  before', ...show(before), '  after', ...show(after)];
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
