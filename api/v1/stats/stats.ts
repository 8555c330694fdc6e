import { defineRoute } from '../../endpoint/define-route.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { allOf, type Clause } from '../../search/clauses.ts';
import { compositePages } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses, searchAuctions } from '../../statistics/auction-lots.ts';
import type { PricesResult } from '../../statistics/prices.ts';
import { type ChosenPrices, choosePrices, pricesParams, pricesRules } from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import {
  type GroupResult,
  type PercentilesResult,
  readDistribution,
  readTotals,
} from '../../statistics/statistics.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import {
  type Counted,
  counted,
  distinctPageBody,
  maxDistinct,
  Overview,
  overviewBody,
  overviewQuantilesBody,
  presentOverview,
} from './overview.ts';

/** GET /api/v1/stats */
export const stats = defineRoute({
  path: '/api/v1/stats',
  operationId: 'getStats',
  tag: 'Statistics',
  summary: 'Basic statistics',
  description:
    'Counts, sums and distributions of price, price per carat and weight of the lots in the filter. Prices are those of sold lots with a price; carat and total_carats include every lot with a weight. Listings are left out unless `status` asks for them, watches, boxes and other objects unless `object_type` does, and lots of several stones of every figure of price per carat.',
  params: { ...filterParams, ...pricesParams },
  rules: [...filterRules, ...pricesRules],
  data: Overview,
  meta: { ...syntheticMeta, excluded: Excluded, prices: PricesMeta },
  examples: ['', 'gem_name=ruby&origin=Burma', 'gem_name=ruby&dollars=real&base=2015-01'],
  async handle({ params, search }) {
    const prices = choosePrices(params);
    const query = allOf(auctionClauses(params));
    const { result: group, leftOut } = await searchAuctions<OverviewResult>(search, params, (lots) =>
      overviewBody(lots, prices.fields, prices.counted),
    );
    const values = await distributions(search, query, group, prices);
    return {
      data: presentOverview(
        readTotals(group),
        {
          ...(await distinctCounts(search, query, group)),
          first_auction_date: group.first_auction_date.value_as_string ?? null,
          last_auction_date: group.last_auction_date.value_as_string ?? null,
        },
        values,
        prices.figures,
      ),
      meta: {
        synthetic_lots: group.synthetic.doc_count,
        excluded: presentExcluded(group.excluded.doc_count, leftOut),
        prices: prices.present(group.prices),
      },
    };
  },
});

type OverviewResult = GroupResult &
  Record<'first_auction_date' | 'last_auction_date', { value_as_string?: string }> &
  Record<Counted, { sum_other_doc_count: number }> &
  Record<`${Counted}_count`, { count: number }> &
  Record<'synthetic' | 'excluded', { doc_count: number }> & { prices: PricesResult };

/** The values of the summaries; there is no second search where there is nothing to summarize. */
async function distributions(
  search: SearchContext,
  query: Clause,
  group: GroupResult,
  { fields }: ChosenPrices,
) {
  const { price_usd, carat, one_stone } = group;
  const { price_per_carat_usd } = one_stone;
  const sizes = {
    price_usd: price_usd.count,
    price_per_carat_usd: price_per_carat_usd.count,
    carat: carat.count,
  };
  const quantiles =
    sizes.price_usd + sizes.carat === 0
      ? undefined
      : await search.aggregate<QuantilesResult>(overviewQuantilesBody(query, sizes, fields));
  return {
    price_usd: readDistribution(price_usd, quantiles?.price_usd),
    price_per_carat_usd: readDistribution(price_per_carat_usd, quantiles?.one_stone.price_per_carat_usd),
    carat: readDistribution(carat, quantiles?.carat),
  };
}

interface QuantilesResult {
  price_usd: PercentilesResult;
  carat: PercentilesResult;
  one_stone: { price_per_carat_usd: PercentilesResult };
}

async function distinctCounts(search: SearchContext, query: Clause, result: OverviewResult) {
  const count = (name: Counted) =>
    result[name].sum_other_doc_count === 0 ? result[`${name}_count`].count : countPages(search, query, name);
  const [gem_types, origins, auction_houses] = await Promise.all([
    count('gem_types'),
    count('origins'),
    count('auction_houses'),
  ]);
  return { gem_types, origins, auction_houses };
}

async function countPages(search: SearchContext, query: Clause, name: Counted): Promise<number> {
  let total = 0;
  const pages = compositePages(maxDistinct, async (after: Record<string, string> | undefined) => {
    const body = distinctPageBody(query, counted[name], after);
    return (await search.aggregate<{ values: CompositeResult }>(body)).values;
  });
  for await (const { buckets } of pages) total += buckets.length;
  return total;
}

interface CompositeResult {
  buckets: unknown[];
  after_key?: Record<string, string>;
}
