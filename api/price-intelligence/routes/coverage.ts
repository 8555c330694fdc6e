import { preparedSince } from '../../../mappings/records-index.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../params/filters.ts';
import { syntheticMeta } from '../../present/totals.ts';
import { allOf, auctionClauses, type Clause } from '../../query/filters.ts';
import { groupsPerPage, nextPage } from '../../query/market-groups.ts';
import { requireMapping } from '../../search/index-state.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import { type CoverageGrouping, coverageParams } from '../params/coverage.ts';
import { Coverage, type CoverageCounts, type CoverageGroup, presentCoverage } from '../present/coverage.ts';
import { count } from '../present/fields.ts';
import {
  type CountsAnswer,
  type CoverageAnswer,
  type CoverageKey,
  type Covered,
  coverageBody,
  coveredNames,
  publishedCoverageKey,
} from '../query/coverage-groups.ts';

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
  meta: { ...syntheticMeta, total_groups: count('Number of all groups, on this page or others.') },
  examples: ['', 'group_by=auction_house', 'gem_name=ruby&group_by=year'],
  async handle({ params, search, state }) {
    requireMapping(state, preparedSince.estimates);
    const { all, groups, synthetic } = await readGroups(
      search,
      allOf(auctionClauses(params)),
      params.group_by,
    );
    const before = (params.page - 1) * params.limit;
    return {
      data: {
        ...presentCoverage(all),
        groups: groups
          .slice(before, before + params.limit)
          .map(({ key, counts }) => ({ ...key, ...presentCoverage(counts) }) as CoverageGroup),
      },
      meta: { total_groups: groups.length, synthetic_lots: synthetic },
    };
  },
});

interface Group {
  key: CoverageKey;
  counts: CoverageCounts;
}

/** All groups, by key, and all lots. */
async function readGroups(search: SearchContext, query: Clause, groupBy: readonly CoverageGrouping[]) {
  const groups: Group[] = [];
  let all: CoverageCounts | undefined;
  let synthetic = 0;
  let after: CoverageKey | undefined;
  do {
    const found = await search.search<unknown, CoverageAnswer>(coverageBody(query, groupBy, after));
    const answer = found.aggregations!;
    if (!all) {
      all = countsOf(totalHits(found), answer);
      synthetic = answer.synthetic.doc_count;
    }
    for (const bucket of answer.groups.buckets) {
      groups.push({ key: publishedCoverageKey(bucket), counts: countsOf(bucket.doc_count, bucket) });
    }
    after = nextPage(answer.groups, groupsPerPage);
  } while (after);
  return { all, synthetic, groups: groups.sort(byKey(groupBy)) };
}

function countsOf(lots: number, answer: CountsAnswer): CoverageCounts {
  const known = Object.fromEntries(coveredNames.map((name) => [name, answer[name].value]));
  return {
    lots,
    sold: answer.sold.doc_count,
    newest: answer.newest.value_as_string ?? null,
    known: known as Record<Covered, number>,
  };
}

/** Names ascending, the newest year first, unknown values last. */
function byKey(groupBy: readonly CoverageGrouping[]) {
  return (a: Group, b: Group): number => {
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
