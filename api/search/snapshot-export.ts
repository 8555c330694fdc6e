import { type ListQuery, toSort } from './pagination.ts';
import type { RecordHit, SearchContext, Snapshot, SortValues } from './search-context.ts';

/** All records of a query, in order, from one snapshot. */
interface RecordsExport {
  total: number;
  /** The hits, one batch at a time. */
  steps(): AsyncGenerator<RecordHit[]>;
  /** Closes the snapshot. */
  close(): Promise<void>;
}

/** Records per batch: enough to keep the number of searches low, few enough to limit the memory of slow clients. */
const stepSize = 200;

/** Opens an export; its memory does not depend on the number of records. */
export async function exportRecords(
  search: SearchContext,
  list: Omit<ListQuery, 'limit'>,
): Promise<RecordsExport> {
  return fromSnapshot(search, async (snapshot) => {
    const first = await step(snapshot, list, undefined);
    return { total: first.total!, steps: () => walk(snapshot, list, first.hits, first.total!) };
  });
}

/** The result of `read` from a new snapshot, with a function that closes the snapshot. */
export async function fromSnapshot<Result extends object>(
  search: SearchContext,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result & Pick<Snapshot, 'close'>> {
  const snapshot = await search.snapshot();
  try {
    return { ...(await read(snapshot)), close: () => snapshot.close() };
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
    // Elasticsearch searches the next batch while this one is written and sent.
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
  const found = step(snapshot, list, hits.at(-1)!.sort).then((found) => found.hits);
  // The error is handled when the batch is awaited; until then it must not count as an unhandled rejection.
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
