import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuctionRecord, recordFieldNames } from '../../mappings/record.ts';
import { type Accepted, addUp, checkRecords, type Rules, summarize } from '../import/index-batch.ts';
import { type BatchResult, type ImportFilePayload, isObjectUrl } from '../queue/contract.ts';
import { nextRecordOf } from '../source/next-record.ts';
import { openObject } from '../source/object-file.ts';
import type { ObjectStore } from '../source/object-store.ts';
import { isPacked, isWorkbook, plainFile, workbookOptions } from '../source/plain-file.ts';
import { noRecords, planBatches, planSource } from '../source/plan-source.ts';
import { type RawRecord, readBatch } from '../source/read-records.ts';
import type { SourceFile } from '../source/source-file.ts';
import { describeSheet } from '../source/workbook/choose-sheet.ts';
import type { WorkbookOptions } from '../source/workbook/workbook-to-csv.ts';
import type { ChosenSheet } from '../store/import-entry.ts';
import type { Reject } from '../store/rejects.ts';
import { exitCodes, worstOf } from './follow-import.ts';
import { alignColumns, counted, printableLine, sheetLine } from './show.ts';

/** A file or an object, and its name for the operator. */
interface CheckedFile {
  path: string;
  name: string;
}

type DryRunOptions = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter' | 'profile'> & {
  delete?: boolean;
  json?: boolean;
};

/** A line of the file, and the record that an import would store. */
interface Sample {
  line: number;
  before: Record<string, unknown>;
  after: Partial<AuctionRecord>;
}

const maxSamples = 3;

/** Maximum number of rejects in a JSON report; the others are only counted. */
const maxListed = 1_000;

/**
 * Checks whole files in this process as an import would, and writes nothing. Prints each reject, totals by reason, and
 * three records before and after; with --json one object per file.
 */
export async function dryRun(
  files: readonly CheckedFile[],
  options: DryRunOptions,
  objects: ObjectStore,
): Promise<number> {
  const codes = [];
  for (const file of files) codes.push(await checkFile(file, options, objects));
  return worstOf(codes);
}

async function checkFile(
  { path, name }: CheckedFile,
  options: DryRunOptions,
  objects: ObjectStore,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gem-auctions-'));
  const mode: Rules['mode'] = options.delete ? 'delete' : 'upsert';
  const rules: Rules = { id: 1, created_at: new Date().toISOString(), mode, profile: options.profile };
  const results: BatchResult[] = [];
  const rejects: Reject[] = [];
  const samples: Sample[] = [];
  const ignored = new Set<string>();
  let sheet: ChosenSheet | undefined;
  let warning = '';
  try {
    const { file, sheet: chosen } = await openPlain(path, folder, objects, workbookOptions(options));
    sheet = chosen;
    try {
      const { plan: how, from } = await planSource(file, { ...options, path: name, mode });
      const plan = { ...how, path, size: 0, modifiedMs: 0 };
      warning = noRecords(plan);
      for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
        const seen: RawRecord[] = [];
        const records = await readBatch(file, plan, batch);
        const checked = checkRecords(samples.length < maxSamples ? remember(records, seen) : records, rules);
        results.push(summarize(checked, checked.accepted, checked.rejected, 0));
        for (const accepted of checked.accepted.slice(0, maxSamples - samples.length)) {
          samples.push(sampleOf(accepted, seen));
        }
        for (const column of checked.ignored ?? []) ignored.add(column);
        if (options.json) rejects.push(...checked.rejected.slice(0, maxListed - rejects.length));
        else checked.rejected.forEach(showReject);
      }
    } finally {
      await file.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const totals = totalsOf(results, [...ignored]);
  const isEmpty = totals.read === 0;
  if (options.json) {
    console.log(
      JSON.stringify({
        file: name,
        ...(sheet && { sheet }),
        ...(isEmpty && { warning }),
        ...totals,
        samples,
        rejects,
      }),
    );
  } else {
    console.log([...linesOf(totals), ...samples.flatMap(showSample)].join('\n'));
    if (sheet) console.error(printableLine(sheetLine(sheet)));
    if (isEmpty) console.error(warning);
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} would be skipped` : '';
    console.error(
      `${printableLine(name)}: ${counted(totals.read, 'record')} read, ${totals.good} good, ${totals.rejected} would be rejected${skipped}; nothing was written.`,
    );
  }
  return totals.rejected > 0 ? exitCodes.rejects : exitCodes.done;
}

/** Passes records on and keeps them. */
function* remember(records: Iterable<RawRecord>, seen: RawRecord[]): Generator<RawRecord> {
  for (const record of records) {
    seen.push(record);
    yield record;
  }
}

function sampleOf({ id, text, document }: Accepted, seen: readonly RawRecord[]): Sample {
  const raw = seen.find((record) => record.text.line === text.line);
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

/** Lists the cells and the fields that have a value. */
function showSample({ line, before, after }: Sample): string[] {
  const show = (values: object) =>
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value))
      .map(([name, value]) =>
        printableLine(`    ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
      );
  return ['', `line ${line}`, '  before', ...show(before), '  after', ...show(after)];
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** A file of plain data, and the sheet that was chosen if it comes from a workbook. */
interface OpenedPlain {
  file: SourceFile;
  sheet?: ChosenSheet;
}

/** Opens a file or an object; a packed one is unpacked into this folder. */
async function openPlain(
  path: string,
  folder: string,
  objects: ObjectStore,
  options: WorkbookOptions,
): Promise<OpenedPlain> {
  const plain = join(folder, 'plain');
  if (!isObjectUrl(path)) return openCopy(path, plain, options);
  const object = await openObject(objects, path);
  if (!(await isPacked(object))) return { file: object };
  const packed = join(folder, 'packed');
  await object.download(packed);
  return openCopy(packed, plain, options);
}

async function openCopy(path: string, plain: string, options: WorkbookOptions): Promise<OpenedPlain> {
  const source = await open(path);
  try {
    const sheet = (await isWorkbook(source)) ? await describeSheet(source, options.sheet) : undefined;
    return { file: await open(await plainFile(path, plain, options)), ...(sheet && { sheet }) };
  } finally {
    await source.close();
  }
}
