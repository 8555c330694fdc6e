import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { writeGroupFilter } from '../../filters/grouped-fields.ts';
import { auctionFilters } from '../../statistics/auction-lots.ts';
import { basisOf } from '../price-model/choice.ts';
import type { LoadedLot } from '../price-model/load-lots.ts';
import { loadWithin, modelMeta } from '../price-model/load-within.ts';
import { presentFit } from '../price-model/model-figures.ts';
import { periodOf } from '../price-model/price-model.ts';
import { minLots } from '../regression/hedonic-index.ts';
import { compareValues, lotsIn } from './compare-values.ts';
import { type PremiaParams, premiaParams } from './premia-params.ts';
import { Premia, presentValues } from './trait-effect-figures.ts';

/** GET /api/ext/premia */
export const premia = defineRoute({
  path: '/api/ext/premia',
  operationId: 'getPremia',
  tag: 'Price intelligence',
  summary: 'What a trait is worth',
  description:
    'What an origin, a treatment or an auction house is worth against the most frequent one, by the regression of the price index: factors with 95% intervals, and a reason where the lots of two values do not overlap in weight or time. [Price intelligence](/docs/price-intelligence) has the formulas and their limits.',
  isExtension: true,
  cost: 'model',
  params: premiaParams,
  rules: filterRules,
  data: Premia,
  meta: modelMeta,
  examples: ['gem_name=sapphire', 'gem_name=ruby&trait=treatment'],
  async handle({ params, search }) {
    const { trait, basis } = params;
    const { chosen, leftOut, meta } = await loadWithin(search, params, { basis });
    const { model, reference, rare, unknownLots, values } = compareValues(chosen, trait);
    return {
      data: {
        trait,
        reference: {
          value: reference?.value ?? null,
          lots: reference?.lots ?? 0,
          filter: reference ? filterOf(params, reference.value) : null,
        },
        values: presentValues(values.map((one) => ({ ...one, filter: filterOf(params, one.value) }))),
        pooled: { values: rare.length, lots: lotsIn(rare) },
        unknown_lots: unknownLots,
        model: {
          price_basis: basisOf({ basis }),
          n: model?.fit.n ?? 0,
          left_out: { ...leftOut, thin_periods: thinLots(chosen) },
          fit: presentFit(model),
        },
      },
      meta,
    };
  },
});

/** The lots of years that have too few. */
function thinLots(lots: readonly LoadedLot[]): number {
  const years = Map.groupBy(lots, periodOf('year')).values();
  return years.reduce((sum, { length }) => sum + (length < minLots ? length : 0), 0);
}

const filterOf = (params: PremiaParams, value: string) =>
  writeGroupFilter(auctionFilters(params), { [params.trait]: value });
