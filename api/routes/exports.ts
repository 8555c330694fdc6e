import type { TProperties } from 'typebox';
import { type ExportRoute, pageParams, type RequestContext, type Route } from '../endpoint/define-route.ts';
import { type ExportFormat, exportParams, exportRules } from '../params/export.ts';
import { csvWriter, type ExportWriter, ndjsonWriter } from '../present/export.ts';
import { exportFileName } from '../present/file-name.ts';
import { parquetWriter } from '../present/parquet.ts';
import { auctionsList } from './auctions-list.ts';
import { rankingsPricePerCarat } from './rankings-price-per-carat.ts';
import { rankingsTopPrice } from './rankings-top-price.ts';
import { statsMarket } from './stats-market.ts';
import { statsTrends } from './stats-trends.ts';

/** GET /api/ext/export/{view}: all rows of a view as a file. */
export const exportRoutes: ExportRoute[] = [
  exportOf(auctionsList, {
    view: 'auctions',
    operationId: 'exportAuctions',
    summary: 'Export auction records',
    rows: 'Every record that meets the filters',
    examples: [
      'format=csv&gem_name=ruby&origin=Burma',
      'format=ndjson&sort=-price&fields=title,price_final_usd',
    ],
  }),
  exportOf(statsMarket, {
    view: 'market',
    operationId: 'exportMarket',
    summary: 'Export market statistics',
    rows: 'Every group',
    examples: ['format=csv&group_by=origin,carat_band&gem_name=ruby'],
  }),
  exportOf(statsTrends, {
    view: 'trends',
    operationId: 'exportTrends',
    summary: 'Export trend statistics',
    rows: 'Every period',
    examples: ['format=csv&interval=quarter&gem_name=sapphire'],
  }),
  exportOf(rankingsTopPrice, {
    view: 'top-price',
    operationId: 'exportTopPrices',
    summary: 'Export the highest price ranking',
    rows: 'Every ranked lot with its rank',
    examples: ['format=csv&gem_name=emerald'],
  }),
  exportOf(rankingsPricePerCarat, {
    view: 'price-per-carat',
    operationId: 'exportPricesPerCarat',
    summary: 'Export the price-per-carat ranking',
    rows: 'Every ranked lot with its rank',
    examples: ['format=csv&gem_name=sapphire&origin=Kashmir'],
  }),
];

const writers: Record<ExportFormat, (fields: TProperties, bom: boolean) => ExportWriter> = {
  csv: csvWriter,
  ndjson: () => ndjsonWriter,
  parquet: parquetWriter,
};

interface ExportDescription extends Pick<ExportRoute, 'operationId' | 'summary' | 'examples'> {
  view: string;
  /** The rows in words. */
  rows: string;
}

/** The export of all rows of a route, with its parameters, except those of a page. */
function exportOf(route: Route, { view, rows, ...description }: ExportDescription): ExportRoute {
  const params = { ...exportParams, ...withoutPage(route.params) };
  return {
    ...description,
    path: `/api/ext/export/${view}`,
    tag: 'Exports',
    description: `${rows}, in the order and with the fields of \`${route.path}\`, from one state of the data. \`X-Total-Records\` has the number of rows and \`X-Data-Version\` the version of the data. A failure breaks the connection, so that no partial file looks complete.`,
    isExtension: true,
    params,
    rules: [...(route.rules ?? []), ...exportRules],
    async export(request: RequestContext<never>) {
      const { format, bom, ...shown } = request.params as { format: ExportFormat; bom: boolean };
      const { fields, total, batches, close } = await route.rows!(request);
      const writer = writers[format](fields, bom);
      return {
        contentType: writer.contentType,
        fileName: exportFileName(view, shown, request.state.dataVersion, format),
        total,
        close,
        chunks: () => writer.write(batches()),
      };
    },
  };
}

function withoutPage(params: TProperties): TProperties {
  const others = { ...params };
  for (const name of pageParams) delete others[name];
  return others;
}
