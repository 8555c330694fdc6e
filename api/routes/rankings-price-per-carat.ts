import Type from 'typebox';
import { countObjects } from '../endpoint/count-objects.ts';
import { defineRoute } from '../endpoint/define-route.ts';
import { rankedRows, rankLots } from '../endpoint/rank-lots.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { fieldsParam } from '../params/list.ts';
import { extensionPagingParams } from '../params/paging.ts';
import { Excluded, presentExcluded } from '../present/excluded.ts';
import { RankedRecord } from '../present/ranked-record.ts';
import { pricedClauses } from '../query/filters.ts';
import { pricePerCaratRanking, ranked } from '../query/rankings.ts';
import { countLots } from '../search/pagination.ts';

/** GET /api/v1/rankings/price-per-carat */
export const rankingsPricePerCarat = defineRoute({
  path: '/api/v1/rankings/price-per-carat',
  operationId: 'listPricesPerCarat',
  tag: 'Price rankings',
  summary: 'Price-per-carat ranking',
  description:
    'Sold lots with a price and a weight, highest price per carat first, then newest, then the highest id. Lots of several stones are excluded, and watches, boxes and other objects unless `object_type` names them; `meta.excluded` counts them.',
  params: {
    ...extensionPagingParams,
    ...filterParams,
    fields: Type.Optional(fieldsParam),
  },
  rules: filterRules,
  data: Type.Array(RankedRecord),
  paged: true,
  meta: { excluded: Excluded },
  examples: ['', 'gem_name=sapphire&origin=Kashmir&limit=3'],
  isBrief: true,
  async handle({ params, search }) {
    const ranking = pricePerCaratRanking(pricedClauses(params));
    const [page, lots, objects] = await Promise.all([
      rankLots(search, ranking, 'price_per_carat_usd', params),
      countLots(search, ranking.excluded!),
      countObjects(search, params, ranked('price_per_carat_usd')),
    ]);
    return {
      ...page,
      meta: {
        sort: '-price_per_carat',
        excluded: presentExcluded(lots, objects),
      },
    };
  },
  rows: ({ params, search }) =>
    rankedRows(search, pricePerCaratRanking(pricedClauses(params)), 'price_per_carat_usd', params.fields),
});
