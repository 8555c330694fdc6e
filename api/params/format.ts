import { extension, oneOf } from './parameter.ts';
import { notTogether, type Rule } from './rules.ts';

/** The formats of an export. */
const exportFormats = ['csv', 'ndjson'] as const;

/** Sends the whole filtered set as a file. */
export const formatParam = oneOf(exportFormats, {
  description:
    'Sends every record of the filters instead of a page: `csv` with a header line, or `ndjson`, one object a line. `X-Total-Records` tells how many. In CSV an apostrophe stands before what a spreadsheet would take for a formula: = + - @ (full-width too), a tab or a line break at the beginning of a text, and such a sign after a semicolon, tab or line break within it; numbers are left as they are. Not with page, limit, cursor or facets.',
  examples: ['csv'],
  ...extension,
});

/** An export is whole: what belongs to pages does not go with it. */
export const exportRules: Rule[] = ['page', 'limit', 'cursor', 'facets'].map((name) =>
  notTogether('format', name),
);
