import type { AuctionRecord } from '../../../mappings/record.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import { allOf, equals, type SearchBody } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { pricedClauses } from '../../statistics/auction-lots.ts';
import { nameOfSale, pricedLots } from '../price-model/priced-lots.ts';
import { gradeOfComparables } from './letter-grade.ts';
import type { RouteCalls } from './route-calls.ts';
import type { ScoredGem } from './scored-gem.ts';
import { summarizeValuations, type Valuation } from './summarize.ts';
import { nameOfYear, type TradedGem } from './traded-gems.ts';

interface Work {
  search: SearchContext;
  checkpoint(): Promise<void>;
  calls: RouteCalls;
  /** Maximum valued lots of a year. */
  lotsPerYear: number;
}

/** The result for a lot of the sample. */
interface Tested {
  /** Whatever the response calls it. */
  grade: string | null | undefined;
  /** Undefined where there is no figure. */
  valuation: Valuation | undefined;
}

/** Values lots of each year from the sales up to the end of the year before. */
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
    const lots = await sampleLots(work.search, gem, year, work.lotsPerYear);
    const tested: Tested[] = [];
    // One after the other: they share one price level, which the first one computes.
    for (const lot of lots) tested.push(await valueLot(gem, lot, as_of, work.calls));
    by_period.push({ period: nameOfYear(year), as_of, ...figuresOf(tested), sampled: lots.length, of });
    all.push(...tested);
  }
  const figures = figuresOf(all);
  return {
    ...gradeOfComparables(figures),
    ...figures,
    sampled: all.length,
    of: by_period.reduce((sum, period) => sum + period.of, 0),
    by_grade: [...Map.groupBy(all, ({ grade, valuation }) => valuation && grade)]
      .flatMap(([grade, some]) => (grade ? [{ grade, ...figuresOf(some) }] : []))
      .sort((a, b) => a.mean_absolute_log_error! - b.mean_absolute_log_error!),
    by_period,
  };
}

const figuresOf = (tested: readonly Tested[]) =>
  summarizeValuations(tested.flatMap(({ valuation }) => valuation ?? []));

/** Values a lot by its traits, without its price and its date. */
async function valueLot(
  { filter }: TradedGem,
  lot: SoldLot,
  as_of: string,
  calls: RouteCalls,
): Promise<Tested> {
  const { carat, origin, treatment, auction_house, price_final_usd: price } = lot;
  const response = await calls.comparables({
    ...filter,
    carat: String(carat),
    as_of,
    ...(origin && { origin: quoteValue(origin) }),
    ...(treatment && { treatment: quoteValue(treatment) }),
    ...(auction_house && { auction_house: quoteValue(auction_house) }),
    limit: '1',
  });
  const found = response?.price_usd;
  if (!found) return { grade: undefined, valuation: undefined };
  const { median: estimate, low, high } = found;
  return { grade: response.grade, valuation: { price, estimate, low, high, sale: nameOfSale(lot) } };
}

const fields = [
  ...(['carat', 'origin', 'treatment', 'auction_house', 'auction_date', 'price_final_usd'] as const),
];

/** A sold lot, by what describes it, and its price. */
type SoldLot = Pick<AuctionRecord, 'origin' | 'treatment' | 'auction_house' | 'auction_date'> & {
  carat: number;
  price_final_usd: number;
};

/** A random sample of the lots of a gem type and year, the same for the same data; all lots where there are no more. */
async function sampleLots(
  search: SearchContext,
  gem: TradedGem,
  year: number,
  maxLots: number,
): Promise<SoldLot[]> {
  const lots = pricedLots(
    allOf([...pricedClauses({ gem_name: [gem.name], is_synthetic: gem.isSynthetic }), equals('year', year)]),
  );
  const body: SearchBody = {
    query: {
      function_score: {
        query: lots,
        functions: [{ random_score: { seed: 1, field: 'id' } }],
        boost_mode: 'replace',
      },
    },
    sort: [{ _score: { order: 'desc' } }, { id: 'asc' }],
    size: maxLots,
    track_total_hits: false,
    _source: [...fields],
  };
  const { hits } = await search.search<SoldLot>(body);
  return hits.hits.map(({ _source }) => _source!);
}
