import type { StoredScorecard } from '../../../mappings/scorecard.ts';
import type { IndexState } from '../../search/index-state.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { backtestComparables } from './backtest-comparables.ts';
import { backtestIndex } from './backtest-index.ts';
import { createRouteCalls } from './route-calls.ts';
import type { ScoredGem } from './scored-gem.ts';
import { type Market, readMarket, type TradedGem } from './traded-gems.ts';

/** The limits of a backtest. */
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

/** A minute or two of one core, most of it for regressions; twice where there are real lots and generated ones. */
export const usualLimits: ScorecardLimits = { maxGems: 15, maxYears: 10, maxLotsPerYear: 50, maxLots: 1_500 };

/** The inputs and limits of a scorecard. */
interface Scoring {
  search: SearchContext;
  state: IndexState;
  limits: ScorecardLimits;
  /** The current UTC day, YYYY-MM-DD: later sales are ignored. */
  today: string;
  /** Called before each gem type and year; it throws where the work should end. */
  checkpoint(): Promise<void>;
}

/**
 * Backtests the comparables and the price index: the code of the routes values lots as of an earlier day, and
 * computes the change of a year as first published. It makes one call at a time, so that it does not delay requests.
 * @returns the scorecards of gem types, those with the most lots first: of all lots, and of real lots alone
 */
export async function computeScorecard(
  scoring: Scoring,
): Promise<Pick<StoredScorecard<ScoredGem>, 'gems' | 'real'>> {
  const market = await readMarket(scoring.search, scoring.limits, scoring.today);
  const gems = await scoreMarket(scoring, market);
  if (market.synthetic === 0) return { gems, real: gems };
  const real = await readMarket(scoring.search, scoring.limits, scoring.today, false);
  return { gems, real: await scoreMarket(scoring, real) };
}

async function scoreMarket(scoring: Scoring, { gems, years }: Market): Promise<ScoredGem[]> {
  const { search, state, limits, today, checkpoint } = scoring;
  const lotsPerYear = shareOf(limits, gems, years);
  const calls = createRouteCalls({ search, state, today });
  const scored: ScoredGem[] = [];
  for (const gem of gems) {
    scored.push({
      gem_type: gem.name,
      lots: gem.lots,
      synthetic_lots: gem.synthetic,
      comparables: await backtestComparables(gem, years, { search, checkpoint, calls, lotsPerYear }),
      index: await backtestIndex(gem, years, { checkpoint, calls }),
      filter: gem.filter,
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
