import type { TProperties } from 'typebox';
import {
  type ExportRoute,
  pageParams,
  type RequestContext,
  type Route,
} from '../../endpoint/define-route.ts';
import { boolean, extensions, oneOf, oneOfOrImplied } from '../../parameters/kinds.ts';
import type { Rule } from '../../parameters/read-parameters.ts';
import { parquetWriter } from './parquet-writer.ts';
import { csvWriter, type ExportWriter, ndjsonWriter } from './text-writers.ts';

/**
 * GET /api/ext/export/{view}: all rows of a view as a file.
 * @param routes those whose rows are exported
 */
export const exportRoutes = (routes: readonly Route[]): ExportRoute[] =>
  exportedViews.map((view) => exportOf(view, routes));

const exportedViews: ExportDescription[] = [
  {
    path: '/api/v1/auctions',
    view: 'auctions',
    operationId: 'exportAuctions',
    summary: 'Export auction records',
    rows: 'Every record that meets the filters',
    examples: [
      'format=csv&gem_name=ruby&origin=Burma',
      'format=ndjson&sort=-price&fields=title,price_final_usd',
    ],
  },
  {
    path: '/api/v1/stats/market',
    view: 'market',
    operationId: 'exportMarket',
    summary: 'Export market statistics',
    rows: 'Every group',
    examples: ['format=csv&group_by=origin,carat_band&gem_name=ruby'],
  },
  {
    path: '/api/v1/stats/trends',
    view: 'trends',
    operationId: 'exportTrends',
    summary: 'Export trend statistics',
    rows: 'Every period',
    examples: ['format=csv&interval=quarter&gem_name=sapphire'],
  },
  {
    path: '/api/v1/rankings/top-price',
    view: 'top-price',
    operationId: 'exportTopPrices',
    summary: 'Export the highest price ranking',
    rows: 'Every ranked lot with its rank',
    examples: ['format=csv&gem_name=emerald'],
  },
  {
    path: '/api/v1/rankings/price-per-carat',
    view: 'price-per-carat',
    operationId: 'exportPricesPerCarat',
    summary: 'Export the price-per-carat ranking',
    rows: 'Every ranked lot with its rank',
    examples: ['format=csv&gem_name=sapphire&origin=Kashmir'],
  },
];

const writers: Record<ExportFormat, (fields: TProperties, spreadsheet: boolean) => ExportWriter> = {
  csv: csvWriter,
  ndjson: () => ndjsonWriter,
  parquet: parquetWriter,
};

interface ExportDescription extends Pick<ExportRoute, 'operationId' | 'summary' | 'examples'> {
  /** The path whose rows it has. */
  path: string;
  view: string;
  /** The rows in words. */
  rows: string;
}

/** The export of all rows of a route, with its parameters, except those of a page. */
function exportOf(
  { path, view, rows, ...description }: ExportDescription,
  routes: readonly Route[],
): ExportRoute {
  const route = routes.find((one) => one.path === path)!;
  const params = { ...exportParams, ...withoutPage(route.params) };
  return {
    ...description,
    path: `/api/ext/export/${view}`,
    tag: 'Exports',
    description: `${rows}, in the order and with the fields of \`${route.path}\`, from one state of the data. \`X-Total-Records\` has the number of rows and \`X-Data-Version\` the version of the data. A failure breaks the connection, so that no partial file looks complete.`,
    isExtension: true,
    contents: exportContents,
    params,
    rules: [...(route.rules ?? []), ...exportRules],
    async export(request: RequestContext<never>) {
      const { format, spreadsheet } = request.params as {
        format: ExportFormat;
        spreadsheet: boolean;
      };
      const snapshot = await request.search.snapshot();
      try {
        const { fields, total, batches } = await route.rows!({ ...request, search: snapshot });
        const writer = writers[format](fields, spreadsheet);
        // Read before the status is sent, so that a failure of the first batch is an error and not a broken file.
        const first = await batches.next();
        return {
          contentType: writer.contentType,
          fileName: `${view}_${request.state.dataVersion}.${format}`,
          total,
          close: snapshot.close,
          chunks: () => writer.write(startingWith(first, batches)),
        };
      } catch (error) {
        await snapshot.close();
        throw error;
      }
    },
  };
}

/** All batches, of which the first has been read. */
async function* startingWith<Batch>(first: IteratorResult<Batch, void>, others: AsyncGenerator<Batch, void>) {
  if (first.done) return;
  yield first.value;
  yield* others;
}

function withoutPage(params: TProperties): TProperties {
  const others = { ...params };
  for (const name of pageParams) delete others[name];
  return others;
}

/** The responses of an export. */
const exportContents = {
  'text/csv': {
    schema: { type: 'string', description: 'A header line, then one line per row (RFC 4180).' },
    'x-extension': true,
  },
  'application/x-ndjson': {
    schema: { type: 'string', description: 'One JSON object per line, as in `data` of the view.' },
    'x-extension': true,
  },
  'application/vnd.apache.parquet': {
    schema: {
      type: 'string',
      format: 'binary',
      description: 'Apache Parquet with the columns of CSV, typed.',
    },
    'x-extension': true,
  },
};

/** The formats of a file. */
const exportFormats = ['csv', 'ndjson', 'parquet'] as const;

type ExportFormat = (typeof exportFormats)[number];

/** The parameters of every export, besides those of its view. */
const exportParams = extensions({
  format: oneOf(exportFormats, {
    description:
      'The format of the file: `csv` with a header line, `ndjson` with one object per line, or `parquet` with typed columns. In CSV an apostrophe precedes text that a spreadsheet would interpret as a formula: = + - @ (full-width too), a tab or a line break at the beginning of a text, and such a sign after a semicolon, tab or line break within it; numbers are unchanged. Lists are joined by semicolons and null is empty. In CSV and Parquet the members of an object have columns of their own, such as `price_usd.median`, and a `filter` is a query string.',
    examples: ['csv'],
  }),
  spreadsheet: boolean({
    description:
      'Whether a CSV file is for Excel and other spreadsheets: it starts with a byte order mark, by which they recognize UTF-8, and ids, days and texts that begin with a digit are written as text (`="9007199254740991"`), because spreadsheets round long numbers and change days. Only with `format=csv`.',
    default: false,
    examples: [true],
  }),
  page: oneOfOrImplied(['1'], '1', {
    description: 'Always 1, the default: an export is one page with all rows.',
    examples: ['1'],
  }),
});

/** Only a CSV file is changed for spreadsheets. */
const exportRules: Rule[] = [
  ({ format, spreadsheet }) =>
    spreadsheet === true && format !== undefined && format !== 'csv'
      ? {
          parameter: 'spreadsheet',
          code: 'conflict',
          message: `spreadsheet=true cannot be used together with format=${format}. Send format=csv, or omit spreadsheet.`,
        }
      : undefined,
];
