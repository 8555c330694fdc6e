import Type from 'typebox';
import type { Field } from '../../../mappings/records-index.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { allOf, type Clause, uncachedFigures } from '../../search/clauses.ts';
import { compositePage, compositePages } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses } from '../../statistics/auction-lots.ts';
import { choice, count, orNull } from '../../statistics/fields.ts';
import { aggregateGroups } from '../../statistics/groups.ts';
import { nominalFigures } from '../../statistics/price-figures.ts';
import { choosePrices, pricesParams, pricesRules } from '../../statistics/prices.ts';
import type { PercentilesResult } from '../../statistics/statistics.ts';
import {
  countsAndExtremes,
  type GroupResult,
  presentPrices,
  presentSummary,
  presentTotals,
  priceSummaries,
  type QuantilesResult,
  quantilesOf,
  Summary,
  searchAuctions,
  statisticsMeta,
  summarized,
  totalsFields,
} from './figures.ts';

const distinct = (of: string) => count(`Number of distinct ${of} of the lots.`, choice);
const day = (description: string) => orNull(Type.String({ format: 'date' }), description, choice);

/** The basic statistics of the lots in a filter. */
const Overview = Type.Object(
  {
    ...totalsFields,
    gem_types: distinct('gemstone types'),
    origins: distinct('known origins'),
    auction_houses: distinct('auction houses'),
    first_auction_date: day('Earliest date of any of the lots.'),
    last_auction_date: day('Latest date of any of the lots.'),
    ...priceSummaries,
    carat: Summary,
  },
  { $id: 'Overview', title: 'Basic statistics', additionalProperties: false, ...choice },
);

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
  meta: statisticsMeta,
  examples: ['', 'gem_name=ruby&origin=Burma', 'gem_name=ruby&dollars=real&base=2015-01'],
  async handle({ params, search }) {
    const prices = choosePrices(params);
    const { fields, figures } = prices;
    const query = allOf(auctionClauses(params));
    const aggs = { ...countsAndExtremes(fields), ...dates, ...distinctNames };
    const { lots, meta } = await searchAuctions<OverviewResult>(search, params, prices, aggs);
    const ofAll = { ...quantilesOf(lots, fields), carat: summarized(fields.carat, lots.carat) };
    const [found] = await aggregateGroups<QuantilesResult & { carat: PercentilesResult }>(search, query, [
      { lots: allOf([]), aggs: ofAll },
    ]);
    return {
      data: {
        ...presentTotals(lots, figures),
        gem_types: await countDistinct(search, query, lots, 'gem_types'),
        origins: await countDistinct(search, query, lots, 'origins'),
        auction_houses: await countDistinct(search, query, lots, 'auction_houses'),
        first_auction_date: lots.first_auction_date.value_as_string ?? null,
        last_auction_date: lots.last_auction_date.value_as_string ?? null,
        ...presentPrices(lots, figures, found),
        carat: presentSummary(lots.carat, 'carat', nominalFigures, found?.carat),
      },
      meta,
    };
  },
});

const dates = {
  first_auction_date: { min: { field: 'auction_date' } },
  last_auction_date: { max: { field: 'auction_date' } },
};

/** The fields whose distinct values are counted, by the name of the count. */
const counted = {
  gem_types: 'gem_type',
  origins: 'origin',
  auction_houses: 'auction_house',
} as const satisfies Record<string, Field>;

type CountedName = keyof typeof counted;

/** Maximum distinct values of one search; more are counted page by page. */
const maxDistinct = 10_000;

/** A cardinality aggregation is only an estimate: two names can share a hash. */
const distinctNames = Object.fromEntries(
  Object.entries(counted).map(([name, field]) => [name, { terms: { field, size: maxDistinct } }]),
);

type OverviewResult = GroupResult &
  Record<keyof typeof dates, { value_as_string?: string }> &
  Record<CountedName, { buckets: unknown[]; sum_other_doc_count: number }>;

async function countDistinct(
  search: SearchContext,
  query: Clause,
  lots: OverviewResult,
  name: CountedName,
): Promise<number> {
  if (lots[name].sum_other_doc_count === 0) return lots[name].buckets.length;
  const sources = [{ value: { terms: { field: counted[name] } } }];
  const pages = compositePages(maxDistinct, async (after: Record<string, string> | undefined) => {
    const aggs = { values: compositePage(maxDistinct, sources, after) };
    return (await search.aggregate<{ values: CompositeResult }>({ query, ...uncachedFigures, aggs })).values;
  });
  let total = 0;
  for await (const { buckets } of pages) total += buckets.length;
  return total;
}

interface CompositeResult {
  buckets: unknown[];
  after_key?: Record<string, string>;
}
