import { rankingRoute } from './ranking.ts';

/** GET /api/v1/rankings/top-price */
export const rankingsTopPrice = rankingRoute({
  path: '/api/v1/rankings/top-price',
  operationId: 'listTopPrices',
  summary: 'Highest price ranking',
  description:
    'Sold lots with a price, highest price first, then newest, then the highest id. Watches, boxes and other objects are excluded unless `object_type` names them; `meta.excluded` counts them.',
  examples: ['', 'gem_name=emerald&limit=3', 'basis=premium&limit=3'],
  sort: '-price',
  rankedBy: 'price_usd',
});
