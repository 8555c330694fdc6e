import { type NamesWithLots, namesWithLotsBody, readNamesWithLots } from '../query/names-with-lots.ts';
import type { SearchContext } from '../search/search-context.ts';

/** The names that lots have, with their numbers of lots; read once for each version of the data. */
export function namesWithLots(search: SearchContext): Promise<NamesWithLots> {
  return search.memo.derive('names with lots', async () => {
    const { aggregations } = await search.search<unknown, Parameters<typeof readNamesWithLots>[0]>(
      namesWithLotsBody,
    );
    return readNamesWithLots(aggregations!);
  });
}
