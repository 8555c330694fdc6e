import pLimit from 'p-limit';
import Type from 'typebox';
import { type GroupingField, publishedValue, spellingsOf, termOf } from '../filters/grouped-fields.ts';

import { extension, extensions, integer } from '../parameters/kinds.ts';
import { absent, allOf, type Clause, either, equals, uncachedFigures } from '../search/clauses.ts';

import { type Aggregation, type Aggregations, compositePage } from '../search/composite-pages.ts';
import type { SearchContext } from '../search/search-context.ts';

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
  const sources = groupBy.map((field) => ({
    [field]:
      field === 'auction_date'
        ? // As a term it would be a number of milliseconds.
          { date_histogram: { field, calendar_interval: 'day', format: 'strict_date' } }
        : { terms: { field: termOf(field), ...(withUnknown?.includes(field) && { missing_bucket: true }) } },
  }));
  return compositePage(groupsPerPage, sources, after, { ...aggs, ...spellingsOf(groupBy) });
}

/** The lots of a group with this key. */
export const lotsOf = (key: object): Clause =>
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
 * each search only over the lots of its groups, so that the time grows with the number of groups and not with its square.
 */
export async function aggregateGroups<Found>(
  search: SearchContext,
  query: Clause,
  groups: readonly { lots: Clause; aggs: Aggregations }[],
): Promise<Found[]> {
  const nameOf = (place: number) => `group_${place}`;
  const neighbors = groups
    .map(({ lots, aggs }, place) => ({ lots, aggs, name: nameOf(place), order: JSON.stringify(lots) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const limit = pLimit(searchesAtOnce);
  const read = (chunk: typeof neighbors) =>
    search.aggregate<Record<string, Found>>({
      query: allOf([query, either(chunk.map(({ lots }) => lots))]),
      ...uncachedFigures,
      aggs: Object.fromEntries(chunk.map(({ name, lots, aggs }) => [name, { filter: lots, aggs }])),
    });
  const found = await Promise.all(
    chunksOf(neighbors, groupsPerSearch).map((chunk) => limit(() => read(chunk))),
  );
  const all: Record<string, Found> = Object.assign({}, ...found);
  return groups.map((_, place) => all[nameOf(place)]!);
}

export const chunksOf = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

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
