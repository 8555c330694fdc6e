import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { allOf } from '../../search/clauses.ts';
import { auctionClauses, countLeftOut } from '../../statistics/auction-lots.ts';
import { count } from '../../statistics/fields.ts';
import { publishedKey } from '../../statistics/groups.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import { readGroups } from '../groups/read-groups.ts';
import {
  type CountsResult,
  Coverage,
  type CoverageGroup,
  type CoverageGrouping,
  type CoverageKey,
  counts,
  coverageParams,
  presentCoverage,
} from './coverage-groups.ts';

/** GET /api/ext/coverage */
export const coverage = defineRoute({
  path: '/api/ext/coverage',
  operationId: 'getCoverage',
  tag: 'Statistics',
  summary: 'What is known of the lots',
  description:
    'By house and year: the number of lots, the shares whose status, weight, origin, treatment, estimates and prices are known, and the newest sale. It shows what the data cannot say.',
  isExtension: true,
  params: coverageParams,
  rules: filterRules,
  data: Coverage,
  meta: {
    ...syntheticMeta,
    excluded: Excluded,
    total_groups: count('Number of all groups, on this page or others.'),
  },
  examples: ['', 'group_by=auction_house', 'gem_name=ruby&group_by=year'],
  async handle({ params, search }) {
    const { group_by, page, limit } = params;
    const query = allOf(auctionClauses(params));
    const [{ all, groups }, leftOut] = await Promise.all([
      readGroups<CountsResult, CoverageKey>(search, query, counts, group_by, group_by),
      countLeftOut(search, params),
    ]);
    const shown = groups.sort(byKey(group_by)).slice((page - 1) * limit, page * limit);
    return {
      data: {
        ...presentCoverage(all),
        groups: shown.map(
          (group) => ({ ...publishedKey(group), ...presentCoverage(group) }) as CoverageGroup,
        ),
      },
      meta: {
        total_groups: groups.length,
        synthetic_lots: all.synthetic.doc_count,
        excluded: presentExcluded(0, leftOut),
      },
    };
  },
});

/** Names ascending, the newest year first, unknown values last. */
function byKey(groupBy: readonly CoverageGrouping[]) {
  return (a: { key: CoverageKey }, b: { key: CoverageKey }): number => {
    for (const field of groupBy) {
      const [x, y] = [a.key[field]!, b.key[field]!];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return (x < y ? -1 : 1) * (field === 'year' ? -1 : 1);
    }
    return 0;
  };
}
