import type { Field } from '../../../mappings/records-index.ts';
import type { StoredScorecard } from '../../../mappings/scorecard.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import { allOf, atMost, type Clause, equals, type SearchBody } from '../../search/clauses.ts';
import { pricedClauses } from '../../statistics/auction-lots.ts';
import { pricedLots } from '../price-model/priced-lots.ts';
import { backtestComparables, backtestIndex, type CallContext } from './backtests.ts';
import type { ScoredGem } from './scored-gem.ts';

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

/**
 * Backtests the comparables and the price index: the code of the routes values lots as of an earlier day, and
 * computes the change of a year as first published. It makes one call at a time, so that it does not delay requests.
 * @returns the scorecards of gem types, those with the most lots first: of all lots, and of real lots alone
 */
export async function computeScorecard(
  context: CallContext,
  limits: ScorecardLimits,
): Promise<Pick<StoredScorecard<ScoredGem>, 'gems' | 'real'>> {
  const gems = await scoreMarket(context, limits);
  const isReal = gems.every(({ synthetic_lots }) => synthetic_lots === 0);
  return { gems, real: isReal ? gems : await scoreMarket(context, limits, false) };
}

/** @param isSynthetic false for real lots alone */
async function scoreMarket(
  context: CallContext,
  { maxGems, maxYears, maxLots, maxLotsPerYear }: ScorecardLimits,
  isSynthetic?: boolean,
): Promise<ScoredGem[]> {
  const pricedIn = (more: Clause, gem_name?: string[]) =>
    pricedLots(allOf([...pricedClauses({ is_synthetic: isSynthetic, ...(gem_name && { gem_name }) }), more]));
  const body = marketBody(maxGems, pricedIn(atMost('auction_date', context.today)));
  const { newest, gems } = await context.search.aggregate<MarketResult>(body);
  const last = newest.value ?? 0;
  const tested = gems.buckets.map(({ years, ...gem }) => ({
    ...gem,
    years: years.buckets
      .filter(({ key }) => key > last - maxYears)
      .map(({ key: year, doc_count: lots }) => ({ year, lots }))
      .sort((a, b) => a.year - b.year),
  }));
  const samples = tested.reduce((sum, { years }) => sum + years.length, 0);
  const lotsPerYear = Math.max(1, Math.min(maxLotsPerYear, Math.floor(maxLots / Math.max(1, samples))));
  const scored: ScoredGem[] = [];
  for (const { key, doc_count, synthetic, years } of tested) {
    const filter = {
      gem_name: quoteValue(key),
      ...(isSynthetic !== undefined && { is_synthetic: String(isSynthetic) }),
    };
    const queryOf = (year: number) => pricedIn(equals('year', year), [key]);
    scored.push({
      gem_type: key,
      lots: doc_count,
      synthetic_lots: synthetic.doc_count,
      comparables: await backtestComparables(context, filter, { years, lotsPerYear, queryOf }),
      // The last year is not complete, or has no later sales.
      index: await backtestIndex(context, filter, last - maxYears + 1, last - 1),
      filter,
    });
  }
  return scored;
}

interface MarketResult {
  newest: { value: number | null };
  gems: {
    buckets: {
      key: string;
      doc_count: number;
      synthetic: { doc_count: number };
      years: { buckets: { key: number; doc_count: number }[] };
    }[];
  };
}

/** More than any data has. */
const maxYearsRead = 1_000;

const year: Field = 'year';
const gemType: Field = 'gem_type';

const marketBody = (maxGems: number, query: Clause): SearchBody => ({
  query,
  size: 0,
  track_total_hits: false,
  aggs: {
    newest: { max: { field: year } },
    gems: {
      terms: { field: gemType, size: maxGems },
      aggs: {
        synthetic: { filter: equals('is_synthetic', true) },
        years: { terms: { field: year, size: maxYearsRead } },
      },
    },
  },
});
