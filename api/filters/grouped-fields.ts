import type { estypes } from '@elastic/elasticsearch';
import Type from 'typebox';
import { type FieldName, namedFields } from '../../mappings/named-fields.ts';
import type { Field } from '../../mappings/records-index.ts';
import { noValue, untreated } from '../../mappings/vocabulary/vocabulary.ts';
import type { Aggregations } from '../search/composite-pages.ts';
import { filtersOf, type ReadyFilter } from './filter-clauses.ts';
import type { FilterParams } from './filter-params.ts';

/** A field that lots are grouped or counted by. */
export type GroupedField = FieldName | keyof typeof narrowings;

/**
 * Parameters of the list, as texts for a URL, that find the lots of a group: those that have these values of the
 * grouped fields, under the filters of the request.
 */
export function writeGroupFilter(
  filters: Partial<FilterParams>,
  group: Partial<Record<GroupedField, string | number | null>>,
): ReadyFilter {
  let narrowed = filters;
  for (const [field, value] of Object.entries(group)) {
    narrowed = { ...narrowed, ...narrowing(field as GroupedField, value as never) };
  }
  return filtersOf(narrowed);
}

/** The filters for one value of a field; null is no value. */
function narrowing(field: GroupedField, value: never): Partial<FilterParams> {
  if (!(field in namedFields)) return narrowings[field as keyof typeof narrowings](value);
  const { parameter } = namedFields[field as FieldName];
  return { [parameter]: [value === null ? noValue : literal(value)] };
}

/** The filters for one value of the fields without names. */
const narrowings = {
  auction_date: (day: string) => ({ date_from: day, date_to: day }),
  flags: (name: NonNullable<FilterParams['flags']>[number]) => ({ flags: [name] }),
  carat_band: (name: NonNullable<FilterParams['carat_band']>[number]) => ({ carat_band: [name] }),
  year: (year: number) => ({ year: [year] }),
};

/** In a filter, `none` means no value and `untreated` several; another spelling means the stored value. */
const literal = (name: string) => (name === noValue ? 'None' : name === untreated ? 'Untreated' : name);

/** The filter of a facet value or a market group. */
export const GroupFilter = Type.Record(Type.String(), Type.String(), {
  description:
    'Parameters of the list that find exactly these lots, including the filters of the request: encode each value and put it into a URL.',
  examples: [{ origin: 'Myanmar' }],
  'x-extension': true,
});

/** A field by which lots can be grouped. No filter finds the lots of an estimate band. */
export type GroupingField = GroupedField | 'estimate_band';

/** The field of the names of lots, where their spellings are compared without case and accents. */
function spelledField(field: GroupingField) {
  const name = field in namedFields ? namedFields[field as FieldName].field : 'object_type';
  return name === 'object_type' ? undefined : name;
}

/** The field by whose values lots are grouped: spellings that a filter does not distinguish are one group. */
export function termOf(field: GroupingField): Field {
  if (field === 'estimate_band') return 'estimates.band';
  const name = spelledField(field);
  return name ? `${name}.folded` : (field as Field);
}

/** The spellings of the values of a group. */
export const spellingsOf = (groupBy: readonly GroupingField[]): Aggregations =>
  Object.assign({}, ...groupBy.map(spellings));

/** The most frequent spelling of a group, where it can have several. */
export function spellings(
  field: GroupingField,
): Record<string, estypes.AggregationsAggregationContainer> | undefined {
  const name = spelledField(field);
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
  // The lots of a laboratory may have others too, which are counted as well.
  const own = spelled.buckets.find((one) => comparable(one.key) === comparable(String(key)));
  return (own ?? spelled.buckets[0])?.key ?? key;
}

/** The lots of a laboratory have the spellings of other laboratories too; few of these are as frequent. */
const maxSpellings = 10;

/** Approximately as the index folds texts. */
const comparable = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const spellingName = (field: GroupingField) => `spelling_of_${field}`;
