import { recordFieldNames } from '../../mappings/record.ts';
import { extension, integer, listOf, oneOfOrImplied, text } from './parameter.ts';
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

const sorts = [...sortNames.map((name) => `-${name}` as const), ...sortNames];

/** The order of the list. Default: newest first, or with `q` the best matches first. */
export const sortParam = oneOfOrImplied(
  sorts,
  { by: 'q', present: 'relevance', absent: '-date' },
  {
    description:
      'Order of the list; `-` before a name is descending. Missing values come last in both directions; equal values are sorted by id in the same direction. Default `-date`, or with `q`: `relevance`, then date and id, descending; `relevance` needs `q`.',
    examples: ['-price'],
    ...extension,
  },
);

/** Only a text has matches that are better than others. */
export const relevanceNeedsText: Rule = ({ sort, q }) => {
  if (sort !== ('relevance' as string) || q !== undefined) return undefined;
  const message = 'sort: relevance needs the parameter q. Add q, or use another sort.';
  return { parameter: 'sort', code: 'conflict', message, value: 'relevance' };
};

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
    'Counts the values of these fields in `meta.facets`, each without its own filter (gem_name, origin, auction_house, treatment, lab, object_type, the weights, the dates, flags): the 100 values with the most lots. Each value has a `filter` that finds its lots.',
  examples: [['gem_type', 'origin']],
  ...extension,
});

/** The formats of an export. */
const exportFormats = ['csv', 'ndjson'] as const;

/** Exports all matching records as a file. */
export const formatParam = oneOfOrImplied(exportFormats, 'json', {
  description:
    'Exports all matching records instead of a page: `csv` with a header line, or `ndjson` with one object per line; `json`, the default, is a page. `X-Total-Records` has their number. In CSV an apostrophe precedes text that a spreadsheet would interpret as a formula: = + - @ (full-width too), a tab or a line break at the beginning of a text, and such a sign after a semicolon, tab or line break within it; numbers are unchanged. Cannot be combined with page, limit, cursor or facets.',
  examples: ['csv'],
  ...extension,
});

/** An export is complete: paging parameters cannot be combined with it. */
export const exportRules: Rule[] = ['page', 'limit', 'cursor', 'facets'].map((name) =>
  mutuallyExclusive('format', name),
);

/** The id of a record in a path. */
export const recordId = integer({
  description: 'Identifier of the record.',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  examples: [1],
});
