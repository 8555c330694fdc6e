import { preparedSince, statusesSince } from '../../mappings/records-index.ts';
import type { PricesParams } from '../params/prices.ts';
import { figuresOf, type PriceFigures } from '../present/price-figures.ts';
import { presentPrices } from '../present/prices-meta.ts';
import { allOf, type Clause } from '../query/filters.ts';
import {
  needsAmounts,
  type PricesAnswer,
  pricesCounted,
  readPrices,
  summarizedBy,
} from '../query/price-fields.ts';
import type { Aggregations, SummarizedFields } from '../query/statistics.ts';
import { type IndexState, requireMapping } from '../search/index-state.ts';
import type { SearchContext } from '../search/search-context.ts';

/** The prices that the figures of a response are of. */
export interface ChosenPrices {
  fields: SummarizedFields;
  /** Counts these prices; the response has them as `prices`. Nothing in an index that cannot tell the basis. */
  counted: Aggregations;
  figures: PriceFigures;
  /** `meta.prices`. */
  present(answer: PricesAnswer | undefined): ReturnType<typeof presentPrices> | undefined;
}

/**
 * The prices that a request chooses by `basis`, `dollars` and `base`.
 * @throws ApiError `unavailable` where the index was not migrated and lacks them
 */
export function choosePrices(
  params: PricesParams,
  { mappingVersion }: Pick<IndexState, 'mappingVersion'>,
): ChosenPrices {
  if (needsAmounts(params)) requireMapping({ mappingVersion }, preparedSince.amounts);
  return {
    fields: summarizedBy(params),
    counted: mappingVersion >= statusesSince ? pricesCounted(params) : {},
    figures: figuresOf(params),
    present: (answer) => answer && presentPrices(params, readPrices(answer)),
  };
}

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
