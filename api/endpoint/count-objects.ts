import type { FilterParams } from '../params/filters.ts';
import { type Clause, leftOutObjects } from '../query/filters.ts';
import { countLots } from '../search/pagination.ts';
import type { SearchContext } from '../search/search-context.ts';

/**
 * The number of watches, boxes and other objects that statistics leave out; 0 where the request names kinds of objects.
 * @param more what the lots must meet besides the filters
 */
export async function countObjects(
  search: SearchContext,
  params: FilterParams,
  more: Clause[] = [],
): Promise<number> {
  const query = leftOutObjects(params, more);
  return query ? countLots(search, query) : 0;
}
