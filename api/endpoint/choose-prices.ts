import type { PricesParams } from '../params/prices.ts';
import { figuresOf, type PriceFigures } from '../present/price-figures.ts';
import { presentPrices } from '../present/prices-meta.ts';
import { allOf, type Clause } from '../query/filters.ts';
import { type PricesAnswer, pricesCounted, readPrices, summarizedBy } from '../query/price-fields.ts';
import type { Aggregations, SummarizedFields } from '../query/statistics.ts';
import type { SearchContext } from '../search/search-context.ts';

/** The prices that the figures of a response are of. */
export interface ChosenPrices {
  fields: SummarizedFields;
  /** Counts these prices; the response has them as `prices`. */
  counted: Aggregations;
  figures: PriceFigures;
  /** `meta.prices`. */
  present(answer: PricesAnswer): ReturnType<typeof presentPrices>;
}

/** The prices that a request chooses by `basis`, `dollars` and `base`. */
export const choosePrices = (params: PricesParams): ChosenPrices => ({
  fields: summarizedBy(params),
  counted: pricesCounted(params),
  figures: figuresOf(params),
  present: (answer) => presentPrices(params, readPrices(answer)),
});

/** Counts the prices of a filter, for routes whose own search is one for records; memoized for a version of the data. */
export async function countPrices(
  search: SearchContext,
  filters: Clause[],
  { counted }: ChosenPrices,
): Promise<PricesAnswer> {
  const body = { query: allOf(filters), size: 0, track_total_hits: false, aggs: counted };
  return search.memo.derive(JSON.stringify(body), async () => {
    const { aggregations } = await search.search<unknown, { prices: PricesAnswer }>(body);
    return aggregations!.prices;
  });
}
