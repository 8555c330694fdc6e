import Type from 'typebox';
import { recordFieldNames } from '../../mappings/record.ts';
import { extension, integer, listOf, text } from './parameter.ts';
import { mutuallyExclusive, type Rule } from './read-parameters.ts';

/** The position at which to continue a list. */
export const cursorParam = text({
  description:
    '`meta.next_cursor` of a response with the same filters, q and sort: returns the records that follow it. `limit` and `fields` can differ. Cannot be combined with `page`.',
  maxLength: 500,
  ...extension,
});

/** The fields of the records to send. */
export const fieldsParam = listOf(recordFieldNames, {
  description: 'The fields to return, separated by commas; all by default. `id` is always included.',
  examples: [['title', 'price_final_usd']],
  ...extension,
});

const sortNames = ['date', 'price', 'carat', 'price_per_carat', 'id'] as const;

/** What a list can be sorted by; a `-` prefix sorts descending. */
export type SortName = (typeof sortNames)[number];

/** One key of a sort. */
export type SortKey = SortName | `-${SortName}`;

const sortKeys = [...sortNames.map((name) => `-${name}` as const), ...sortNames];

/** The order of the list. Default: newest first, or with `q` the best matches first. */
export const sortParam = Type.Array(Type.Enum([...sortKeys, 'relevance' as SortKey]), {
  minItems: 1,
  maxItems: sortNames.length,
  uniqueItems: true,
  description:
    'Order of the list, by one or several keys; `-` before a name is descending. Missing values come last in both directions; lots with equal values are sorted by id in the direction of the last key. Default `-date`, or with `q`: `relevance`, then date and id, descending; `relevance` needs `q` and is the only key.',
  examples: [['-price'], ['-price', 'date']],
  'x-ordered': true,
  'x-implied': { by: 'q', present: ['relevance'], absent: ['-date'] },
  ...extension,
});

/** Only a text has matches that are better than others. */
export const relevanceNeedsText: Rule = ({ sort, q }) => {
  const keys = (sort ?? []) as string[];
  if (!keys.includes('relevance') || (keys.length === 1 && q !== undefined)) return undefined;
  const message =
    q === undefined
      ? 'sort: relevance requires q. Add q, or use another sort.'
      : 'sort: relevance cannot be used together with other keys. Send only one of them.';
  return { parameter: 'sort', code: 'conflict', message, value: 'relevance' };
};

/** Keys such as `price,-price` contradict each other. */
export const sortKeysOnce: Rule = ({ sort }) => {
  const names = ((sort ?? []) as SortKey[]).map((key) => key.replace('-', ''));
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice === undefined) return undefined;
  const message = `sort: ${twice} is listed in both directions. List it once.`;
  return { parameter: 'sort', code: 'conflict', message, value: twice };
};

/** The size of a random sample. */
export const sampleParam = integer({
  description:
    'Returns this many lots drawn at random from the filtered ones instead of a page, each with the same probability. The same seed draws the same lots until the data changes; a smaller sample is the beginning of a larger one. Cannot be combined with page, limit, cursor or sort.',
  minimum: 1,
  maximum: 100,
  examples: [10],
  ...extension,
});

/** Selects one of the possible samples. */
export const seedParam = integer({
  description: 'Number that determines which lots `sample` draws; 0 without it.',
  minimum: 0,
  maximum: 2 ** 31 - 1,
  examples: [42],
  ...extension,
});

/** A sample is one page in an order of its own. */
export const sampleRules: Rule[] = [
  ...['page', 'limit', 'cursor', 'sort'].map((name) => mutuallyExclusive('sample', name)),
  (_values, sent) => {
    if (!sent.has('seed') || sent.has('sample')) return undefined;
    const message = 'seed requires sample. Add sample, or omit seed.';
    return { parameter: 'seed', code: 'conflict', message };
  },
];

/** The fields whose values can be counted for a list. */
export const facetNames = [
  'gem_type',
  'origin',
  'auction_house',
  'treatment',
  'lab',
  'object_type',
  'carat_band',
  'year',
  'flags',
] as const;

export type FacetName = (typeof facetNames)[number];

/** The fields to count values of. */
export const facetsParam = listOf(facetNames, {
  description:
    'Counts the values of these fields in `meta.facets`, each without its own filter (gem_name, origin, auction_house, treatment, lab, object_type, carat_band and the weights, year and the dates, flags): the 100 values with the most lots. Each value has a `filter` that finds its lots.',
  examples: [['gem_type', 'origin']],
  ...extension,
});

/** The id of a record in a path. */
export const recordId = integer({
  description: 'Identifier of the record.',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  examples: [1],
});
