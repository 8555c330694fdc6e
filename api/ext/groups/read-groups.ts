import type { GroupingField } from '../../filters/grouped-fields.ts';
import { type Clause, uncachedFigures } from '../../search/clauses.ts';
import { type Aggregations, compositePages } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { groupPage, groupsPerPage } from '../../statistics/groups.ts';
import { syntheticLots } from '../../statistics/statistics.ts';

/** The aggregations of some lots. */
export type LotsBucket<Found> = Found & { doc_count: number };

/** Aggregations of all lots of a query and, by key, of each of their groups; and the generated samples among them. */
export async function readGroups<Found, Key extends object>(
  search: Pick<SearchContext, 'aggregate'>,
  query: Clause,
  aggs: Aggregations,
  groupBy: readonly GroupingField[],
  withUnknown: readonly GroupingField[] = [],
) {
  type Bucket = LotsBucket<Found> & { key: Key };
  type All = LotsBucket<Found> & { synthetic: { doc_count: number } };
  const groups: Bucket[] = [];
  let all: All | undefined;
  const ofAll = { all: { filter: { match_all: {} }, aggs: { ...aggs, synthetic: syntheticLots } } };
  const pages = compositePages(groupsPerPage, async (after: Key | undefined) => {
    const page = await search.aggregate<{ all?: All; groups: { buckets: Bucket[]; after_key?: Key } }>({
      ...{ query, ...uncachedFigures },
      aggs: { groups: groupPage(groupBy, aggs, { after, withUnknown }), ...(after ? {} : ofAll) },
    });
    all ??= page.all;
    return page.groups;
  });
  for await (const { buckets } of pages) groups.push(...buckets);
  return { all: all!, groups };
}
