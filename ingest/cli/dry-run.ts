import type { AuctionRecord } from '../../mappings/record.ts';
import { shorten } from '../errors.ts';
import { type Accepted, recordCheck } from '../import/check-records.ts';
import { addCounts } from '../import/count-records.ts';
import { liveIndex } from '../index/live-index.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { type IngestConfig, openElasticsearch } from '../services.ts';
import type { ObjectStore } from '../source/object-store.ts';
import { noRecords, openSource } from '../source/open-source.ts';
import { noCounts } from '../store/import-log.ts';
import type { Reject } from '../store/rejects.ts';
import { exitCodes, worstOf } from './exit-codes.ts';
import { alignColumns, linesOf, printable, printableLine } from './show.ts';

/** A file or an object, and its name for the operator. */
interface CheckedFile {
  path: string;
  name: string;
}

export type DryRunOptions = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter' | 'profile'> & {
  delete?: boolean;
  json?: boolean;
};

/** A line of the file, and the record that an import would store. */
interface Sample {
  line: number;
  record: Partial<AuctionRecord>;
}

/** Number of records that are shown. */
const maxSamples = 5;

/** Maximum number of rejects in a JSON report; the others are only counted. */
const maxListed = 1_000;

/** Ids that are remembered to find repeated ones; of a larger file, the ids after these are not compared. */
const maxIds = 5_000_000;

/** Time in which a service at hand answers. */
const probeMs = 2_000;

/** Counts which of up to 1,000 ids are in the live index; undefined without a service at hand. */
type CountKnown = ((ids: number[]) => Promise<number>) | undefined;

/**
 * Checks whole files in this process as an import would, and writes nothing. Prints each reject, a table of the first
 * records, and the summary of such an import; with --json one object per file. With a service at hand it also counts how
 * many records would be new, and how many would replace others.
 */
export async function dryRun(
  files: readonly CheckedFile[],
  options: DryRunOptions,
  objects: ObjectStore,
  config: IngestConfig,
): Promise<number> {
  const codes = [];
  const elasticsearch = openElasticsearch(config);
  try {
    const index = await elasticsearch
      .ping({}, { requestTimeout: probeMs })
      .then(() => liveIndex(elasticsearch, config.INDEX_ALIAS))
      .catch(() => undefined);
    const countKnown: CountKnown = index
      ? async (ids) => (await elasticsearch.count({ index, query: { terms: { id: ids } } })).count
      : undefined;
    for (const file of files) {
      const onReject = options.json ? undefined : showReject;
      const { samples, rejects, ...found } = await checkFile(file, options, objects, onReject, countKnown);
      const title = `${printableLine(file.name)}: nothing was written. An import would end with:`;
      const summary = linesOf(found).map((line) => `  ${printable(line)}`);
      console.log(
        options.json
          ? JSON.stringify({ file: file.name, ...found, samples, rejects })
          : [...tableOfSamples(samples), '', title, ...summary].join('\n'),
      );
      codes.push(found.rejected > 0 ? exitCodes.rejects : exitCodes.done);
    }
  } finally {
    await elasticsearch.close();
  }
  return worstOf(codes);
}

/**
 * Reads a whole file as an import would.
 * @param onReject called with each reject, in the order of the file; the first 1,000 are returned if it is absent
 * @returns the counts by the names that they have in an import, and the first records
 */
export async function checkFile(
  { path, name }: CheckedFile,
  options: DryRunOptions,
  objects: ObjectStore,
  onReject?: (reject: Reject) => void,
  countKnown?: CountKnown,
) {
  const mode: 'delete' | 'upsert' = options.delete ? 'delete' : 'upsert';
  const check = recordCheck({ id: 1, created_at: new Date().toISOString(), mode, profile: options.profile });
  const counts = structuredClone(noCounts);
  const rejects: Reject[] = [];
  const samples: Sample[] = [];
  const ids = new Set<number>();
  let superseded = 0;
  let replaced = 0;
  await using source = await openSource(path, { ...options, name, mode }, { objects });
  for await (const { records } of source.batches()) {
    const checked = check(records);
    const { accepted, rejected } = checked;
    addCounts(counts, checked, { written: accepted, rejects: rejected, lost: 0 });
    samples.push(...accepted.slice(0, maxSamples - samples.length).map(sampleOf));
    const fresh = [...new Set(accepted.map(({ id }) => id))].filter((id) => !ids.has(id));
    if (ids.size < maxIds) {
      superseded += accepted.length - fresh.length;
      for (const id of fresh) ids.add(id);
    }
    if (countKnown && fresh.length > 0) replaced += await countKnown(fresh);
    if (onReject) rejected.forEach(onReject);
    else rejects.push(...rejected.slice(0, maxListed - rejects.length));
  }
  const { accepted, lost: _lost, samples: _samples, ...tallies } = counts;
  const indexed = accepted - superseded;
  return {
    ...{ mode, sheet: source.sheet, empty_rows: source.reached().empty },
    ...{ indexed, superseded, ...tallies, samples, rejects },
    warning: counts.read === 0 ? noRecords(source) : undefined,
    ...(countKnown && mode === 'upsert' && { new: indexed - replaced, replaced }),
  };
}

function sampleOf({ id, text: { line }, record }: Accepted): Sample {
  if (!record) return { line, record: { id } };
  // Only a real import knows these two fields.
  const { import: _import, updated_at: _updatedAt, ...known } = record;
  return { line, record: known };
}

function showReject({ line, code, message }: Reject): void {
  console.log(printableLine(`line ${line}: ${code}: ${message}`));
}

/** The fields in the table: what a wrong profile gets wrong. */
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
export function tableOfSamples(samples: readonly Sample[]): string[] {
  const rows = samples.map(({ line, record }) => [
    String(line),
    ...shownFields.map((field) => shorten(String(record[field] ?? ''), 40)),
  ]);
  return rows.length > 0 ? ['', alignColumns([['line', ...shownFields], ...rows])] : [];
}
