import { ApiError } from '../../http/errors.ts';
import type { Clause } from '../../query/filters.ts';
import { periodFrom } from '../../query/periods.ts';
import type { SearchContext } from '../../search/search-context.ts';
import type { IndexInterval } from '../params/price-index.ts';
import type { PriceChoice } from '../query/chosen-prices.ts';
import { createAdjuster } from '../regression/adjust-prices.ts';
import { type SmoothedIndex, smoothedIndex } from '../regression/smoothed-index.ts';
import { readMarketLevel } from './read-market-level.ts';
import { readLevelModel } from './read-price-model.ts';
import { yearsOf } from './years-of.ts';

/**
 * The smoothed index of the lots of a query in the middle of a period, by the first days of the base and the period.
 * @param market the lots of the market, and the gem type of those of the query
 */
export async function readSmoothedIndex(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  market: { query: Clause; gem: string },
  choice: PriceChoice,
): Promise<(base: string, start: string) => SmoothedIndex | undefined> {
  const [{ model, yearsOfPeriod }, level] = await Promise.all([
    readLevelModel(search, query, choice).catch(noneIfTooBroad),
    readMarketLevel(search, market.query, market.gem, choice),
  ]);
  const adjuster = createAdjuster(model, (start) => yearsOf(start) + yearsOfPeriod / 2, level);
  const middleOf = (start: string) => (yearsOf(start) + yearsOf(periodFrom(interval, start).end)) / 2;
  return (base, start) => smoothedIndex(adjuster, middleOf(base), middleOf(start));
}

/** Lots may have too many cells by quarter for a level and yet few enough for the index, which is then given alone. */
function noneIfTooBroad(error: unknown): { model: undefined; yearsOfPeriod: number } {
  if (error instanceof ApiError && error.code === 'invalid_parameter')
    return { model: undefined, yearsOfPeriod: 1 };
  throw error;
}
