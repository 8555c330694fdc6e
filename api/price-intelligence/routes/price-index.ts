import { preparedSince } from '../../../mappings/records-index.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../params/filters.ts';
import { syntheticMeta } from '../../present/totals.ts';
import { allOf, auctionClauses, type Clause } from '../../query/filters.ts';
import { firstDayOf, periodFrom, periodsBetween } from '../../query/periods.ts';
import { requireMapping } from '../../search/index-state.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { baseOfInterval, type PriceIndexParams, priceIndexParams } from '../params/price-index.ts';
import { formulas, type Gap, PriceIndex, presentIndexPeriod, priceBasis } from '../present/price-index.ts';
import { presentRegression } from '../present/price-model.ts';
import { type PeriodMedian, readMarketLots, readMedianEnds } from '../read/read-period-medians.ts';
import { readPriceModel } from '../read/read-price-model.ts';
import { firstComparable, type HedonicModel, indexOf } from '../regression/hedonic-index.ts';
import { minLots } from '../regression/pool-categories.ts';
import { type MedianWithEnds, ratioOfMedians } from '../regression/quantiles.ts';

/** GET /api/ext/price-index */
export const priceIndex = defineRoute({
  path: '/api/ext/price-index',
  operationId: 'getPriceIndex',
  tag: 'Price intelligence',
  summary: 'Price index of one gem type',
  description:
    'The price level of one gem type over time, with the uncertainty of each period, the plain median and the model. It uses the lots in the filter that are single stones sold at a known price, with weight and date; `model.left_out` counts the others. `docs/price-intelligence.md` has the formulas and their limits.',
  isExtension: true,
  params: priceIndexParams,
  rules: [...filterRules, baseOfInterval],
  data: PriceIndex,
  meta: syntheticMeta,
  examples: ['gem_name=ruby', 'gem_name=sapphire&origin=Kashmir&method=median', 'gem_name=emerald&base=2015'],
  async handle({ params, search, state }) {
    requireMapping(state, preparedSince.hedonic);
    const { interval, method } = params;
    const query = allOf(auctionClauses(params));
    const [{ leftOut, synthetic, medians }, model] = await Promise.all([
      readMarketLots(search, query, interval),
      method === 'hedonic' ? readPriceModel(search, query, interval) : undefined,
    ]);
    const index = await indexOfMethod(search, query, params, medians, model);
    const nameOf = (start: string) => periodFrom(interval, start).name;
    const lots = (some: PeriodMedian[]) => some.reduce((sum, { n }) => sum + n, 0);
    const thin = medians.filter(({ n }) => n < minLots);
    return {
      data: {
        base: index.base === undefined ? null : nameOf(index.base),
        periods: periodsOf(params, medians, index).map(presentIndexPeriod),
        model: {
          formula: formulas[method],
          price_basis: priceBasis,
          n: lots(medians) - lots(thin),
          left_out: { ...leftOut, thin_periods: lots(thin) },
          regression: model ? presentRegression(model, nameOf) : null,
        },
      },
      meta: { synthetic_lots: synthetic },
    };
  },
});

async function indexOfMethod(
  search: SearchContext,
  query: Clause,
  { interval, method, base }: PriceIndexParams,
  medians: readonly PeriodMedian[],
  model: HedonicModel | undefined,
): Promise<PeriodIndex> {
  const start = base === undefined ? undefined : firstDayOf(base);
  if (method === 'hedonic') return hedonicIndex(model, start);
  return medianIndex(medians, await readMedianEnds(search, query, interval, medians), start);
}

/** Every period from the first to the last with lots, and its values. */
function periodsOf({ interval }: PriceIndexParams, medians: readonly PeriodMedian[], index: PeriodIndex) {
  if (medians.length === 0) return [];
  const plain = medianIndex(medians, new Map(), index.base);
  const known = new Map(medians.map((median) => [median.start, median]));
  return periodsBetween(interval, medians[0]!.start, medians.at(-1)!.start).map(({ name, start }) => {
    const { n = 0, median = null } = known.get(start) ?? {};
    const beside = plain.at(start);
    return {
      name,
      start,
      n,
      index: n < minLots ? ('too_few_lots' as const) : index.at(start),
      median,
      medianIndex: typeof beside === 'string' ? null : beside.value,
    };
  });
}

/** The index of a period and its interval, where one can be estimated. */
export interface IndexValue {
  value: number;
  low: number | null;
  high: number | null;
}

/** An index by the first days of its periods. */
export interface PeriodIndex {
  /** First day of the period at which it is 100. */
  base: string | undefined;
  at(start: string): IndexValue | Gap;
}

/** @param base first day of the requested period */
export function hedonicIndex(model: HedonicModel | undefined, base?: string): PeriodIndex {
  if (!model) return { base, at: () => 'too_few_lots_in_all' };
  const chosen = base ?? firstComparable(model);
  const hasBase = model.periods.includes(chosen);
  return {
    base: chosen,
    at: (start) => {
      if (!model.periods.includes(start)) return 'too_few_lots';
      return hasBase ? (indexOf(model, start, chosen) ?? 'not_comparable') : 'base_has_no_index';
    },
  };
}

/** @param ends the bounds of medians with an interval */
export function medianIndex(
  medians: readonly PeriodMedian[],
  ends: ReadonlyMap<string, MedianWithEnds>,
  base?: string,
): PeriodIndex {
  const usable = new Map(medians.filter(({ n }) => n >= minLots).map((median) => [median.start, median]));
  const chosen = base ?? usable.keys().next().value;
  const origin = usable.get(chosen ?? '');
  const originEnds = ends.get(chosen ?? '');
  return {
    base: chosen,
    at: (start) => {
      const period = usable.get(start);
      if (!period) return 'too_few_lots';
      if (!origin) return 'base_has_no_index';
      if (start === chosen) return { value: 100, low: 100, high: 100 };
      const value = (100 * period.median) / origin.median;
      const periodEnds = ends.get(start);
      if (!periodEnds || !originEnds) return { value, low: null, high: null };
      const { low, high } = ratioOfMedians(periodEnds, originEnds);
      return { value, low: 100 * low, high: 100 * high };
    },
  };
}
