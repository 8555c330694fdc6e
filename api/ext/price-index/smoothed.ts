import { ApiError } from '../../http/errors.ts';
import type { Clause } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { periodFrom } from '../../statistics/periods.ts';
import type { IndexInterval, PriceChoice } from '../price-model/choice.ts';
import { readMarketLevel, yearsOf } from '../price-model/market-level.ts';
import { readLevelModel } from '../price-model/read-price-model.ts';
import { createAdjuster, type PriceAdjuster } from '../regression/adjust-prices.ts';
import { type Interval, normalReach } from '../regression/quantiles.ts';

/**
 * The smoothed index of the lots of a query in the middle of a period, by the first days of the base and the period.
 * @param market the lots of the market, and the gem type of the query
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

/** Lots may have too many cells by quarter for a level, but not for the index: the index is then given without a level. */
function noneIfTooBroad(error: unknown): { model: undefined; yearsOfPeriod: number } {
  if (error instanceof ApiError && error.code === 'invalid_parameter')
    return { model: undefined, yearsOfPeriod: 1 };
  throw error;
}

/** A smoothed index and its 95% interval. */
export interface SmoothedIndex extends Interval {
  /** The weight of the market in it; undefined in the base. */
  marketWeight: number | undefined;
}

/**
 * The index of a time by the smoothed level, where that of the base is 100; both in years.
 * @returns undefined without a price model
 */
export function smoothedIndex(
  { inTime, marketWeight }: Pick<PriceAdjuster, 'inTime' | 'marketWeight'>,
  base: number,
  time: number,
): SmoothedIndex | undefined {
  const change = inTime(base, time);
  if (!change) return undefined;
  const at = (times: number) => 100 * Math.exp(change.value + times * normalReach * change.error);
  const levels = [
    [time, 1],
    [base, -1],
  ] as const;
  return { value: at(0), low: at(-1), high: at(1), marketWeight: marketWeight(levels) };
}
