import type { estypes } from '@elastic/elasticsearch';
import type { AuctionRecord } from '../mappings/record.ts';
import { type Engine, totalHits } from './engine.ts';
import type { Clause } from './query/clauses.ts';
import type { Order } from './query/order.ts';

/** Which records: those that meet a query, one page of them in an order. */
export interface PageRequest {
  query: Clause;
  order: Order;
  page: number;
  limit: number;
}

/** A page of records and how many there are on all pages. */
export interface RecordsPage {
  hits: estypes.SearchHit<Partial<AuctionRecord>>[];
  total: number;
}

/** The records of a page. */
export async function recordsPage(
  engine: Engine,
  { query, order, page, limit }: PageRequest,
): Promise<RecordsPage> {
  const from = (page - 1) * limit;
  const body = { query, sort: order, size: limit, track_total_hits: true } satisfies estypes.SearchRequest;
  const answer = await engine.search<Partial<AuctionRecord>>({ ...body, from });
  return { hits: answer.hits.hits, total: totalHits(answer) };
}
