import type { TProperties } from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { figuresOf } from '../../statistics/price-figures.ts';
import { pricesParams, pricesRules } from '../../statistics/prices.ts';
import { basisOf, oneGem } from '../price-model/choice.ts';
import { loadWithin, modelMeta } from '../price-model/load-within.ts';
import { bandsFrom } from './size-bands.ts';
import { presentBand, SizeCurve } from './size-figures.ts';

const sizeCurveParams = {
  ...filterParams,
  gem_name: oneGem,
  ...pricesParams,
} satisfies TProperties;

/** GET /api/ext/size-curve */
export const sizeCurve = defineRoute({
  path: '/api/ext/size-curve',
  operationId: 'getSizeCurve',
  tag: 'Price intelligence',
  summary: 'Price per carat by weight of one gem type',
  description:
    'The price per carat of one gem type by weight: its quantiles in bands of equal steps of ln(carat), and the local elasticity, with their uncertainty. It uses the lots in the filter that are single stones sold at a known price, with weight and date; `left_out` counts the others. [Price intelligence](/docs/price-intelligence) has the formulas and their limits.',
  isExtension: true,
  cost: 'model',
  params: sizeCurveParams,
  rules: [...filterRules, ...pricesRules],
  data: SizeCurve,
  meta: modelMeta,
  examples: ['gem_name=ruby', 'gem_name=sapphire&origin=Kashmir'],
  async handle({ params, search }) {
    const { chosen, leftOut: counted, meta } = await loadWithin(search, params, params);
    const { dated_by_year_only: _, ...leftOut } = counted;
    const lots = chosen.map(({ carat, price }) => ({ carat, price: price! }));
    const [lightest, heaviest] = lots.reduce(
      ([least, most], { carat }) => [Math.min(least, carat), Math.max(most, carat)],
      [Infinity, 0],
    );
    const bands = bandsFrom(lightest, heaviest).map((band) => ({
      ...band,
      lots: lots.filter(({ carat }) => carat >= band.from && carat < band.below),
    }));
    return {
      data: {
        n: lots.length,
        left_out: leftOut,
        price_basis: basisOf(params),
        bands: bands.map((_, place) => presentBand(bands, place, figuresOf(params))),
      },
      meta,
    };
  },
});
