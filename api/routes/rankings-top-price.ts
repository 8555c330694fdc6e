import Type from 'typebox';
import { defineRoute } from '../endpoint/define-route.ts';
import { rankedRows, rankLots } from '../endpoint/rank-lots.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { fieldsParam } from '../params/list.ts';
import { extensionPagingParams } from '../params/paging.ts';
import { RankedRecord } from '../present/ranked-record.ts';
import { filterClauses } from '../query/filters.ts';
import { topPriceRanking } from '../query/rankings.ts';

/** GET /api/v1/rankings/top-price */
export const rankingsTopPrice = defineRoute({
  path: '/api/v1/rankings/top-price',
  operationId: 'listTopPrices',
  tag: 'Price rankings',
  summary: 'Highest price ranking',
  description: 'Sold lots with a price, highest price first, then newest, then the highest id.',
  params: {
    ...extensionPagingParams,
    ...filterParams,
    fields: Type.Optional(fieldsParam),
  },
  rules: filterRules,
  data: Type.Array(RankedRecord),
  paged: true,
  examples: ['', 'gem_name=emerald&limit=3'],
  isBrief: true,
  async handle({ params, search }) {
    const ranking = topPriceRanking(filterClauses(params));
    return {
      ...(await rankLots(search, ranking, 'price_final_usd', params)),
      meta: { sort: '-price' },
    };
  },
  rows: ({ params, search }) =>
    rankedRows(search, topPriceRanking(filterClauses(params)), 'price_final_usd', params.fields),
});
