import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import type { RecordDocument } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { toBytes, type Write } from './bulk-write.ts';
import { duplicateKeys, isLinked } from './duplicates/link-duplicates.ts';
import { isFlagged, outlier } from './outliers/flag-price-outliers.ts';

/** What other records make of a record, and what that depends on. */
const readFields = [
  'flags',
  'duplicate_of',
  'gem_type',
  'price_per_carat_usd',
] as const satisfies (keyof AuctionRecord)[];
type Marked = Pick<AuctionRecord, (typeof readFields)[number]>;

/**
 * Gives the documents of a batch the marks that their records have in the index: PRICE_OUTLIER, and the link of a
 * duplicate, each where the record itself has not changed in what it depends on. The end of the import corrects both.
 * Without them every import of known records would change the marked ones twice, and readers would see them unmarked in
 * between.
 * @returns the writes in their order
 */
export async function keepMarks<W extends Write>(
  elasticsearch: Client,
  index: string,
  writes: readonly W[],
): Promise<readonly W[]> {
  if (writes.length === 0) return writes;
  const ids = writes.map(({ id }) => id);
  const { hits } = await elasticsearch.search<Marked>({
    ...{ index, size: ids.length, track_total_hits: false, allow_partial_search_results: false },
    ...{ _source: [...readFields], docvalue_fields: [duplicateKeys] },
    query: {
      bool: { filter: [{ terms: { id: ids } }], should: [isFlagged, isLinked], minimum_should_match: 1 },
    },
  });
  const marked = new Map(hits.hits.map((hit) => [Number(hit._id), hit]));
  return writes.map((write) => {
    const hit = marked.get(write.id);
    if (!hit || !write.document) return write;
    return { ...write, document: withMarks(write.document, hit._source!, hit.fields?.[duplicateKeys]) };
  });
}

function withMarks(document: Buffer, marked: Marked, keys: string[] = []): Buffer {
  const record = JSON.parse(document.toString()) as RecordDocument & Partial<Marked>;
  const isSamePrice =
    record.gem_type === marked.gem_type && record.price_per_carat_usd === marked.price_per_carat_usd;
  if (isSamePrice && marked.flags.includes(outlier)) {
    record.flags = [...new Set([...(record.flags ?? []), outlier])];
  }
  const isSameLot = isDeepStrictEqual(new Set(record.duplicate_keys), new Set(keys));
  if (isSameLot && marked.duplicate_of) record.duplicate_of = marked.duplicate_of;
  return toBytes(record);
}
