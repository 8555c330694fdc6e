import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { extension } from '../../parameters/kinds.ts';
import { allOf } from '../../search/clauses.ts';
import { countLots } from '../../search/pagination.ts';
import { auctionClauses, countLeftOut } from '../../statistics/auction-lots.ts';
import { count, text } from '../../statistics/fields.ts';
import { aggregateGroups, lotsOf, publishedKey } from '../../statistics/groups.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import { readGroups } from '../groups/read-groups.ts';
import { type EstimateGroup, Estimates, presentEstimates } from './estimate-figures.ts';
import {
  comparedLots,
  type EstimateGrouping,
  type EstimateKey,
  estimated,
  estimatesParams,
  type Outcomes,
  type OutcomesResult,
  outcomes,
  type RatiosResult,
  ratios,
} from './estimate-groups.ts';

/** GET /api/ext/estimates */
export const estimates = defineRoute({
  path: '/api/ext/estimates',
  operationId: 'getEstimates',
  tag: 'Price intelligence',
  summary: 'Prices against estimates',
  description:
    'How the prices of the lots in the filter compare with their estimates: shares below, within and above them, and the ratio of price to estimate, over all and by group. Lots that were offered and not sold are in `sell_through_rate` only. [Price intelligence](/docs/price-intelligence) has the definitions.',
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
    const { group_by, basis, page, limit } = params;
    const clauses = auctionClauses(params);
    const query = estimated(clauses);
    const [{ all, groups }, lots, leftOut] = await Promise.all([
      readGroups<OutcomesResult, EstimateKey>(search, query, outcomes(basis), group_by),
      countLots(search, allOf(clauses)),
      countLeftOut(search, params),
    ]);
    const shown = groups.sort(byLots(group_by)).slice((page - 1) * limit, page * limit);
    const ratiosOf = (some: EstimateLots[]) =>
      aggregateGroups<RatiosResult>(
        search,
        query,
        some.map((one) => ({ lots: lotsOf(one.key), aggs: ratios(one, basis) })),
      );
    const [[ofAll], ofGroups] = await Promise.all([ratiosOf([{ ...all, key: {} }]), ratiosOf(shown)]);
    return {
      data: {
        ...presentEstimates(all, ofAll!),
        groups: shown.map(
          (group, place) =>
            ({ ...publishedKey(group), ...presentEstimates(group, ofGroups[place]!) }) as EstimateGroup,
        ),
      },
      meta: {
        left_out: {
          lots: all.sold.doc_count - comparedLots(all),
          reason: `their ${basis === 'hammer' ? 'hammer price' : "price with buyer's premium"} is not known`,
        },
        lots_without_estimates: lots - all.doc_count,
        total_groups: groups.length,
        ungrouped_lots: all.doc_count - groups.reduce((sum, { doc_count }) => sum + doc_count, 0),
        synthetic_lots: all.synthetic.doc_count,
        excluded: presentExcluded(0, leftOut),
      },
    };
  },
});

/** A group of lots with estimates. */
type EstimateLots = Outcomes & { key: EstimateKey };

/** Most lots first, then by key; classes by their lower bound, which their names begin with. */
function byLots(groupBy: readonly EstimateGrouping[]) {
  const order = new Intl.Collator('en', { numeric: true });
  return (a: EstimateLots, b: EstimateLots): number => {
    if (a.doc_count !== b.doc_count) return b.doc_count - a.doc_count;
    for (const field of groupBy) {
      const [x, y] = [String(a.key[field]), String(b.key[field])];
      const isClass = field === 'carat_band' || field === 'estimate_band';
      const difference = isClass ? order.compare(x, y) : x < y ? -1 : x > y ? 1 : 0;
      if (difference !== 0) return difference;
    }
    return 0;
  };
}
