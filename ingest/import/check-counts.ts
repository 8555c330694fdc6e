import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { countWrites, liveIndex } from '../index/live-index.ts';
import { countSampleLots } from '../index/sample-lots.ts';
import type { ImportEntry } from '../store/import-entry.ts';

/** What an import has left in its index. */
export type WrittenCounts = Pick<ImportEntry, 'indexed' | 'new' | 'replaced' | 'superseded'>;

/**
 * Checks before anything is shown that every record is accounted for: accepted, rejected with its reason, or skipped; and that
 * the index has made as many writes as it confirmed. It may have made more, where a takeover repeated some.
 * @throws ImportFailed when the counts do not add up
 */
export async function checkRead(
  entry: ImportEntry,
  { rejects, elasticsearch }: ImportContext,
): Promise<void> {
  const { read, accepted, lost, rejected, skipped, index, writes_before = 0 } = entry;
  const confirmed = accepted - lost;
  const made = index && confirmed > 0 ? (await countWrites(elasticsearch, index)) - writes_before : 0;
  if (made < confirmed) {
    throw new ImportFailed(
      `The counts do not add up: Elasticsearch confirmed ${confirmed} writes, but has made only ${made}. Import the file again.`,
    );
  }
  const kept = rejected === 0 ? 0 : await rejects.count(entry.id, entry.run);
  if (read === accepted + rejected + skipped && kept === rejected) return;
  throw new ImportFailed(
    `The counts do not add up: ${read} records read, ${accepted} accepted, ${rejected} rejected, ${kept} rejects stored, ` +
      `${skipped} skipped. Import the file again.`,
  );
}

/**
 * Counts the records of an import in its refreshed index, with one search: those whose id it wrote first are new. A
 * deletion leaves nothing to count; its deletions have been counted as they were made.
 * @throws ImportFailed when there are more than it accepted
 */
export async function checkWritten(entry: ImportEntry, context: ImportContext): Promise<WrittenCounts> {
  const counts = await countWritten(entry, context);
  if (counts.superseded < 0) {
    throw new ImportFailed(
      `The counts do not add up: ${entry.accepted} records accepted, but ${counts.indexed} indexed. Import the file again.`,
    );
  }
  return counts;
}

/** Counts the visible records of an import. */
export async function countWritten(
  { id, mode, accepted, lost, index }: ImportEntry,
  { elasticsearch }: Pick<ImportContext, 'elasticsearch'>,
): Promise<WrittenCounts> {
  if (mode === 'delete') return { indexed: accepted - lost, new: 0, replaced: 0, superseded: lost };
  const { hits, aggregations } = await elasticsearch.search<unknown, { new: { doc_count: number } }>({
    index: index!,
    size: 0,
    track_total_hits: true,
    query: { term: { import: id } },
    aggs: { new: { filter: { term: { first_import: id } } } },
  });
  const { value: indexed } = hits.total as { value: number };
  const isNew = aggregations!.new.doc_count;
  return { indexed, new: isNew, replaced: indexed - isNew, superseded: accepted - indexed };
}

/** Default of the maximum share of rejects in a replacement. */
const defaultMaxRejectRate = 0.05;

/** @throws ImportFailed when the new index has too few records or too many rejects. */
export async function checkReplacement(
  { read, rejected, job }: ImportEntry,
  { indexed }: WrittenCounts,
  context: ImportContext,
): Promise<void> {
  const payload = job.name === 'import-file' ? job.payload : undefined;
  const minRecords = payload?.min_records ?? (await halfOfLive(context));
  if (indexed < minRecords) {
    throw new ImportFailed(
      `The new index would have ${indexed} records, fewer than the required ${minRecords} (--min-records).`,
    );
  }
  const maxRejectRate = payload?.max_reject_rate ?? defaultMaxRejectRate;
  if (rejected > read * maxRejectRate) {
    throw new ImportFailed(
      `${rejected} of ${read} records were rejected, more than the allowed share of ${maxRejectRate} (--max-reject-rate).`,
    );
  }
}

/** Half of the live records; 1 if the live data is only sample data. */
async function halfOfLive({ elasticsearch, config }: ImportContext): Promise<number> {
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (!live) return 1;
  const { samples, others } = await countSampleLots(elasticsearch, live);
  return others === 0 ? 1 : Math.ceil((samples + others) / 2);
}
