import type { ListQuery } from '../query/list.ts';
import { type SortValues, toSort } from '../query/order.ts';
import type { RecordHit, SearchContext, Snapshot } from './search-context.ts';

/** Everything that meets a query, in its order, as it was at one moment. */
export interface RecordsExport {
  total: number;
  /** A step of hits at a time. */
  steps(): AsyncGenerator<RecordHit[]>;
  /** Ends the snapshot. */
  close(): Promise<void>;
}

/** Records of one step: enough that the searches cost little, few enough that slow clients hold little memory. */
const stepSize = 500;

/** Opens an export; memory stays the same however many records there are. */
export async function exportRecords(
  search: SearchContext,
  list: Omit<ListQuery, 'limit'>,
): Promise<RecordsExport> {
  const snapshot = await search.snapshot();
  try {
    const first = await step(snapshot, list, undefined);
    return {
      total: first.total!,
      steps: () => walk(snapshot, list, first.hits, first.total!),
      close: () => snapshot.close(),
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

async function* walk(
  snapshot: Snapshot,
  list: Omit<ListQuery, 'limit'>,
  firstHits: RecordHit[],
  total: number,
): AsyncGenerator<RecordHit[]> {
  let hits = firstHits;
  let sent = 0;
  while (hits.length > 0) {
    sent += hits.length;
    // Elasticsearch works on the next step while this one is written and sent.
    const following = sent < total ? stepAfter(snapshot, list, hits) : undefined;
    yield hits;
    if (following === undefined) return;
    hits = await following;
  }
  if (sent < total) throw new Error(`An export ended after ${sent} of ${total} records.`);
}

function stepAfter(
  snapshot: Snapshot,
  list: Omit<ListQuery, 'limit'>,
  hits: RecordHit[],
): Promise<RecordHit[]> {
  const found = step(snapshot, list, hits.at(-1)!.sort).then((answer) => answer.hits);
  // A failure is met when the step is asked for, and is no accident before.
  found.catch(() => undefined);
  return found;
}

function step(
  snapshot: Snapshot,
  { query, order, source }: Omit<ListQuery, 'limit'>,
  after: SortValues | undefined,
) {
  return snapshot.records({
    query,
    sort: toSort(order),
    size: stepSize,
    track_total_hits: after === undefined,
    ...(after && { search_after: after }),
    ...(source && { _source: [...source] }),
  });
}
