import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { writeGroupFilter } from '../../filters/grouped-fields.ts';
import { ApiError } from '../../http/errors.ts';
import { allOf } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses, auctionFilters, countLeftOut } from '../../statistics/auction-lots.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import { basisOf } from '../price-model/choice.ts';
import { inDetail } from '../price-model/detail.ts';
import { presentFit } from '../price-model/model-figures.ts';
import { readIndexLots } from '../price-model/period-medians.ts';
import { minLots } from '../regression/pool-categories.ts';
import { type PremiaParams, premiaParams, premiaRules } from './premia-params.ts';
import {
  type ComparedTrait,
  lotsIn,
  lotsWithin,
  readTraitEffects,
  referenceName,
  stretchesOf,
  type TraitLots,
} from './read-trait-effects.ts';
import { Premia, premiaFormula, presentValues } from './trait-effect-figures.ts';

/** GET /api/ext/premia */
export const premia = defineRoute({
  path: '/api/ext/premia',
  operationId: 'getPremia',
  tag: 'Price intelligence',
  summary: 'What a trait is worth',
  description:
    'What an origin, a treatment, an auction house or a basis of prices is worth against another, by the regression of the price index: factors with 95% intervals, and a reason where the lots of two values do not overlap in weight or time. [Price intelligence](/docs/price-intelligence) has the formulas and their limits.',
  isExtension: true,
  cost: 'model',
  params: premiaParams,
  rules: [...filterRules, ...premiaRules],
  data: Premia,
  meta: { ...syntheticMeta, excluded: Excluded },
  examples: [
    'gem_name=sapphire&reference=Sri Lanka',
    'gem_name=ruby&trait=treatment&interval=decade',
    'gem_name=ruby&trait=price_basis&outliers=leave_out',
  ],
  async handle({ params, search }) {
    const { trait, basis, outliers } = params;
    const query = allOf(auctionClauses(params));
    const choice = { basis, outliers };
    const { leftOut, synthetic, medians } = await readIndexLots(search, query, 'year', choice);
    const lots = { query, trait, choice, reference: referenceName(params), periods: medians };
    const all = await readTraitEffects(search, lots);
    const { model, reference, rare, unknownLots } = all;
    const thin = medians.filter(({ n }) => n < minLots).reduce((sum, { n }) => sum + n, 0);
    return {
      data: inDetail(params, Premia, {
        trait,
        reference: {
          value: reference?.value ?? null,
          lots: reference?.lots ?? 0,
          filter: reference ? filterOf(params, reference.value) : null,
        },
        values: valuesOf(params, all),
        pooled: { values: rare.length, lots: lotsIn(rare) },
        unknown_lots: unknownLots,
        periods: await periodsOf(search, params, { ...lots, reference: reference?.value }),
        model: {
          formula: premiaFormula(trait),
          price_basis: basisOf(choice),
          n: model?.fit.n ?? 0,
          left_out: { ...leftOut, thin_periods: thin },
          fit: model ? presentFit(model.fit) : null,
        },
      }),
      meta: {
        synthetic_lots: synthetic,
        excluded: presentExcluded(0, await countLeftOut(search, params)),
      },
    };
  },
});

/** Maximum periods of a response: each takes three searches. */
const maxPeriods = 40;

async function periodsOf(
  search: SearchContext,
  params: PremiaParams,
  lots: TraitLots,
): Promise<Premia['periods']> {
  const { interval } = params;
  if (interval === 'all') return null;
  const stretches = stretchesOf(interval, lots.periods);
  if (stretches.length > maxPeriods) throw tooManyPeriods(interval);
  const periods: NonNullable<Premia['periods']> = [];
  for (const stretch of stretches) {
    const found = await readTraitEffects(search, lotsWithin(lots, stretch));
    periods.push({
      period: stretch.name,
      start_date: stretch.start,
      n: found.model?.fit.n ?? 0,
      reference_lots: found.reference?.lots ?? 0,
      values: valuesOf(params, found),
    });
  }
  return periods;
}

const valuesOf = (params: PremiaParams, { values }: ComparedTrait) =>
  presentValues(values.map((value) => ({ ...value, filter: filterOf(params, value.value) })));

const filterOf = (params: PremiaParams, value: string) =>
  params.trait === 'price_basis' ? null : writeGroupFilter(auctionFilters(params), { [params.trait]: value });

function tooManyPeriods(interval: string): ApiError {
  const message = `interval: the lots span more than ${maxPeriods} ${interval}s. Narrow the dates, or use longer periods.`;
  return new ApiError('invalid_parameter', {
    details: [{ parameter: 'interval', code: 'too_broad', message }],
  });
}
