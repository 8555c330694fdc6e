import type { estypes } from '@elastic/elasticsearch';
import type { AuctionRecord } from '../mappings/record.ts';
import { type Engine, type Snapshot, totalHits } from './engine.ts';
import { type SortValues, toSort } from './query/order.ts';
import type { ListRequest } from './records-page.ts';

/** The hits of one step. */
type Hits = estypes.SearchHit<Partial<AuctionRecord>>[];

/** Everything that meets a query, in its order, as it was at one moment. */
export interface RecordsExport {
  total: number;
  /** A step of hits at a time; ends with the snapshot closed, however it ends. */
  steps(): AsyncGenerator<Hits>;
  /** Where the steps are not asked for. */
  close(): Promise<void>;
}

/** Records of one step: enough that the searches cost little, few enough that memory does not grow. */
const stepSize = 2000;

/** Opens an export; memory stays the same however many records there are. */
export async function exportRecords(
  engine: Engine,
  request: Omit<ListRequest, 'limit'>,
): Promise<RecordsExport> {
  const snapshot = await engine.snapshot();
  try {
    const first = await step(snapshot, request, undefined);
    return {
      total: totalHits(first),
      steps: () => walk(snapshot, request, first.hits.hits, totalHits(first)),
      close: () => snapshot.close(),
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

async function* walk(
  snapshot: Snapshot,
  request: Omit<ListRequest, 'limit'>,
  firstHits: Hits,
  total: number,
): AsyncGenerator<Hits> {
  try {
    let hits = firstHits;
    let sent = 0;
    while (hits.length > 0) {
      yield hits;
      sent += hits.length;
      if (sent >= total) return;
      hits = (await step(snapshot, request, hits.at(-1)!.sort as SortValues)).hits.hits;
    }
    if (sent < total) throw new Error(`An export ended after ${sent} of ${total} records.`);
  } finally {
    await snapshot.close();
  }
}

function step(
  snapshot: Snapshot,
  { query, order, source }: Omit<ListRequest, 'limit'>,
  after: SortValues | undefined,
) {
  return snapshot.search<Partial<AuctionRecord>>({
    query,
    sort: toSort(order),
    size: stepSize,
    track_total_hits: after === undefined,
    ...(after && { search_after: after }),
    ...(source && { _source: [...source] }),
  });
}
