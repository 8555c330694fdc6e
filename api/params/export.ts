import Type from 'typebox';
import { boolean, extension, oneOf, oneOfOrImplied } from './parameter.ts';
import type { Rule } from './read-parameters.ts';

/** The formats of a file. */
const exportFormats = ['csv', 'ndjson', 'parquet'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** The only format of every path but the exports: the default, which may be sent. */
export const jsonFormatParam = oneOfOrImplied(['json'], 'json', {
  'x-allowed': 'json; /api/ext/export has all rows of a view as CSV, NDJSON or Parquet',
  description:
    'The format of the response, always JSON. `/api/ext/export` has all rows as CSV, NDJSON or Parquet.',
  examples: ['json'],
  ...extension,
});

/** The parameters that every export has beside those of its view. */
export const exportParams = {
  format: oneOf(exportFormats, {
    description:
      'The format of the file: `csv` with a header line, `ndjson` with one object per line, or `parquet` with typed columns. In CSV an apostrophe precedes text that a spreadsheet would interpret as a formula: = + - @ (full-width too), a tab or a line break at the beginning of a text, and such a sign after a semicolon, tab or line break within it; numbers are unchanged. Lists are joined by semicolons and null is empty. In CSV and Parquet the members of an object have columns of their own, such as `price_usd.median`, and a `filter` is a query string.',
    examples: ['csv'],
    ...extension,
  }),
  bom: boolean({
    description:
      'Whether a CSV file starts with a byte order mark, by which spreadsheets recognize UTF-8. Only with `format=csv`.',
    default: false,
    examples: [true],
    ...extension,
  }),
  page: Type.Optional(
    oneOfOrImplied(['1'], '1', {
      description: 'Always 1, the default: an export is one page with all rows.',
      examples: ['1'],
      ...extension,
    }),
  ),
};

/** A byte order mark belongs to CSV. */
export const exportRules: Rule[] = [
  ({ format, bom }) =>
    bom === true && format !== undefined && format !== 'csv'
      ? {
          parameter: 'bom',
          code: 'conflict',
          message: `bom=true cannot be used together with format=${format}. Send format=csv, or omit bom.`,
        }
      : undefined,
];
