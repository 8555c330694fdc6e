import { defineRoute } from '../../endpoint/define-route.ts';
import { type FilterParams, filterRules } from '../../filters/filter-params.ts';
import { ordered } from '../../parameters/read-parameters.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { firstDayOf, periodFrom, periodsBetween } from '../../statistics/periods.ts';
import { figuresOf } from '../../statistics/price-figures.ts';
import { basisOf, type IndexInterval } from '../price-model/choice.ts';
import type { LoadedLot } from '../price-model/load-lots.ts';
import { loadWithin, modelMeta } from '../price-model/load-within.ts';
import { presentFit } from '../price-model/model-figures.ts';
import { modelOfLots, periodOf } from '../price-model/price-model.ts';
import { type HedonicModel, indexOf, minLots } from '../regression/hedonic-index.ts';
import { type Interval, quantileOf } from '../regression/quantiles.ts';
import { type Gap, PriceIndex, presentChange, presentIndexPeriod } from './index-figures.ts';
import { periodsOfInterval, priceIndexParams, withinPeriods } from './price-index-params.ts';

/** GET /api/ext/price-index */
export const priceIndex = defineRoute({
  path: '/api/ext/price-index',
  operationId: 'getPriceIndex',
  tag: 'Price intelligence',
  summary: 'Price index of one gem type',
  description:
    'The price level of one gem type over time, with the uncertainty of each period and the plain median. It uses the lots in the filter that are single stones sold at a known price, with weight and date; `model.left_out` counts the others. [Price intelligence](/docs/price-intelligence) has the formulas and their limits.',
  isExtension: true,
  cost: 'model',
  params: priceIndexParams,
  rules: [...filterRules, ...periodsOfInterval, ordered('from', 'to')],
  data: PriceIndex,
  meta: modelMeta,
  examples: ['gem_name=ruby', 'gem_name=sapphire&origin=Kashmir', 'gem_name=emerald&from=2015&to=2019'],
  async handle({ params: asked, search }) {
    const params = withinPeriods(asked);
    const { interval, basis, dollars } = params;
    const choice = { basis, dollars };
    const { chosen, leftOut, meta } = await loadWithin(search, params, { ...choice, interval });
    const model = modelOfLots(chosen, interval);
    const medians = mediansOf(chosen, interval);
    const base = params.base === undefined ? firstOf(model) : firstDayOf(params.base);
    const nameOf = (start: string) => periodFrom(interval, start).name;
    const lots = medians.values().reduce((sum, { n }) => sum + n, 0);
    const thin = medians.values().reduce((sum, { n }) => sum + (n < minLots ? n : 0), 0);
    return {
      data: {
        base: base === undefined ? null : nameOf(base),
        periods: periodsOf(medians, interval).map(({ name, start }) => {
          const { n = 0, median = null } = medians.get(start) ?? {};
          const values = { name, start, n, median, medianIndex: medianIndexOf(medians, start, base) };
          return presentIndexPeriod(
            { ...values, index: n < minLots ? 'too_few_lots' : indexIn(model, start, base) },
            figuresOf({ dollars }),
          );
        }),
        change: changeOf(model, medians, nameOf),
        model: {
          price_basis: basisOf(choice),
          n: lots - thin,
          left_out: { ...leftOut, thin_periods: thin },
          fit: presentFit(model),
        },
      },
      meta,
    };
  },
});

/** The lots of a period, and their median price per carat, by its first day. */
type Medians = ReadonlyMap<string, { n: number; median: number }>;

/** Every period with lots. */
const mediansOf = (chosen: readonly LoadedLot[], interval: IndexInterval): Medians =>
  new Map(
    [...Map.groupBy(chosen, periodOf(interval))].map(([period, some]) => {
      const prices = some.map(({ price }) => price!).sort((a, b) => a - b);
      return [period, { n: prices.length, median: quantileOf(prices, 0.5)! }];
    }),
  );

/** Every period from the first to the last with lots. */
function periodsOf(medians: Medians, interval: IndexInterval) {
  const starts = [...medians.keys()].sort();
  return starts.length === 0 ? [] : periodsBetween(interval, starts[0]!, starts.at(-1)!);
}

/** The first period that can be compared with the one of most lots. */
const firstOf = (model: HedonicModel | undefined) =>
  model?.periods.find((period) => indexOf(model, period, model.reference) !== undefined);

/** The index of a period with enough lots. */
function indexIn(model: HedonicModel | undefined, start: string, base: string | undefined): Interval | Gap {
  if (!model) return 'too_few_lots_in_all';
  if (base === undefined || !model.periods.includes(base)) return 'base_has_no_index';
  if (!model.periods.includes(start)) return 'too_few_lots';
  return indexOf(model, start, base) ?? 'not_comparable';
}

function medianIndexOf(medians: Medians, start: string, base: string | undefined): number | null {
  const [period, origin] = [medians.get(start), medians.get(base ?? '')];
  if (!period || !origin || Math.min(period.n, origin.n) < minLots) return null;
  return (100 * period.median) / origin.median;
}

/**
 * The change from one period to another; by default from the first one with an index to the last one that can be compared
 * with it. Null where one of them has no index.
 */
function changeOf(
  model: HedonicModel | undefined,
  medians: Medians,
  nameOf: (start: string) => string,
  first = firstOf(model),
  last = model?.periods.findLast((period) => typeof indexIn(model, period, first) === 'object'),
) {
  if (first === undefined || last === undefined || first === last) return null;
  const change = indexIn(model, last, first);
  if (typeof change === 'string') return null;
  return presentChange(nameOf(first), nameOf(last), change, medianIndexOf(medians, last, first));
}

/** The change of the price index of the lots of a filter from one year to another; null where one of them has no index. */
export async function changesOfYears(search: SearchContext, params: FilterParams) {
  const { chosen } = await loadWithin(search, params, { interval: 'year' });
  const [model, medians] = [modelOfLots(chosen, 'year'), mediansOf(chosen, 'year')];
  return (from: string, to: string) =>
    changeOf(model, medians, (start) => start.slice(0, 4), firstDayOf(from), firstDayOf(to));
}
