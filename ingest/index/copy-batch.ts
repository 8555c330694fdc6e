import { UnrecoverableError } from 'bullmq';
import { toDocument } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { treatments } from '../../mappings/vocabulary/index.ts';
import type { ImportContext } from '../context.ts';
import { retryWhileUnavailable } from '../errors.ts';
import { type BatchResult, type CopyJobData, emptyResult } from '../queue/contract.ts';
import { completePrices } from '../record/complete-prices.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { indexDocuments, toBytes, type Write } from './bulk-write.ts';
import { writeAlias } from './index-roles.ts';

/**
 * Processes one batch of a migration: copies a range of ids into the new index. Each record keeps its version, so that
 * later imports win over it and earlier ones do not. Idempotent.
 * @throws UnrecoverableError when the range has changed since it was planned, or the new index refuses a record
 */
export async function copyBatch(
  batch: CopyJobData,
  context: Pick<ImportContext, 'elasticsearch' | 'log' | 'metrics' | 'config'>,
  signal: AbortSignal,
): Promise<BatchResult> {
  const entry = await retryWhileUnavailable(() => context.log.find(batch.import), signal);
  // The batches of a cancelled migration, or of an earlier run, are skipped.
  if (entry?.state !== 'running' || entry.run !== batch.run) return emptyResult;

  const writes = await retryWhileUnavailable(() => readRange(batch, entry, context), signal);
  if (writes.length !== batch.records) {
    const range = `${writes.length} records with ids from ${batch.from} to ${batch.to}, but had ${batch.records}`;
    throw new UnrecoverableError(
      `${entry.migration!.from} was written to during the migration: it has ${range}. Run gem-auctions migrate again.`,
    );
  }
  const target = { writeAlias: writeAlias(context.config.INDEX_ALIAS, entry), version: 0 };
  const outcomes = await indexDocuments(context, target, writes, signal);
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.kind === 'written') continue;
    const reason = outcome.kind === 'refused' ? outcome.reason : 'the new index has a newer version';
    throw new UnrecoverableError(`Record ${writes[i]!.id} could not be copied: ${reason}`);
  }
  return { ...emptyResult, read: writes.length, accepted: writes.length };
}

async function readRange(
  { from, to, records }: CopyJobData,
  { migration, created_at }: ImportEntry,
  { elasticsearch }: Pick<ImportContext, 'elasticsearch'>,
): Promise<Write[]> {
  const { hits } = await elasticsearch.search<AuctionRecord>({
    index: migration!.from,
    // One more than expected, to notice an extra record.
    size: records + 1,
    query: { range: { id: { gte: from, lte: to } } },
    sort: ['_doc'],
    version: true,
    track_total_hits: false,
    allow_partial_search_results: false,
  });
  return hits.hits.map(({ _source, _version }) => {
    const record = completed(_source!, created_at);
    return { id: record.id, version: _version!, document: toBytes(toDocument(record)) };
  });
}

/** Adds the values that the record lacks, and renames its treatment if the canonical name has changed. */
function completed(record: AuctionRecord, migratedAt: string): AuctionRecord {
  const { treatment, image_url, updated_at } = record;
  return {
    ...record,
    ...completePrices(record),
    treatment: treatment && (treatments.canonical(treatment) ?? treatment),
    image_url: image_url ?? null,
    updated_at: updated_at ?? migratedAt,
  };
}
