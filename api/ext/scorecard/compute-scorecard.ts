import type { IndexState } from '../../search/index-state.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { askWith } from './ask-routes.ts';
import { backtestComparables } from './backtest-comparables.ts';
import { backtestIndex } from './backtest-index.ts';
import type { ScoredGem } from './scored-gem.ts';
import { readMarket, type TradedGem } from './traded-gems.ts';

/** How much is backtested. */
export interface ScorecardLimits {
  /** Maximum gem types, those with the most lots. */
  maxGems: number;
  /** Maximum years of sales, the newest. */
  maxYears: number;
  /** Maximum valued lots of one gem type and year. */
  maxLotsPerYear: number;
  /** Maximum valued lots of all gem types and years, in equal shares. */
  maxLots: number;
}

/** A minute or two of one core, most of it for regressions. */
export const usualLimits: ScorecardLimits = { maxGems: 15, maxYears: 10, maxLotsPerYear: 50, maxLots: 1_500 };

/** From what, and within which limits, a scorecard is computed. */
export interface Scoring {
  search: SearchContext;
  state: IndexState;
  limits: ScorecardLimits;
  /** The current UTC day, YYYY-MM-DD: later sales are ignored. */
  today: string;
  /** Called before each gem type and year; it throws where the work should end. */
  checkpoint(): Promise<void>;
}

/**
 * Backtests the comparables and the price index: the same code that answers requests values lots as of an earlier day,
 * and says again what it first said of a year. It makes one call at a time, so that it does not hold up requests.
 * @returns the scorecards of gem types, those with the most lots first
 */
export async function computeScorecard(scoring: Scoring): Promise<ScoredGem[]> {
  const { search, state, limits, today, checkpoint } = scoring;
  const { gems, years } = await readMarket(search, limits, today);
  const lotsPerYear = shareOf(limits, gems, years);
  const ask = askWith({ search, state, today });
  const scored: ScoredGem[] = [];
  for (const gem of gems) {
    scored.push({
      gem_type: gem.name,
      lots: gem.lots,
      synthetic_lots: gem.synthetic,
      comparables: await backtestComparables(gem, years, { search, checkpoint, ask, lotsPerYear }),
      index: await backtestIndex(gem, years, { checkpoint, ask }),
      filter: { gem_name: gem.filter },
    });
  }
  return scored;
}

/** The lots that are valued of each gem type and year with sales. */
function shareOf(
  { maxLots, maxLotsPerYear }: ScorecardLimits,
  gems: readonly TradedGem[],
  years: readonly number[],
): number {
  const samples = gems.flatMap(({ soldIn }) => years.filter((year) => soldIn.has(year)));
  return Math.max(1, Math.min(maxLotsPerYear, Math.floor(maxLots / Math.max(1, samples.length))));
}
