import type { StoredScorecard } from '../../../mappings/scorecard.ts';
import type { RequestContext, Route } from '../../endpoint/define-route.ts';
import { ApiError } from '../../http/errors.ts';
import { allOf, atMost, type Clause, equals } from '../../search/clauses.ts';
import { pricedClauses } from '../../statistics/auction-lots.ts';
import type { Comparables } from '../comparables/comparable-figures.ts';
import { comparables } from '../comparables/comparables.ts';
import { loadLots } from '../price-model/load-lots.ts';
import { saleOf } from '../price-model/price-model.ts';
import { pricedLots } from '../price-model/priced-lots.ts';
import { kinds } from '../regression/hedonic-index.ts';
import { gradeOfComparables } from './letter-grade.ts';
import type { ScoredGem } from './scored-gem.ts';
import { summarizeValuations, type Valuation } from './summarize.ts';

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

/** The context of a request, without its parameters. */
type CallContext = Omit<RequestContext<never>, 'params'>;

/**
 * Backtests the comparables: the code of the route values lots as of an earlier day. It makes one call at a time, so that it
 * does not delay requests.
 * @returns the scorecards of gem types, those with the most lots first: of all lots, and of real lots alone
 */
export async function computeScorecard(
  context: CallContext,
  limits: ScorecardLimits,
): Promise<Pick<StoredScorecard<ScoredGem>, 'gems' | 'real'>> {
  const gems = await scoreMarket(context, limits, {});
  const isReal = gems.every(({ synthetic_lots }) => synthetic_lots === 0);
  return { gems, real: isReal ? gems : await scoreMarket(context, limits, { is_synthetic: false }) };
}

/** Which lots a backtest uses. */
interface Which {
  gem_name: string[];
  /** False for real lots alone. */
  is_synthetic?: false;
}

async function scoreMarket(
  context: CallContext,
  { maxGems, maxYears, maxLots, maxLotsPerYear }: ScorecardLimits,
  real: Omit<Which, 'gem_name'>,
): Promise<ScoredGem[]> {
  const lotsOf = (filters: Partial<Which>, ...more: Clause[]) =>
    pricedLots(allOf([...pricedClauses(filters), atMost('auction_date', context.today), ...more]));
  const { newest, gems } = await context.search.aggregate<MarketResult>({
    query: lotsOf(real),
    ...{ size: 0, track_total_hits: false },
    aggs: {
      newest: { max: { field: 'year' } },
      gems: {
        terms: { field: 'gem_type', size: maxGems },
        aggs: {
          synthetic: { filter: equals('is_synthetic', true) },
          // More than any data has.
          years: { terms: { field: 'year', size: 1_000, order: { _key: 'asc' } } },
        },
      },
    },
  });
  const last = newest.value ?? 0;
  const yearsOf = (gem: MarketResult['gems']['buckets'][number]) =>
    gem.years.buckets.map(({ key }) => key).filter((year) => year > last - maxYears);
  const samples = gems.buckets.reduce((sum, gem) => sum + yearsOf(gem).length, 0);
  const most = Math.max(1, Math.min(maxLotsPerYear, Math.floor(maxLots / Math.max(1, samples))));
  const scored: ScoredGem[] = [];
  for (const gem of gems.buckets) {
    const which = { gem_name: [gem.key], ...real };
    const sample = (year: number) => loadLots(context.search, lotsOf(which, equals('year', year)), { most });
    scored.push({
      gem_type: gem.key,
      lots: gem.doc_count,
      synthetic_lots: gem.synthetic.doc_count,
      comparables: await backtestComparables(context, which, yearsOf(gem), sample),
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
      years: { buckets: { key: number }[] };
    }[];
  };
}

/**
 * Values lots of each year, by their traits alone, from the sales up to the end of the year before.
 * @param sample draws lots of a year
 */
async function backtestComparables(
  context: CallContext,
  which: Which,
  years: readonly number[],
  sample: (year: number) => ReturnType<typeof loadLots>,
): Promise<ScoredGem['comparables']> {
  const tested: Valuation[] = [];
  let [sampled, of] = [0, 0];
  for (const year of years) {
    const { lots, of: all } = await sample(year);
    sampled += lots.length;
    of += all;
    // One after the other: they share one price level, which the first one computes.
    for (const lot of lots) {
      const described = kinds.flatMap((trait) => (lot[trait] ? [[trait, [lot[trait]]]] : []));
      const response = await call<Comparables>(comparables, context, {
        ...{ ...which, carat: lot.carat, limit: 1 },
        ...{ as_of: `${String(year - 1).padStart(4, '0')}-12-31`, ...Object.fromEntries(described) },
      });
      const price_usd = response?.prediction.price_usd;
      if (!price_usd) continue;
      const { median: estimate, low, high } = price_usd;
      tested.push({ price: lot.price_final_usd!, estimate, low, high, sale: saleOf(lot) });
    }
  }
  const figures = summarizeValuations(tested);
  return { ...gradeOfComparables(figures), ...figures, sampled, of };
}

/**
 * Calls a route itself, without HTTP, so that backtests use exactly what is published.
 * @returns the `data` that a client would get; undefined where the request is refused, as with too many lots
 */
async function call<Data>(route: Route, context: CallContext, params: object): Promise<Data | undefined> {
  try {
    return (await route.handle({ ...context, params: params as never })).data as Data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_parameter') return undefined;
    throw error;
  }
}
