import { rankingRoute } from './ranking.ts';

/** GET /api/v1/rankings/price-per-carat */
export const rankingsPricePerCarat = rankingRoute({
  path: '/api/v1/rankings/price-per-carat',
  operationId: 'listPricesPerCarat',
  summary: 'Price-per-carat ranking',
  description:
    'Sold lots with a price and a weight, highest price per carat first, then newest, then the highest id. Lots of several stones are excluded, and watches, boxes and other objects unless `object_type` names them; `meta.excluded` counts them.',
  examples: ['', 'gem_name=sapphire&origin=Kashmir&limit=3'],
  sort: '-price_per_carat',
  rankedBy: 'price_per_carat_usd',
});
