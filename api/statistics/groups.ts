import pLimit from 'p-limit';
import Type from 'typebox';
import { type GroupingField, publishedValue, spellingsOf, termOf } from '../filters/grouped-fields.ts';

import { extension, extensions, integer } from '../parameters/kinds.ts';
import {
  absent,
  allOf,
  anyOf,
  type Clause,
  equals,
  type SearchBody,
  uncachedFigures,
} from '../search/clauses.ts';

import {
  type Aggregation,
  type Aggregations,
  compositePage,
  compositePages,
} from '../search/composite-pages.ts';
import type { SearchContext } from '../search/search-context.ts';
import { syntheticLots } from './statistics.ts';

/** Groups of one page; `search.max_buckets` (65,535) limits those of one search and the spellings within them. */
export const groupsPerPage = 4_000;

/**
 * One page of all groups of lots by the values of fields, by key. A composite aggregation is complete for any number of
 * groups; `terms` would omit some.
 * @param aggs of each group, beside its spellings
 * @param withUnknown the fields whose lots without a value are a group
 */
export function groupPage(
  groupBy: readonly GroupingField[],
  aggs: Aggregations,
  { after, withUnknown }: { after: object | undefined; withUnknown?: readonly GroupingField[] },
): Aggregation {
  const all = { ...aggs, ...spellingsOf(groupBy) };
  return compositePage(groupsPerPage, groupSources(groupBy, withUnknown), after, all);
}

/** The sources of a composite aggregation by the values of fields. */
export const groupSources = (groupBy: readonly GroupingField[], withUnknown: readonly GroupingField[] = []) =>
  groupBy.map((field) => ({
    [field]:
      field === 'auction_date'
        ? // As a term it would be a number of milliseconds.
          { date_histogram: { field, calendar_interval: 'day', format: 'strict_date' } }
        : { terms: { field: termOf(field), ...(withUnknown.includes(field) && { missing_bucket: true }) } },
  }));

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

/** The lots of a group. */
const inGroup = (key: object): Clause =>
  allOf(
    Object.entries(key).map(([name, value]) => {
      const field = termOf(name as GroupingField);
      return value === null ? absent(field) : equals(field, value);
    }),
  );

/** Groups that one search reads: Elasticsearch compares each of its lots with each of its groups. */
const groupsPerSearch = 40;

/** Searches at the same time for one request. */
const searchesAtOnce = 3;

/**
 * The aggregations of the lots of each of some groups, in the order of the groups. Neighboring groups are read together,
 * so that the time grows with the number of groups and not with its square.
 */
export async function aggregateGroups<Found, Group extends { key: object } = { key: object }>(
  search: Pick<SearchContext, 'aggregate'>,
  query: Clause,
  groups: readonly Group[],
  aggregationsOf: (group: Group) => Aggregations,
): Promise<Found[]> {
  const places = groups.map((group, place) => ({
    group,
    place,
    key: JSON.stringify(Object.values(group.key)),
  }));
  places.sort((a, b) => (a.key < b.key ? -1 : 1));
  const found: Found[] = [];
  const limit = pLimit(searchesAtOnce);
  await Promise.all(
    chunksOf(places, groupsPerSearch).map((chunk) =>
      limit(async () => {
        const body = bodyOfGroups(
          query,
          chunk.map(({ group }) => group),
          aggregationsOf,
        );
        const aggregations = await search.aggregate<Record<string, Found>>(body);
        for (const [i, { place }] of chunk.entries()) found[place] = aggregations[groupName(i)]!;
      }),
    ),
  );
  return found;
}

const chunksOf = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

function bodyOfGroups<Group extends { key: object }>(
  query: Clause,
  groups: readonly Group[],
  aggregationsOf: (group: Group) => Aggregations,
): SearchBody {
  const fields = Object.keys(groups[0]!.key) as GroupingField[];
  // Without these conditions every other lot would be compared with every group.
  const values = fields.flatMap((field) => {
    const found = groups.map(({ key }) => (key as Record<GroupingField, string | null>)[field]);
    const known = found.filter((value) => value !== null);
    return known.length < found.length ? [] : [anyOf(termOf(field), [...new Set(known)])];
  });
  const aggs = groups.map((group, i): [string, Aggregation] => [
    groupName(i),
    { filter: inGroup(group.key), aggs: aggregationsOf(group) },
  ]);
  return { query: allOf([query, ...values]), ...uncachedFigures, aggs: Object.fromEntries(aggs) };
}

const groupName = (place: number) => `group_${place}`;

/** The values of a group as published; the values of its bucket are folded. Null is an unknown value. */
export const publishedKey = <Key extends object>(bucket: { key: Key }): Key =>
  Object.fromEntries(
    Object.entries(bucket.key).map(([field, value]) => [
      field,
      value === null ? null : publishedValue(field as GroupingField, value, bucket),
    ]),
  ) as Key;

/** Maximum groups of a page. */
const maxLimit = 1000;

/** One or two fields whose values, and pairs of values, are groups. */
export const groupByParam = <const Name extends string>(
  names: readonly Name[],
  options: { default: Name[]; description: string; examples: Name[][] },
) =>
  Type.Array(Type.Enum([...names]), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    ...options,
    'x-ordered': true,
    ...extension,
  });

/** A page of groups. */
export const groupPageParams = (defaultLimit: number) =>
  extensions({
    page: integer({
      description:
        'Page number; `meta.total_groups` has the number of all groups. A page past the last is empty.',
      minimum: 1,
      maximum: 2 ** 31 - 1,
      default: 1,
      examples: [1],
    }),
    limit: integer({
      description: 'Groups per page.',
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
      examples: [20],
    }),
  });
