import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { allOf, type Clause } from '../../search/clauses.ts';
import { compositePages } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses, countLeftOut } from '../../statistics/auction-lots.ts';
import { count } from '../../statistics/fields.ts';
import { groupsPerPage, publishedKey } from '../../statistics/groups.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import {
  Coverage,
  type CoverageBucket,
  type CoverageCounts,
  type CoverageGroup,
  type CoverageGrouping,
  type CoverageKey,
  type CoverageResult,
  type Covered,
  coverageBody,
  coverageParams,
  coveredNames,
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
    const [{ all, groups, synthetic }, leftOut] = await Promise.all([
      readGroups(search, allOf(auctionClauses(params)), params.group_by),
      countLeftOut(search, params),
    ]);
    const before = (params.page - 1) * params.limit;
    return {
      data: {
        ...presentCoverage(all),
        groups: groups
          .slice(before, before + params.limit)
          .map(({ key, counts }) => ({ ...key, ...presentCoverage(counts) }) as CoverageGroup),
      },
      meta: {
        total_groups: groups.length,
        synthetic_lots: synthetic,
        excluded: presentExcluded(0, leftOut),
      },
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
  let synthetic = 0;
  const pages = compositePages(groupsPerPage, async (after: CoverageKey | undefined) => {
    const page = await search.aggregate<CoverageResult>(coverageBody(query, groupBy, after));
    synthetic += page.synthetic?.doc_count ?? 0;
    return page.groups;
  });
  for await (const { buckets } of pages) {
    for (const bucket of buckets) groups.push({ key: publishedKey(bucket), counts: countsOf(bucket) });
  }
  const all = groups.map(({ counts }) => counts).reduce(sumOf, nothing);
  return { all, synthetic, groups: groups.sort(byKey(groupBy)) };
}

function countsOf(bucket: CoverageBucket): CoverageCounts {
  return {
    lots: bucket.doc_count,
    sold: bucket.sold.doc_count,
    newest: bucket.newest.value_as_string ?? null,
    known: ofEach((name) => bucket[name].value),
  };
}

const ofEach = (count: (name: Covered) => number) =>
  Object.fromEntries(coveredNames.map((name) => [name, count(name)])) as Record<Covered, number>;

const nothing: CoverageCounts = { lots: 0, sold: 0, newest: null, known: ofEach(() => 0) };

/** The counts of two groups together. */
const sumOf = (one: CoverageCounts, other: CoverageCounts): CoverageCounts => ({
  lots: one.lots + other.lots,
  sold: one.sold + other.sold,
  newest: (one.newest ?? '') > (other.newest ?? '') ? one.newest : other.newest,
  known: ofEach((name) => one.known[name] + other.known[name]),
});

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
