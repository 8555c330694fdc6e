import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import type { RecordField } from '../../../mappings/record.ts';
import { retryWhileUnavailable } from '../../retry/retry-while-unavailable.ts';

/** Ids read in one search: the window of a search. */
const pageSize = 10_000;

/** How long the batches of a page may take to be queued. */
const keepAlive = '5m';

const id = 'id' satisfies RecordField;

/**
 * The ids of an index in ascending order, out of one point in time. A restart of Elasticsearch ends that; the pages go on
 * in a new one after the last id, since nothing is written to the index meanwhile.
 */
export async function* pagesOfIds(
  elasticsearch: Client,
  index: string,
  signal: AbortSignal,
): AsyncGenerator<number[]> {
  let pit: string | undefined;
  let after: estypes.SortResults | undefined;
  const readPage = async () => {
    pit ??= (await elasticsearch.openPointInTime({ index, keep_alive: keepAlive })).id;
    const { hits } = await elasticsearch.search({
      pit: { id: pit, keep_alive: keepAlive },
      size: pageSize,
      sort: [{ [id]: 'asc' }],
      _source: false,
      track_total_hits: false,
      allow_partial_search_results: false,
      filter_path: 'hits.hits.sort',
      ...(after && { search_after: after }),
    });
    return (hits?.hits ?? []).map(({ sort }) => sort![0] as number);
  };
  try {
    do {
      const ids = await retryWhileUnavailable(readPage, signal).catch((error) => {
        if (!isGone(error)) throw error;
        pit = undefined;
        return retryWhileUnavailable(readPage, signal);
      });
      if (ids.length > 0) yield ids;
      after = ids.length === pageSize ? [ids.at(-1)!] : undefined;
    } while (after);
  } finally {
    // One that stays open ends by itself.
    if (pit) await elasticsearch.closePointInTime({ id: pit }).catch(() => undefined);
  }
}

/** Whether Elasticsearch no longer has the point in time. */
function isGone(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}
