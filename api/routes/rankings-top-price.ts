import Type from 'typebox';
import { choosePrices } from '../endpoint/choose-prices.ts';
import { countObjects } from '../endpoint/count-objects.ts';
import { countPrices } from '../endpoint/count-prices.ts';
import { defineRoute } from '../endpoint/define-route.ts';
import { rankedRows, rankLots } from '../endpoint/rank-lots.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { fieldsParam } from '../params/list.ts';
import { extensionPagingParams } from '../params/paging.ts';
import { basisParam } from '../params/prices.ts';
import { Excluded, presentExcluded } from '../present/excluded.ts';
import { PricesMeta } from '../present/prices-meta.ts';
import { RankedRecord } from '../present/ranked-record.ts';
import { pricedClauses } from '../query/filters.ts';
import { ranked, rankedPrice, topPriceRanking } from '../query/rankings.ts';

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
    basis: basisParam,
    fields: Type.Optional(fieldsParam),
  },
  rules: filterRules,
  data: Type.Array(RankedRecord),
  paged: true,
  meta: { excluded: Excluded, prices: Type.Optional(PricesMeta) },
  examples: ['', 'gem_name=emerald&limit=3', 'basis=premium&limit=3'],
  isBrief: true,
  async handle({ params, search, state }) {
    const filters = pricedClauses(params);
    const value = rankedPrice(params.basis);
    const prices = choosePrices(params, state);
    const [page, objects, counted] = await Promise.all([
      rankLots(search, topPriceRanking(filters, value.field), value, params),
      countObjects(search, params, ranked(value.field)),
      countPrices(search, filters, prices),
    ]);
    const excluded = presentExcluded(0, objects);
    return { ...page, meta: { sort: '-price', excluded, prices: prices.present(counted) } };
  },
  rows: ({ params, search, state }) => {
    choosePrices(params, state);
    const value = rankedPrice(params.basis);
    return rankedRows(search, topPriceRanking(pricedClauses(params), value.field), value, params.fields);
  },
});
