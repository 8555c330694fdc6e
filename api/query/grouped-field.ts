import type { estypes } from '@elastic/elasticsearch';
import { publishedBand } from '../../mappings/carat-bands.ts';
import type { Field, TermField } from '../../mappings/records-index.ts';
import type { GroupedField } from '../params/write-filters.ts';

/** The fields whose spellings are compared without case and accents. */
const folded: Partial<Record<GroupedField, TermField>> = {
  gem_type: 'gem_type',
  origin: 'origin',
  auction_house: 'auction_house',
  treatment: 'treatment',
  lab: 'labs',
};

/** The field by whose values lots are grouped: spellings that a filter does not distinguish are one group. */
export function termOf(field: GroupedField): Field {
  const name = folded[field];
  return name ? `${name}.folded` : (field as Field);
}

/** The most frequent spelling of a group, where it can have several. */
export function spellings(
  field: GroupedField,
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
export function publishedValue(field: GroupedField, key: string | number, bucket: object): string | number {
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

const spellingName = (field: GroupedField) => `spelling_of_${field}`;
