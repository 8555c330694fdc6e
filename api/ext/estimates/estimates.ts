import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { spellingsOf } from '../../filters/grouped-fields.ts';
import { extension } from '../../parameters/kinds.ts';
import { allOf, type Clause } from '../../search/clauses.ts';
import { compositePages } from '../../search/composite-pages.ts';
import { countLots } from '../../search/pagination.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses, countLeftOut } from '../../statistics/auction-lots.ts';
import { count, text } from '../../statistics/fields.ts';
import { aggregateGroups, lotsOf, publishedKey } from '../../statistics/groups.ts';
import { syntheticLots } from '../../statistics/statistics.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import { type EstimateGroup, Estimates, presentEstimates } from './estimate-figures.ts';
import {
  type EstimateGrouping,
  type EstimatesParams,
  estimated,
  estimatesParams,
  type OutcomeBucket,
  type OutcomeKey,
  type Outcomes,
  type OutcomesResult,
  outcomesBody,
  outcomesPerPage,
  type RatiosResult,
  ratioQuantilesOf,
  ratiosBody,
  readOutcomes,
  readRatio,
  sizesOf,
} from './estimate-groups.ts';

/** GET /api/ext/estimates */
export const estimates = defineRoute({
  path: '/api/ext/estimates',
  operationId: 'getEstimates',
  tag: 'Price intelligence',
  summary: 'Prices against estimates',
  description:
    'How the prices of the lots in the filter compare with their estimates: shares below, within and above them, and the ratio of price to estimate, over all and by group. `with_unsold` counts unsold lots as below the estimate, by the share of the sold lots whose price is known: the difference shows how much figures of sold lots alone flatter the estimates. [Price intelligence](/docs/price-intelligence) has the definitions.',
  isExtension: true,
  params: estimatesParams,
  rules: filterRules,
  data: Estimates,
  meta: {
    ...syntheticMeta,
    excluded: Excluded,
    left_out: Type.Object(
      { lots: count('Number of lots.'), reason: text('Why they are not compared.') },
      {
        additionalProperties: false,
        description:
          'Sold lots with estimates that are not compared, because their price of this basis is unknown.',
        ...extension,
      },
    ),
    lots_without_estimates: count('Lots in the filter without usable estimates, which are in no figure.'),
    total_groups: count('Number of all groups, on this page or others.'),
    ungrouped_lots: count('Lots with estimates, but without a grouped value, which are in no group.'),
  },
  examples: ['', 'basis=premium&group_by=auction_house,year&limit=5', 'gem_name=ruby&group_by=carat_band'],
  async handle({ params, search }) {
    const clauses = auctionClauses(params);
    const query = estimated(clauses);
    const [{ all, groups }, lots, synthetic, leftOut] = await Promise.all([
      readGroups(search, query, params),
      countLots(search, allOf(clauses)),
      countLots(search, allOf([query, syntheticLots.filter])),
      countLeftOut(search, params),
    ]);
    const shown = groups.slice((params.page - 1) * params.limit, params.page * params.limit);
    const [ofAll, ofGroups] = await Promise.all([
      search.aggregate<RatiosResult>(ratiosBody(query, sizesOf(all), params.basis)),
      readRatios(search, query, shown, params),
    ]);
    return {
      data: {
        ...figuresOf(all, ofAll),
        groups: shown.map((group, place) => {
          const ratios = ofGroups[place]!;
          const key = publishedKey({ key: group.key, ...ratios });
          return { ...key, ...figuresOf(group, ratios) } as EstimateGroup;
        }),
      },
      meta: {
        left_out: {
          lots: all.sold - sizesOf(all).n,
          reason: `their ${params.basis === 'hammer' ? 'hammer price' : "price with buyer's premium"} is not known`,
        },
        lots_without_estimates: lots - all.lots,
        total_groups: groups.length,
        ungrouped_lots: all.lots - groups.reduce((sum, group) => sum + group.lots, 0),
        synthetic_lots: synthetic,
        excluded: presentExcluded(0, leftOut),
      },
    };
  },
});

/** All lots with estimates, and their groups, most lots first. */
async function readGroups(search: SearchContext, query: Clause, { group_by, basis }: EstimatesParams) {
  const buckets: OutcomeBucket[] = [];
  const pages = compositePages(outcomesPerPage, async (after: OutcomeKey | undefined) => {
    const body = outcomesBody(query, group_by, basis, after);
    return (await search.aggregate<OutcomesResult>(body)).outcomes;
  });
  for await (const page of pages) buckets.push(...page.buckets);
  const { all, groups } = readOutcomes(buckets, group_by);
  return { all, groups: groups.sort(byLots(group_by)) };
}

/** Most lots first, then by key; classes by their lower bound, which their names begin with. */
function byLots(groupBy: readonly EstimateGrouping[]) {
  const order = new Intl.Collator('en', { numeric: true });
  return (a: Outcomes, b: Outcomes): number => {
    if (a.lots !== b.lots) return b.lots - a.lots;
    for (const field of groupBy) {
      const [x, y] = [String(a.key[field]), String(b.key[field])];
      const isClass = field === 'carat_band' || field === 'estimate_band';
      const difference = isClass ? order.compare(x, y) : x < y ? -1 : x > y ? 1 : 0;
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** The quantiles of the ratios of some groups, and how their values are spelled. */
function readRatios(
  search: SearchContext,
  query: Clause,
  groups: readonly Outcomes[],
  { basis, group_by }: EstimatesParams,
): Promise<RatiosResult[]> {
  const aggsOf = (group: Outcomes) => ({
    ...ratioQuantilesOf(sizesOf(group), basis),
    ...spellingsOf(group_by),
  });
  return aggregateGroups(
    search,
    query,
    groups.map((group) => ({ lots: lotsOf(group.key), aggs: aggsOf(group) })),
  );
}

/** The published figures of a group. */
function figuresOf(group: Outcomes, { low, middle }: RatiosResult) {
  const { lots, sold, unsold, at } = group;
  const sizes = sizesOf(group);
  const soldAlone = { ...sizes, unsold: 0 };
  return presentEstimates({
    ...{ lots, sold, unsold, places: at },
    low: readRatio(low, soldAlone),
    middle: readRatio(middle, soldAlone),
    lowWithUnsold: readRatio(low, sizes),
    middleWithUnsold: readRatio(middle, sizes),
  });
}
