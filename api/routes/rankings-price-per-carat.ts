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
import { pricePerCaratRanking, ranked, rankedPricePerCarat } from '../query/rankings.ts';
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
    basis: basisParam,
    fields: Type.Optional(fieldsParam),
  },
  rules: filterRules,
  data: Type.Array(RankedRecord),
  paged: true,
  meta: { excluded: Excluded, prices: Type.Optional(PricesMeta) },
  examples: ['', 'gem_name=sapphire&origin=Kashmir&limit=3'],
  isBrief: true,
  async handle({ params, search, state }) {
    const filters = pricedClauses(params);
    const value = rankedPricePerCarat(params.basis);
    const prices = choosePrices(params, state);
    const ranking = pricePerCaratRanking(filters, value.field);
    const [page, lots, objects, counted] = await Promise.all([
      rankLots(search, ranking, value, params),
      countLots(search, ranking.excluded!),
      countObjects(search, params, ranked(value.field)),
      countPrices(search, filters, prices),
    ]);
    return {
      ...page,
      meta: {
        sort: '-price_per_carat',
        excluded: presentExcluded(lots, objects),
        prices: prices.present(counted),
      },
    };
  },
  rows: ({ params, search, state }) => {
    choosePrices(params, state);
    const value = rankedPricePerCarat(params.basis);
    return rankedRows(search, pricePerCaratRanking(pricedClauses(params), value.field), value, params.fields);
  },
});
