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
import { ranked, topPriceRanking } from '../query/rankings.ts';

/** GET /api/v1/rankings/top-price */
export const rankingsTopPrice = defineRoute({
  path: '/api/v1/rankings/top-price',
  operationId: 'listTopPrices',
  tag: 'Price rankings',
  summary: 'Highest price ranking',
  description:
    'Sold lots with a price, highest price first, then newest, then the highest id. Watches, boxes and other objects are excluded unless `object_type` names them; `meta.excluded` counts them.',
  params: {
    ...extensionPagingParams,
    ...filterParams,
    fields: Type.Optional(fieldsParam),
  },
  rules: filterRules,
  data: Type.Array(RankedRecord),
  paged: true,
  meta: { excluded: Excluded },
  examples: ['', 'gem_name=emerald&limit=3'],
  isBrief: true,
  async handle({ params, search }) {
    const ranking = topPriceRanking(pricedClauses(params));
    const [page, objects] = await Promise.all([
      rankLots(search, ranking, 'price_final_usd', params),
      countObjects(search, params, ranked('price_final_usd')),
    ]);
    return { ...page, meta: { sort: '-price', excluded: presentExcluded(0, objects) } };
  },
  rows: ({ params, search }) =>
    rankedRows(search, topPriceRanking(pricedClauses(params)), 'price_final_usd', params.fields),
});
