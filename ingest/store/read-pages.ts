import type { Client, estypes } from '@elastic/elasticsearch';

/** How long the work on a page may take. */
const keepAlive = '5m';

/** The hits of a sorted search in pages of `size`, out of one point in time: any number of them, as they stood then. */
export async function* readPages<T>(
  elasticsearch: Client,
  index: string,
  search: estypes.SearchRequest & { size: number },
): AsyncGenerator<estypes.SearchHit<T>[]> {
  const { id } = await elasticsearch.openPointInTime({ index, keep_alive: keepAlive });
  try {
    let after: estypes.SortResults | undefined;
    do {
      const { hits } = await elasticsearch.search<T>({
        track_total_hits: false,
        ...search,
        pit: { id, keep_alive: keepAlive },
        ...(after && { search_after: after }),
      });
      // Absent where `filter_path` leaves nothing of an empty page.
      const page = hits?.hits ?? [];
      if (page.length > 0) yield page;
      after = page.length === search.size ? page.at(-1)!.sort : undefined;
    } while (after);
  } finally {
    await elasticsearch.closePointInTime({ id });
  }
}
