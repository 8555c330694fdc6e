import type { estypes } from '@elastic/elasticsearch';
import { publishedBand } from '../../mappings/carat-bands.ts';
import type { Field, TermField } from '../../mappings/records-index.ts';
import type { GroupedField } from '../params/write-filters.ts';
import { allOf, type Clause, equals, inBand } from './filters.ts';
import type { Aggregation, Aggregations } from './statistics.ts';

/** A field by which lots can be grouped; no filter finds the lots of a class of estimates. */
export type GroupingField = GroupedField | 'estimate_band';

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
  const sources = groupBy.map((field) => ({
    [field]: { terms: { field: termOf(field), ...(withUnknown && { missing_bucket: true }) } },
  }));
  return {
    composite: { size: groupsPerPage, sources, ...(after ? { after } : {}) } as Aggregation['composite'],
    aggs: { ...aggs, ...Object.assign({}, ...groupBy.map(spellings)) },
  } as Aggregation;
}

/** The lots of a group. */
export const inGroup = (key: object): Clause =>
  allOf(
    Object.entries(key).map(([field, value]) =>
      field === 'carat_band' ? inBand(value) : equals(termOf(field as GroupingField), value),
    ),
  );

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
  if (field === 'carat_band') return publishedBand(String(key));
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
