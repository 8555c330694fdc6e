import type { Client } from '@elastic/elasticsearch';
import type { RecordField } from '../../../mappings/record.ts';
import { retryWhileUnavailable } from '../../errors.ts';

const id = 'id' satisfies RecordField;

/**
 * The ids of an index in ascending order. Nothing is written to the index meanwhile, so a page goes on after the last id
 * without a point in time, which a restart of Elasticsearch would end.
 * @param pageSize ids read in one search; default: the window of a search
 */
export async function* pagesOfIds(
  elasticsearch: Client,
  index: string,
  signal: AbortSignal,
  pageSize = 10_000,
): AsyncGenerator<number[]> {
  let ids: number[] = [];
  do {
    const after = ids.at(-1);
    ids = await retryWhileUnavailable(async () => {
      const { hits } = await elasticsearch.search({
        index,
        size: pageSize,
        sort: [{ [id]: 'asc' }],
        _source: false,
        track_total_hits: false,
        allow_partial_search_results: false,
        filter_path: 'hits.hits.sort',
        ...(after !== undefined && { search_after: [after] }),
      });
      return (hits?.hits ?? []).map(({ sort }) => sort![0] as number);
    }, signal);
    if (ids.length > 0) yield ids;
  } while (ids.length === pageSize);
}
