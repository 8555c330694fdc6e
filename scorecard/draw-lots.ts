import { pricedLots } from '../api/price-intelligence/query/priced-lots.ts';
import { pricedClauses } from '../api/query/auction-lots.ts';
import { allOf, equals } from '../api/query/filters.ts';
import type { SearchBody } from '../api/query/search-body.ts';
import type { SearchContext } from '../api/search/search-context.ts';
import type { AuctionRecord } from '../mappings/record.ts';
import type { TradedGem } from './traded-gems.ts';

const fields = ['gem_type', 'carat', 'origin', 'treatment', 'auction_house', 'price_final_usd'] as const;

/** A sold lot, by what describes it, and its price. */
export type SoldLot = Pick<AuctionRecord, 'origin' | 'treatment' | 'auction_house'> & {
  gem_type: string;
  carat: number;
  price_final_usd: number;
};

/** Lots of a gem type and year by chance, the same ones for the same data: all of them where there are no more. */
export async function drawLots(
  search: SearchContext,
  gem: TradedGem,
  year: number,
  maxLots: number,
): Promise<SoldLot[]> {
  const lots = pricedLots(allOf([...pricedClauses({ gem_name: [gem.name] }), equals('year', year)]));
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
