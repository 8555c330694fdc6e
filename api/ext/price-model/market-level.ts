import { priceFieldOf } from '../../../mappings/price-amounts.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import type { Clause } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { levelOf, minDegreesOfFreedom } from '../regression/adjust-prices.ts';
import { modelPrices } from '../regression/hedonic-index.ts';
import type { PriceLevel } from '../regression/smooth-level.ts';
import type { PriceChoice } from './choice.ts';
import { among, chooseLots, type LotsWanted, modelLots } from './choose-lots.ts';
import { loadLots, type SoldLots } from './load-lots.ts';

/** Maximum lots of a market, a random sample of all gem types: enough for its price level. */
const maxMarketLots = 20_000;

/** Loads the lots of all gem types. */
export const loadMarket = (
  search: SearchContext,
  query: Clause,
  { basis = 'published' }: PriceChoice,
): Promise<SoldLots> =>
  loadLots(search, query, {
    most: maxMarketLots,
    fields: [
      ...(['gem_type', 'auction_day', 'auction_date_precision', 'carat', 'price_final_usd'] as const),
      ...(basis === 'published' ? [] : [priceFieldOf[basis]]),
    ],
  });

/** Maximum quarters: the newest ones, since a regression costs the third power of their number. */
const maxQuarters = 160;

/**
 * The price level of all gem types but one, whose own sales would otherwise count twice. All lots of a gem type in a quarter
 * count as one sale, so that the variance that they share is separated from the variance of single lots.
 * @returns undefined where there are too few other lots
 */
export function marketLevel(market: SoldLots, gem: string, wanted: LotsWanted): PriceLevel | undefined {
  const all = chooseLots(market, { ...wanted, interval: 'quarter' });
  const { codes, names } = market.gem_type;
  const isOther = names.map((name) => fold(name ?? '') !== fold(gem));
  const quarters = [...new Set(all.rows.values().map((row) => market.quarter[row]!))].sort((a, b) => a - b);
  const first = quarters.at(-maxQuarters) ?? 0;
  const others = among(all, (row) => isOther[codes[row]!]! && market.quarter[row]! >= first);
  const saleOf = (row: number) => market.quarter[row]! * names.length + codes[row]!;
  const model = modelPrices(modelLots(others, 'quarter', { traits: ['gem_type'], saleOf }), 1, ['gem_type']);
  if (!model || model.fit.n - model.fit.rank < minDegreesOfFreedom) return undefined;
  return levelOf(model, (quarter) => yearsOf(quarter) + 1 / 8);
}

const msPerYear = 365.25 * 86_400_000;

/** A day in years since 1970. */
export const yearsOf = (day: string) => Date.parse(day) / msPerYear;
