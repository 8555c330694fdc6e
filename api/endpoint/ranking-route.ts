import Type from 'typebox';
import type { PriceKind } from '../../mappings/price-amounts.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { fieldsParam } from '../params/list.ts';
import { extensionPagingParams } from '../params/paging.ts';
import { basisParam } from '../params/prices.ts';
import { Excluded, presentExcluded } from '../present/excluded.ts';
import { PricesMeta } from '../present/prices-meta.ts';
import { RankedRecord } from '../present/ranked-record.ts';
import { leftOutObjects, pricedClauses } from '../query/auction-lots.ts';
import type { Clause } from '../query/filters.ts';
import { type RankedField, type RankedValue, type Ranking, ranked } from '../query/rankings.ts';
import { countLots } from '../search/pagination.ts';
import { choosePrices, countPrices } from './choose-prices.ts';
import { defineRoute, type Route } from './define-route.ts';
import { rankedRows, rankLots } from './rank-lots.ts';

interface RankingDescription
  extends Pick<Route, 'path' | 'operationId' | 'summary' | 'description' | 'examples'> {
  /** `meta.sort` */
  sort: string;
  /** What lots are ranked by, for the prices of a basis. */
  rankedBy(basis?: PriceKind): RankedValue;
  /** The ranked lots of a filter. */
  rankingOf(filters: Clause[], field: RankedField): Ranking;
}

/** A path that ranks the sold lots of a filter by a value. */
export function rankingRoute({ sort, rankedBy, rankingOf, ...description }: RankingDescription): Route {
  return defineRoute({
    ...description,
    tag: 'Price rankings',
    params: {
      ...extensionPagingParams,
      ...filterParams,
      basis: basisParam,
      fields: Type.Optional(fieldsParam),
    },
    rules: filterRules,
    data: Type.Array(RankedRecord),
    paged: true,
    meta: { excluded: Excluded, prices: PricesMeta },
    isBrief: true,
    async handle({ params, search }) {
      const filters = pricedClauses(params);
      const value = rankedBy(params.basis);
      const prices = choosePrices(params);
      const ranking = rankingOf(filters, value.field);
      const count = (query: Clause | undefined) => (query ? countLots(search, query) : 0);
      const [page, severalStones, objects, counted] = await Promise.all([
        rankLots(search, ranking, value, params),
        count(ranking.excluded),
        count(leftOutObjects(params, ranked(value.field))),
        countPrices(search, filters, prices),
      ]);
      const excluded = presentExcluded(severalStones, objects);
      return { ...page, meta: { sort, excluded, prices: prices.present(counted) } };
    },
    rows: ({ params, search }) => {
      const value = rankedBy(params.basis);
      return rankedRows(search, rankingOf(pricedClauses(params), value.field), value, params.fields);
    },
  });
}
