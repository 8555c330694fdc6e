import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { writeGroupFilter } from '../../filters/grouped-fields.ts';
import { ApiError } from '../../http/errors.ts';
import { auctionFilters } from '../../statistics/auction-lots.ts';
import { basisOf } from '../price-model/choice.ts';
import { among, type ChosenLots, periodOf, startOfPeriod } from '../price-model/choose-lots.ts';
import { loadWithin, modelMeta } from '../price-model/load-within.ts';
import { presentFit } from '../price-model/model-figures.ts';
import { minLots } from '../regression/hedonic-index.ts';
import { type ComparedTrait, compareValues, lotsIn, referenceName } from './compare-values.ts';
import { type PremiaParams, premiaParams, premiaRules } from './premia-params.ts';
import { Premia, presentValues } from './trait-effect-figures.ts';

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
  meta: modelMeta,
  examples: [
    'gem_name=sapphire&reference=Sri Lanka',
    'gem_name=ruby&trait=treatment&interval=decade',
    'gem_name=ruby&trait=price_basis&outliers=leave_out',
  ],
  async handle({ params, search }) {
    const { trait, interval, basis, outliers } = params;
    const choice = { basis, outliers };
    const { chosen, leftOut, meta } = await loadWithin(search, params, choice);
    const all = compareValues(chosen, trait, referenceName(params));
    const { model, reference, rare, unknownLots } = all;
    return {
      data: {
        trait,
        reference: {
          value: reference?.value ?? null,
          lots: reference?.lots ?? 0,
          filter: reference ? filterOf(params, reference.value) : null,
        },
        values: valuesOf(params, all),
        pooled: { values: rare.length, lots: lotsIn(rare) },
        unknown_lots: unknownLots,
        periods: interval === 'all' ? null : periodsOf(params, interval, chosen, reference?.value),
        model: {
          price_basis: basisOf(choice),
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
function thinLots({ lots, rows }: ChosenLots): number {
  const years = Map.groupBy(rows, periodOf(lots, 'year')).values();
  return years.reduce((sum, { length }) => sum + (length < minLots ? length : 0), 0);
}

/** Maximum periods of a response: each is a regression of its own. */
const maxPeriods = 40;

/** The same for each decade or year with lots, oldest first. */
function periodsOf(
  params: PremiaParams,
  interval: 'decade' | 'year',
  chosen: ChosenLots,
  reference: string | undefined,
): Premia['periods'] {
  const length = interval === 'decade' ? 10 : 1;
  const yearOf = periodOf(chosen.lots, 'year');
  const firstOf = (row: number) => yearOf(row) - (yearOf(row) % length);
  const firsts = [...new Set(chosen.rows.values().map(firstOf))].sort((a, b) => a - b);
  if (firsts.length > maxPeriods) throw tooManyPeriods(interval);
  return firsts.map((first) => {
    const lots = among(chosen, (row) => firstOf(row) === first);
    const found = compareValues(lots, params.trait, reference);
    return {
      period: interval === 'decade' ? `${first}s` : String(first),
      start_date: startOfPeriod('year', first),
      n: found.model?.fit.n ?? 0,
      reference_lots: found.reference?.lots ?? 0,
      values: valuesOf(params, found),
    };
  });
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
