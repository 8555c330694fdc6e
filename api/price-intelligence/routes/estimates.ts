import Type from 'typebox';
import { type Place, places } from '../../../mappings/estimate-ratios.ts';
import { preparedSince } from '../../../mappings/records-index.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../params/filters.ts';
import { syntheticMeta } from '../../present/totals.ts';
import { allOf, auctionClauses, type Clause } from '../../query/filters.ts';
import { groupsPerPage, publishedKey } from '../../query/grouped-field.ts';
import { compositePages } from '../../search/composite-pages.ts';
import { requireMapping } from '../../search/index-state.ts';
import { countLots } from '../../search/pagination.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import { type EstimateGrouping, type EstimatesParams, estimatesParams } from '../params/estimates.ts';
import { type EstimateGroup, Estimates, presentEstimates } from '../present/estimates.ts';
import { count, extension } from '../present/fields.ts';
import {
  type EstimateBucket,
  type EstimateGroupsAnswer,
  type EstimateKey,
  estimated,
  estimateGroupsBody,
  estimateQuantilesBody,
  groupName,
  type OutcomesAnswer,
  type RatiosAnswer,
  readRatio,
} from '../query/estimate-groups.ts';

/** GET /api/ext/estimates */
export const estimates = defineRoute({
  path: '/api/ext/estimates',
  operationId: 'getEstimates',
  tag: 'Price intelligence',
  summary: 'Prices against estimates',
  description:
    'How the prices of the lots in the filter compare with their estimates: shares below, within and above them, and the ratio of price to estimate, over all and by group. The same with unsold lots counted as below shows how far looking at sold lots alone flatters the estimates. `docs/price-intelligence.md` has the definitions.',
  isExtension: true,
  params: estimatesParams,
  rules: filterRules,
  data: Estimates,
  meta: {
    ...syntheticMeta,
    left_out: Type.Object(
      { lots: count('Number of lots.'), reason: Type.String({ description: 'Why.', ...extension }) },
      {
        additionalProperties: false,
        description: 'Sold lots with estimates that are in no comparison.',
        ...extension,
      },
    ),
    lots_without_estimates: count('Lots in the filter without usable estimates, which are in no figure.'),
    total_groups: count('Number of all groups, on this page or others.'),
    ungrouped_lots: count('Lots with estimates, but without a grouped value, which are in no group.'),
  },
  examples: ['', 'basis=premium&group_by=auction_house,year&limit=5', 'gem_name=ruby&group_by=carat_band'],
  async handle({ params, search, state }) {
    requireMapping(state, preparedSince.estimates);
    const clauses = auctionClauses(params);
    const query = estimated(clauses);
    const [{ all, groups, synthetic }, lots] = await Promise.all([
      readGroups(search, query, params),
      countLots(search, allOf(clauses)),
    ]);
    const before = (params.page - 1) * params.limit;
    const shown = groups.slice(before, before + params.limit);
    const [figures, ...figuresOfGroups] = await readFigures(search, query, [all, ...shown], params);
    const compared = compareWith(all);
    return {
      data: {
        ...figures!,
        groups: shown.map(({ key }, place) => ({ ...key, ...figuresOfGroups[place]! }) as EstimateGroup),
      },
      meta: {
        left_out: {
          lots: all.outcomes.sold.doc_count - compared.n,
          reason: `their ${params.basis === 'hammer' ? 'hammer price' : "price with buyer's premium"} is not known`,
        },
        lots_without_estimates: lots - all.lots,
        total_groups: groups.length,
        ungrouped_lots: all.lots - groups.reduce((sum, group) => sum + group.lots, 0),
        synthetic_lots: synthetic,
      },
    };
  },
});

/** A group of lots with estimates, or all of them. */
interface Group {
  key: EstimateKey;
  lots: number;
  outcomes: OutcomesAnswer;
}

/** All groups, most lots first, and all lots with estimates. */
async function readGroups(search: SearchContext, query: Clause, { group_by, basis }: EstimatesParams) {
  const groups: Group[] = [];
  let all: Group | undefined;
  let synthetic = 0;
  const pages = compositePages(groupsPerPage, async (after: EstimateKey | undefined) => {
    const body = estimateGroupsBody(query, group_by, basis, after);
    const found = await search.search<unknown, EstimateGroupsAnswer>(body);
    const answer = found.aggregations!;
    if (!all) {
      all = { key: {}, lots: totalHits(found), outcomes: answer as OutcomesAnswer };
      synthetic = answer.synthetic!.doc_count;
    }
    return answer.groups;
  });
  for await (const { buckets } of pages) groups.push(...buckets.map(groupOf));
  return { all: all!, synthetic, groups: groups.sort(byLots(group_by)) };
}

const groupOf = (bucket: EstimateBucket): Group => ({
  key: publishedKey(bucket),
  lots: bucket.doc_count,
  outcomes: bucket,
});

/** Most lots first, then by key; classes by their lower bound, which their names begin with. */
function byLots(groupBy: readonly EstimateGrouping[]) {
  const order = new Intl.Collator('en', { numeric: true });
  return (a: Group, b: Group): number => {
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

/** The compared lots of a group by place, and their number. */
function compareWith({ outcomes }: Group) {
  const lotsAt = new Map(outcomes.places.buckets.map(({ key, doc_count }) => [key, doc_count]));
  const at = Object.fromEntries(places.map((place) => [place, lotsAt.get(place) ?? 0])) as Record<
    Place,
    number
  >;
  return { at, n: places.reduce((sum, place) => sum + at[place], 0) };
}

/** The published figures of some groups. */
async function readFigures(
  search: SearchContext,
  query: Clause,
  groups: readonly Group[],
  { basis }: EstimatesParams,
) {
  const sized = groups.map((group) => {
    const { at, n } = compareWith(group);
    return { group, at, key: group.key, sizes: { n, unsold: group.outcomes.unsold.doc_count } };
  });
  const body = estimateQuantilesBody(query, sized, basis);
  const { aggregations } = await search.search<unknown, Record<string, RatiosAnswer>>(body);
  return sized.map(({ group: { lots, outcomes }, at, sizes }, place) => {
    const { low, middle } = aggregations![groupName(place)]!;
    const sold = { ...sizes, unsold: 0 };
    return presentEstimates({
      lots,
      sold: outcomes.sold.doc_count,
      unsold: sizes.unsold,
      places: at,
      low: readRatio(low, sold),
      middle: readRatio(middle, sold),
      lowWithUnsold: readRatio(low, sizes),
      middleWithUnsold: readRatio(middle, sizes),
    });
  });
}
