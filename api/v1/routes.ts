import Type from 'typebox';
import { defineRoute, type ExportRoute, type Route } from '../endpoint/define-route.ts';
import { auctionDetail } from './auctions/detail.ts';
import { auctionsLatest } from './auctions/latest.ts';
import { auctionsList } from './auctions/list.ts';
import { rankingsPricePerCarat } from './rankings/price-per-carat.ts';
import { rankingsTopPrice } from './rankings/top-price.ts';
import { statsMarket } from './stats/market.ts';
import { stats } from './stats/stats.ts';
import { statsTrends } from './stats/trends.ts';
import { suggestions } from './suggestions/suggestions.ts';

/** The paths of the specification, in its order; a fixed path before one with braces. */
export const specifiedRoutes: Route[] = [
  auctionsList,
  auctionsLatest,
  auctionDetail,
  stats,
  statsMarket,
  statsTrends,
  rankingsTopPrice,
  rankingsPricePerCarat,
  suggestions,
];

const choice = { 'x-choice': true };

const ApiIndex = Type.Object(
  {
    documentation: Type.String({ description: 'Path of the reference.' }),
    openapi: Type.String({ description: 'Path of the OpenAPI document.' }),
    explorer: Type.String({ description: 'Path of the web page that shows the data.' }),
    paths: Type.Array(
      Type.Object(
        {
          path: Type.String({ description: 'With path parameters in braces.' }),
          summary: Type.String(),
          is_extension: Type.Boolean({
            description: 'Whether the path is an extension of the specification.',
          }),
        },
        { $id: 'ApiPath', title: 'A path of the API', additionalProperties: false },
      ),
    ),
  },
  {
    $id: 'ApiIndex',
    title: 'The paths of the API and their documentation',
    additionalProperties: false,
    ...choice,
  },
);

/** GET /api/v1: lists the other routes. */
export const apiIndex = (others: readonly (Route | ExportRoute)[]): Route =>
  defineRoute({
    path: '/api/v1',
    operationId: 'getIndex',
    tag: 'Index',
    summary: 'Index of the API',
    description: 'Every path with one line about it, and where the API is described.',
    isExtension: true,
    params: {},
    data: ApiIndex,
    examples: [''],
    cost: 'brief',
    async handle() {
      const paths = others.map(({ path, summary, isExtension = false }) => ({
        path,
        summary,
        is_extension: isExtension,
      }));
      return { data: { documentation: '/docs', openapi: '/api/v1/openapi.json', explorer: '/', paths } };
    },
  });
