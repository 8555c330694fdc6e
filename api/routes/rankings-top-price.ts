import Type from 'typebox';
import { choosePrices } from '../endpoint/choose-prices.ts';
import { countPrices } from '../endpoint/count-prices.ts';
import { defineRoute } from '../endpoint/define-route.ts';
import { rankedRows, rankLots } from '../endpoint/rank-lots.ts';
import { jsonFormatParam } from '../params/export.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { fieldsParam } from '../params/list.ts';
import { extensionPagingParams } from '../params/paging.ts';
import { basisParam } from '../params/prices.ts';
import { PricesMeta } from '../present/prices-meta.ts';
import { RankedRecord } from '../present/ranked-record.ts';
import { filterClauses } from '../query/filters.ts';
import { rankedPrice, topPriceRanking } from '../query/rankings.ts';

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
    basis: basisParam,
    fields: Type.Optional(fieldsParam),
    format: Type.Optional(jsonFormatParam),
  },
  rules: filterRules,
  data: Type.Array(RankedRecord),
  paged: true,
  meta: { prices: Type.Optional(PricesMeta) },
  examples: ['', 'gem_name=emerald&limit=3', 'basis=premium&limit=3'],
  isBrief: true,
  async handle({ params, search, state }) {
    const filters = filterClauses(params);
    const value = rankedPrice(params.basis);
    const prices = choosePrices(params, state);
    const [page, counted] = await Promise.all([
      rankLots(search, topPriceRanking(filters, value.field), value, params),
      countPrices(search, filters, prices),
    ]);
    return { ...page, meta: { sort: '-price', prices: prices.present(counted) } };
  },
  rows: ({ params, search, state }) => {
    choosePrices(params, state);
    const value = rankedPrice(params.basis);
    return rankedRows(search, topPriceRanking(filterClauses(params), value.field), value, params.fields);
  },
});
