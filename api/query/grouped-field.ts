import type { estypes } from '@elastic/elasticsearch';
import type { Field, TermField } from '../../mappings/records-index.ts';
import type { GroupedField } from '../params/write-filters.ts';
import { allOf, anyOf, type Clause, equals } from './filters.ts';
import { type SearchBody, uncachedFigures } from './search-body.ts';
import { type Aggregation, type Aggregations, compositePage } from './statistics.ts';

/** A field by which lots can be grouped; no filter finds the lots of a class of estimates. */
type GroupingField = GroupedField | 'estimate_band';

/** Groups of one page; `search.max_buckets` (65,535) limits those of one search and the spellings within them. */
export const groupsPerPage = 4_000;

/**
 * One page of all groups of lots by the values of fields, by key. A composite aggregation is complete for any number of
 * groups; `terms` would omit some.
 * @param aggs of each group, beside its spellings
 * @param withUnknown whether lots without a value are a group
 */
export function groupPage(
  groupBy: readonly GroupingField[],
  aggs: Aggregations,
  { after, withUnknown = false }: { after: object | undefined; withUnknown?: boolean },
): Aggregation {
  const all = { ...aggs, ...spellingsOf(groupBy) };
  return compositePage(groupsPerPage, groupSources(groupBy, withUnknown), after, all);
}

/** The sources of a composite aggregation by the values of fields. */
export const groupSources = (groupBy: readonly GroupingField[], withUnknown: boolean) =>
  groupBy.map((field) => ({
    [field]: { terms: { field: termOf(field), ...(withUnknown && { missing_bucket: true }) } },
  }));

/** The lots of a group. */
const inGroup = (key: object): Clause =>
  allOf(Object.entries(key).map(([field, value]) => equals(termOf(field as GroupingField), value)));

/** One search of the lots of some groups, with aggregations for each. */
export function searchGroups<Group extends { key: object }>(
  query: Clause,
  groups: readonly Group[],
  aggregationsOf: (group: Group) => Aggregations,
): SearchBody {
  const fields = Object.keys(groups[0]?.key ?? {}) as GroupingField[];
  // Without these conditions every other lot would be compared with every group.
  const values = fields.map((field) => {
    const found = groups.map(({ key }) => (key as Record<GroupingField, string>)[field]);
    return anyOf(termOf(field), [...new Set(found)]);
  });
  const aggs = groups.map((group, place): [string, Aggregation] => [
    groupName(place),
    { filter: inGroup(group.key), aggs: aggregationsOf(group) },
  ]);
  return {
    query: allOf([query, ...values]),
    ...uncachedFigures,
    aggs: Object.fromEntries(aggs),
  };
}

const groupName = (place: number) => `group_${place}`;

/** The aggregations of each group in the response to `searchGroups`. */
export const readSearchedGroups = <Answer>(groups: readonly unknown[], aggregations: object): Answer[] =>
  groups.map((_, place) => (aggregations as Record<string, Answer>)[groupName(place)]!);

/** The values of a group as published; those of its bucket are folded. Null is an unknown value. */
export const publishedKey = <Key extends object>(bucket: { key: Key }): Key =>
  Object.fromEntries(
    Object.entries(bucket.key).map(([field, value]) => [
      field,
      value === null ? null : publishedValue(field as GroupingField, value, bucket),
    ]),
  ) as Key;

/** The fields whose spellings are compared without case and accents. */
const folded: Partial<Record<GroupingField, TermField>> = {
  gem_type: 'gem_type',
  origin: 'origin',
  auction_house: 'auction_house',
  treatment: 'treatment',
  lab: 'labs',
};

/** The field by whose values lots are grouped: spellings that a filter does not distinguish are one group. */
export function termOf(field: GroupingField): Field {
  if (field === 'estimate_band') return 'estimates.band';
  const name = folded[field];
  return name ? `${name}.folded` : (field as Field);
}

/** The spellings of the values of a group. */
export const spellingsOf = (groupBy: readonly GroupingField[]): Aggregations =>
  Object.assign({}, ...groupBy.map(spellings));

/** The most frequent spelling of a group, where it can have several. */
export function spellings(
  field: GroupingField,
): Record<string, estypes.AggregationsAggregationContainer> | undefined {
  const name = folded[field];
  if (!name) return undefined;
  return {
    [spellingName(field)]: {
      terms: { field: name, size: maxSpellings, order: [{ _count: 'desc' }, { _key: 'asc' }] },
    },
  };
}

/** The value of a group as it is published. */
export function publishedValue(field: GroupingField, key: string | number, bucket: object): string | number {
  const spelled = (bucket as Record<string, { buckets: { key: string }[] } | undefined>)[spellingName(field)];
  if (!spelled) return key;
  // A lot with several laboratories also counts the others.
  const own = spelled.buckets.find((one) => comparable(one.key) === comparable(String(key)));
  return (own ?? spelled.buckets[0])?.key ?? key;
}

/** Lots of a laboratory name others too, of which few are as frequent. */
const maxSpellings = 10;

/** About as the index folds texts. */
const comparable = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const spellingName = (field: GroupingField) => `spelling_of_${field}`;
