import type { TProperties } from 'typebox';
import { round } from '../../../mappings/round.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { estimateDecimals } from '../../statistics/fields.ts';
import { figuresOf } from '../../statistics/price-figures.ts';
import { pricesParams, pricesRules } from '../../statistics/prices.ts';
import { basisOf, oneGem, priceChoiceParams } from '../price-model/choice.ts';
import type { ChosenLots } from '../price-model/choose-lots.ts';
import { loadWithin, modelMeta } from '../price-model/load-within.ts';
import { bandsFrom, type CaratRange, jumpWindows } from './size-bands.ts';
import { presentBand, presentJump, SizeCurve, type WeighedPrices } from './size-figures.ts';

const sizeCurveParams = {
  ...filterParams,
  gem_name: oneGem,
  ...priceChoiceParams,
  ...pricesParams,
} satisfies TProperties;

/** GET /api/ext/size-curve */
export const sizeCurve = defineRoute({
  path: '/api/ext/size-curve',
  operationId: 'getSizeCurve',
  tag: 'Price intelligence',
  summary: 'Price per carat by weight of one gem type',
  description:
    'The price per carat of one gem type by weight: its quantiles in bands of equal steps of ln(carat), the local elasticity, and the jumps at 1, 2, 3, 5 and 10 carats by a regression on each side, all with their uncertainty. It uses the lots in the filter that are single stones sold at a known price, with weight and date; `left_out` counts the others. [Price intelligence](/docs/price-intelligence) has the formulas and their limits.',
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
    const { carats, lotsWithin } = byWeight(chosen);
    const { bands: ranges, ratio } = bandsFrom(carats[0] ?? 1, carats.at(-1) ?? 1);
    const bands = (carats.length === 0 ? [] : ranges).map((range) => ({ ...range, ...lotsWithin(range) }));
    return {
      data: {
        n: carats.length,
        left_out: leftOut,
        price_basis: basisOf(params),
        band_ratio: round(ratio, estimateDecimals),
        bands: bands.map((_, place) => presentBand(bands, place, figuresOf(params))),
        jumps: jumpWindows.map((window) => presentJump(window, lotsWithin)),
      },
      meta,
    };
  },
});

/** The weights of the lots in ascending order, and the lots within a range. */
function byWeight({ lots, rows, prices }: ChosenLots) {
  const lightestFirst = Array.from(rows, (row, i) => ({ carat: lots.carat[row]!, price: prices[i]! })).sort(
    (a, b) => a.carat - b.carat,
  );
  const carats = lightestFirst.map(({ carat }) => carat);
  const placeOf = (carat: number) => {
    let [low, high] = [0, carats.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (carats[middle]! < carat) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const lotsWithin = ({ from, below }: CaratRange): WeighedPrices => {
    const some = lightestFirst.slice(placeOf(from), placeOf(below));
    return { carats: some.map(({ carat }) => carat), prices: some.map(({ price }) => price) };
  };
  return { carats, lotsWithin };
}
