import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../params/filters.ts';
import { figuresOf } from '../../present/price-figures.ts';
import { PricesMeta } from '../../present/prices-meta.ts';
import { syntheticMeta } from '../../present/totals.ts';
import { auctionClauses, pricedClauses } from '../../query/auction-lots.ts';
import { allOf, type Clause } from '../../query/filters.ts';
import { firstDayOf, periodFrom, periodsBetween } from '../../query/periods.ts';
import type { SearchContext } from '../../search/search-context.ts';
import {
  bothPeriods,
  type PriceIndexParams,
  periodsOfInterval,
  priceIndexParams,
} from '../params/price-index.ts';
import {
  basisOf,
  formulas,
  PriceIndex,
  presentChange,
  presentIndexPeriod,
  type UnroundedIndexPeriod,
} from '../present/price-index.ts';
import { presentRegression } from '../present/price-model.ts';
import { pricesMeta } from '../present/prices-of-model.ts';
import { type PeriodMedian, readMarketLots, readMedianEnds } from '../read/read-period-medians.ts';
import { readPriceModel } from '../read/read-price-model.ts';
import { readSmoothedIndex } from '../read/read-smoothed-index.ts';
import { type HedonicModel, indexOf } from '../regression/hedonic-index.ts';
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
  rules: [...filterRules, ...periodsOfInterval, bothPeriods],
  data: PriceIndex,
  meta: { ...syntheticMeta, prices: Type.Optional(PricesMeta) },
  examples: [
    'gem_name=ruby',
    'gem_name=sapphire&origin=Kashmir&method=median',
    'gem_name=emerald&base=2015&from=2015&to=2019',
  ],
  async handle({ params, search }) {
    const { interval, method, basis, dollars, outliers } = params;
    const choice = { basis, dollars, outliers };
    const query = allOf(auctionClauses(params));
    const [{ leftOut, synthetic, medians, prices }, model, smoothedAt] = await Promise.all([
      readMarketLots(search, query, interval, choice),
      method === 'hedonic' ? readPriceModel(search, query, interval, undefined, { choice }) : undefined,
      params.smoothed && method === 'hedonic'
        ? readSmoothedIndex(
            search,
            query,
            interval,
            { query: marketOf(params), gem: params.gem_name[0]! },
            choice,
          )
        : undefined,
    ]);
    const indexFrom = await indexOfMethod(search, query, params, medians, model);
    const figures = figuresOf({ dollars });
    const index = indexFrom(params.base);
    const nameOf = (start: string) => periodFrom(interval, start).name;
    const lots = (some: PeriodMedian[]) => some.reduce((sum, { n }) => sum + n, 0);
    const thin = medians.filter(({ n }) => n < minLots);
    return {
      data: {
        base: index.base === undefined ? null : nameOf(index.base),
        periods: periodsOf(params, medians, index, smoothedAt).map((period) =>
          presentIndexPeriod(period, figures),
        ),
        change: changeOf(params, indexFrom),
        model: {
          formula: formulas[method],
          price_basis: basisOf(choice),
          n: lots(medians) - lots(thin),
          left_out: { ...leftOut, thin_periods: lots(thin) },
          regression: model ? presentRegression(model, nameOf) : null,
        },
      },
      meta: { synthetic_lots: synthetic, ...(prices && { prices: pricesMeta(choice, prices, leftOut) }) },
    };
  },
});

/** The lots of all gem types at the requested times. */
const marketOf = ({ date_from, date_to, year }: PriceIndexParams) =>
  allOf(pricedClauses({ date_from, date_to, year }));

/** The index of the requested method, by the name of its base. */
async function indexOfMethod(
  search: SearchContext,
  query: Clause,
  { interval, method, basis, dollars, outliers }: PriceIndexParams,
  medians: readonly PeriodMedian[],
  model: HedonicModel | undefined,
): Promise<(base: string | undefined) => PeriodIndex> {
  const startOf = (name: string | undefined) => (name === undefined ? undefined : firstDayOf(name));
  if (method === 'hedonic') return (base) => hedonicIndex(model, startOf(base));
  const ends = await readMedianEnds(search, query, interval, medians, { basis, dollars, outliers });
  return (base) => medianIndex(medians, ends, startOf(base));
}

function changeOf({ from, to }: PriceIndexParams, indexFrom: (base: string) => PeriodIndex) {
  if (from === undefined || to === undefined) return null;
  return presentChange(from, to, indexFrom(from).at(firstDayOf(to)));
}

type SmoothedAt = Awaited<ReturnType<typeof readSmoothedIndex>>;

/** Every period from the first to the last with lots, and its values. */
function periodsOf(
  { interval }: PriceIndexParams,
  medians: readonly PeriodMedian[],
  index: PeriodIndex,
  smoothedAt: SmoothedAt | undefined,
) {
  if (medians.length === 0) return [];
  const { base } = index;
  const hasBase = base !== undefined && typeof index.at(base) !== 'string';
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
      smoothed: hasBase ? smoothedAt?.(base, start) : undefined,
    };
  });
}

/** An index by the first days of its periods. */
interface PeriodIndex {
  /** First day of the period at which it is 100. */
  base: string | undefined;
  at(start: string): UnroundedIndexPeriod['index'];
}

/** @param base first day of the requested period */
function hedonicIndex(model: HedonicModel | undefined, base?: string): PeriodIndex {
  if (!model) return { base, at: () => 'too_few_lots_in_all' };
  const chosen = base ?? model.reference;
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
function medianIndex(
  medians: readonly PeriodMedian[],
  ends: ReadonlyMap<string, MedianWithEnds>,
  base?: string,
): PeriodIndex {
  const usable = new Map(medians.filter(({ n }) => n >= minLots).map((median) => [median.start, median]));
  const chosen = base ?? mostLots([...usable.values()]);
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

/** The first day of the period with the most lots, the earlier of equal ones. */
function mostLots(medians: readonly PeriodMedian[]): string | undefined {
  const [first, ...others] = medians;
  return others.reduce((most, median) => (median.n > most!.n ? median : most), first)?.start;
}
