import { allOf, type Clause } from '../query/filters.ts';
import type { PricesAnswer } from '../query/price-fields.ts';
import type { SearchContext } from '../search/search-context.ts';
import type { ChosenPrices } from './choose-prices.ts';

/**
 * Counts the prices of a filter, for routes whose own search is one for records; memoized for a version of the data.
 * @returns undefined where the index cannot tell the basis
 */
export async function countPrices(
  search: SearchContext,
  filters: Clause[],
  { counted }: ChosenPrices,
): Promise<PricesAnswer | undefined> {
  if (Object.keys(counted).length === 0) return undefined;
  const body = { query: allOf(filters), size: 0, track_total_hits: false, aggs: counted };
  return search.memo.derive(JSON.stringify(body), async () => {
    const { aggregations } = await search.search<unknown, { prices: PricesAnswer }>(body);
    return aggregations!.prices;
  });
}
