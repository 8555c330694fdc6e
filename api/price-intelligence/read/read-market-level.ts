import type { Clause } from '../../query/filters.ts';
import type { SearchContext } from '../../search/search-context.ts';
import type { PriceChoice } from '../query/chosen-prices.ts';
import { type MarketSums, marketSumsBody, readMarketSums, withoutGem } from '../query/market-sums.ts';
import { levelOf, minDegreesOfFreedom } from '../regression/adjust-prices.ts';
import { modelPrices } from '../regression/hedonic-index.ts';
import type { PriceLevel } from '../regression/smooth-level.ts';
import { yearsOf } from './years-of.ts';

/**
 * The price level of a market without one gem type, whose own sales are not to count twice. One search serves all gem
 * types: its sums are memoized for the data version.
 * @param query the lots of the market, by date only
 * @returns undefined where there are too few other lots
 */
export async function readMarketLevel(
  search: SearchContext,
  query: Clause,
  gem: string,
  choice: PriceChoice,
): Promise<PriceLevel | undefined> {
  const body = marketSumsBody(query, choice);
  const cells = await search.memo.derive(JSON.stringify(body), async () => {
    const found = await search.search<unknown, MarketSums>(body);
    return readMarketSums(found.aggregations ?? {}, choice);
  });
  const model = modelPrices(withoutGem(cells, gem), 1, ['gem_type']);
  if (!model || model.fit.n - model.fit.rank < minDegreesOfFreedom) return undefined;
  return levelOf(model, (quarter) => yearsOf(quarter) + 1 / 8);
}
