import type { Comparables } from '../api/price-intelligence/present/comparables.ts';
import type { ScoredGem } from '../api/price-intelligence/present/scorecard.ts';
import { grades } from '../api/price-intelligence/regression/grade.ts';
import { gradeOfComparables } from '../api/price-intelligence/regression/letter-grade.ts';
import type { SearchContext } from '../api/search/search-context.ts';
import { quoteValue } from '../mappings/vocabulary/vocabulary.ts';
import type { AskRoutes } from './ask-routes.ts';
import { drawLots, type SoldLot } from './draw-lots.ts';
import { summarizeValuations, type Valuation } from './summarize.ts';
import { nameOfYear, type TradedGem } from './traded-gems.ts';

interface Work {
  search: SearchContext;
  checkpoint(): Promise<void>;
  ask: AskRoutes;
  /** Maximum valued lots of a year. */
  lotsPerYear: number;
}

/** A lot that was to be valued. */
interface Tested {
  grade: Comparables['grade'];
  /** Undefined where there is no figure. */
  valuation: Valuation | undefined;
}

/** Values lots of each year as of the end of the year before, from the sales up to then. */
export async function backtestComparables(
  gem: TradedGem,
  years: readonly number[],
  work: Work,
): Promise<ScoredGem['comparables']> {
  const all: Tested[] = [];
  const by_period: ScoredGem['comparables']['by_period'] = [];
  for (const year of years) {
    const of = gem.soldIn.get(year) ?? 0;
    if (of === 0) continue;
    await work.checkpoint();
    const as_of = `${nameOfYear(year - 1)}-12-31`;
    const lots = await drawLots(work.search, gem, year, work.lotsPerYear);
    const tested: Tested[] = [];
    // One after the other: they share one price level, which the first one computes.
    for (const lot of lots) tested.push(await valueLot(lot, as_of, work.ask));
    by_period.push({ period: nameOfYear(year), as_of, ...figuresOf(tested), sampled: lots.length, of });
    all.push(...tested);
  }
  const figures = figuresOf(all);
  return {
    grade: gradeOfComparables(figures),
    ...figures,
    sampled: all.length,
    of: by_period.reduce((sum, period) => sum + period.of, 0),
    by_grade: grades.flatMap((grade) => {
      const some = all.filter((tested) => tested.grade === grade);
      return grade === 'none' || some.length === 0 ? [] : [{ grade, ...figuresOf(some) }];
    }),
    by_period,
  };
}

const figuresOf = (tested: readonly Tested[]) =>
  summarizeValuations(tested.flatMap(({ valuation }) => valuation ?? []));

/** Values a lot by what is known of it besides its price and its date. */
async function valueLot(lot: SoldLot, as_of: string, ask: AskRoutes): Promise<Tested> {
  const { gem_type, carat, origin, treatment, auction_house, price_final_usd: price } = lot;
  const answer = await ask.comparables({
    gem_name: quoteValue(gem_type),
    carat: String(carat),
    as_of,
    ...(origin && { origin: quoteValue(origin) }),
    ...(treatment && { treatment }),
    ...(auction_house && { auction_house: quoteValue(auction_house) }),
    limit: '1',
  });
  const found = answer?.price_usd;
  if (!found) return { grade: 'none', valuation: undefined };
  const { median: estimate, low, high } = found;
  return { grade: answer.grade, valuation: { price, estimate, low, high } };
}
