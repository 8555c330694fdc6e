import type { Client } from '@elastic/elasticsearch';
import type { RecordDocument } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { toBytes, type Write } from './bulk-write.ts';
import { isLinked } from './duplicates/link-duplicates.ts';
import { isFlagged, outlier } from './outliers/flag-price-outliers.ts';

/** What other records make of a record. */
type Marks = Pick<AuctionRecord, 'flags' | 'duplicate_of'>;

/**
 * Gives the documents of a batch the marks that their records have in the index: PRICE_OUTLIER, and the link of a
 * duplicate. The end of the import corrects both. Without them every import of known records would change the marked ones
 * twice, and readers would see them unmarked in between.
 * @returns the writes in their order
 */
export async function keepMarks<W extends Write>(
  elasticsearch: Client,
  index: string,
  writes: readonly W[],
): Promise<W[]> {
  const ids = writes.map(({ id }) => id);
  const { hits } = await elasticsearch.search<Marks>({
    ...{ index, size: ids.length, track_total_hits: false, _source: ['flags', 'duplicate_of'] },
    query: {
      bool: {
        filter: [{ terms: { id: ids } }],
        should: [isFlagged, isLinked],
        minimum_should_match: 1,
      },
    },
  });
  const marked = new Map(hits.hits.map(({ _id, _source }) => [Number(_id), _source!]));
  return writes.map((write) => {
    const marks = marked.get(write.id);
    return marks && write.document ? { ...write, document: withMarks(write.document, marks) } : write;
  });
}

function withMarks(document: Buffer, { flags, duplicate_of }: Marks): Buffer {
  const record = JSON.parse(document.toString()) as RecordDocument & Partial<Marks>;
  if (flags.includes(outlier)) record.flags = [...new Set([...(record.flags ?? []), outlier])];
  // Without keys it is no duplicate any more, and would not be found by them to be corrected.
  if (duplicate_of && record.duplicate_keys) record.duplicate_of = duplicate_of;
  return toBytes(record);
}
