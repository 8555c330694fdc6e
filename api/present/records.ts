import type { estypes } from '@elastic/elasticsearch';
import { toRecord } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';

/** The records of a search's hits, in their order. */
export function presentRecords(hits: estypes.SearchHit<Partial<AuctionRecord>>[]): AuctionRecord[] {
  return hits.map((hit) => toRecord(hit._source!));
}
