import type { ClientOptions } from '@elastic/elasticsearch';
import { ApiError } from '../api/http/errors.ts';
import type { ScoredGem } from '../api/price-intelligence/present/scorecard.ts';
import { StaleIndexError } from '../api/search/errors.ts';
import { IndexUnusable } from '../api/search/index-state.ts';
import { askWith } from './ask-routes.ts';
import { backtestComparables } from './backtest-comparables.ts';
import { backtestIndex } from './backtest-index.ts';
import { type BackgroundSearch, openSearch } from './open-search.ts';
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

/** The data, and the version of it for which the scorecard is wanted. */
export interface ScoredData {
  connection: ClientOptions;
  indexAlias: string;
  dataVersion: string;
}

export interface ScorecardOptions {
  limits: ScorecardLimits;
  /** The current UTC day, YYYY-MM-DD: later sales are ignored. */
  today: string;
  signal: AbortSignal;
  /** Makes a call to Elasticsearch, and repeats it while that is unavailable. */
  attempt<T>(call: () => Promise<T>): Promise<T>;
  /** Whether the work should go on; asked before each gem type and year. */
  isWanted(): Promise<boolean>;
}

/**
 * Backtests the comparables and the price index: the same code that answers requests values lots as of an earlier day,
 * and says again what it first said of a year. It makes one call at a time, so that it does not hold up requests.
 * @returns the scorecards of gem types, those with the most lots first; undefined where it is not wanted any more, because
 *   the data changed meanwhile
 */
export async function computeScorecard(
  { connection, indexAlias, dataVersion }: ScoredData,
  options: ScorecardOptions,
): Promise<ScoredGem[] | undefined> {
  const opened = openSearch(connection, indexAlias, options.signal);
  const attempt = <T>(call: () => Promise<T>) =>
    options.attempt(() =>
      call().catch((error) => {
        throw causeOf(error);
      }),
    );
  const isCurrent = async () => (await attempt(() => opened.readState())).dataVersion === dataVersion;
  const isWanted = async () => (await options.isWanted()) && (await isCurrent());
  try {
    return await scoreGems(opened, { ...options, attempt, isWanted });
  } catch (error) {
    // The index was replaced and removed, or none is live.
    if (error instanceof StaleIndexError || error instanceof IndexUnusable) return undefined;
    throw error;
  } finally {
    await opened.close();
  }
}

/** The error of Elasticsearch behind an error for a client: by it an outage is recognized. */
function causeOf(error: unknown): unknown {
  if (error instanceof StaleIndexError || !(error instanceof ApiError)) return error;
  return error.cause ?? error;
}

async function scoreGems(
  opened: BackgroundSearch,
  { limits, today, attempt, isWanted }: ScorecardOptions,
): Promise<ScoredGem[] | undefined> {
  const state = await attempt(() => opened.readState());
  if (!(await isWanted())) return undefined;
  const search = opened.searchIn(state);
  const { gems, years } = await attempt(() => readMarket(search, limits, today));
  const lotsPerYear = shareOf(limits, gems, years);
  const ask = askWith({ search, state, today }, attempt);
  const scored: ScoredGem[] = [];
  for (const gem of gems) {
    const comparables = await backtestComparables(gem, years, {
      search,
      attempt,
      isWanted,
      ask,
      lotsPerYear,
    });
    const index = comparables && (await backtestIndex(gem, years, { isWanted, ask }));
    if (!index) return undefined;
    scored.push({
      gem_type: gem.name,
      lots: gem.lots,
      synthetic_lots: gem.synthetic,
      comparables,
      index,
      filter: { gem_name: gem.filter },
    });
  }
  return (await isWanted()) ? scored : undefined;
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
