import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { ordered } from '../../parameters/read-parameters.ts';
import { allOf } from '../../search/clauses.ts';
import { auctionClauses, countLeftOut, pricedClauses } from '../../statistics/auction-lots.ts';
import { periodFrom, periodsBetween } from '../../statistics/periods.ts';
import { figuresOf } from '../../statistics/price-figures.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import { basisOf } from '../price-model/choice.ts';
import { inDetail } from '../price-model/detail.ts';
import { presentRegression } from '../price-model/model-figures.ts';
import { type PeriodMedian, readIndexLots } from '../price-model/period-medians.ts';
import { pricesMeta } from '../price-model/priced-lots.ts';
import { readPriceModel } from '../price-model/read-price-model.ts';
import { minLots } from '../regression/pool-categories.ts';
import { indexOfMethod, medianIndex, type PeriodIndex } from './index-by-method.ts';
import { formulas, PriceIndex, presentChange, presentIndexPeriod } from './index-figures.ts';
import {
  type PriceIndexParams,
  periodsOfInterval,
  priceIndexParams,
  withinPeriods,
} from './price-index-params.ts';
import { readSmoothedIndex } from './smoothed.ts';

/**
 * GET /api/ext/price-index. Its searches, each of one page unless said otherwise:
 *
 * - medians by period, and the lots left out by reason (period-medians);
 * - with `method=hedonic` the model (read-price-model): cells by period; then up to 20,000 lots the cells by sale in pages
 *   of 10,000, above it totals of sales and their parts by origin and treatment in pages of 20,000;
 * - with `method=median` the intervals of the medians, if a period has 6 lots;
 * - with `smoothed=true` the model again, by quarter or year, and the sums of all other gem types (market-level).
 */
export const priceIndex = defineRoute({
  path: '/api/ext/price-index',
  operationId: 'getPriceIndex',
  tag: 'Price intelligence',
  summary: 'Price index of one gem type',
  description:
    'The price level of one gem type over time, with the uncertainty of each period and the plain median; `detail=full` adds the model. It uses the lots in the filter that are single stones sold at a known price, with weight and date; `model.left_out` counts the others. [Price intelligence](/docs/price-intelligence) has the formulas and their limits.',
  isExtension: true,
  cost: 'model',
  params: priceIndexParams,
  rules: [...filterRules, ...periodsOfInterval, ordered('from', 'to')],
  data: PriceIndex,
  meta: { ...syntheticMeta, excluded: Excluded, prices: Type.Optional(PricesMeta) },
  examples: [
    'gem_name=ruby',
    'gem_name=sapphire&origin=Kashmir&method=median',
    'gem_name=emerald&from=2015&to=2019',
  ],
  async handle({ params: asked, search }) {
    const params = withinPeriods(asked);
    const { interval, method, basis, dollars, outliers } = params;
    const choice = { basis, dollars, outliers };
    const query = allOf(auctionClauses(params));
    const [{ leftOut, synthetic, medians, prices }, model, smoothedAt] = await Promise.all([
      readIndexLots(search, query, interval, choice),
      method === 'hedonic' ? readPriceModel(search, query, interval, { choice }) : undefined,
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
    const indexWithBase = await indexOfMethod(search, query, params, medians, model);
    const figures = figuresOf({ dollars });
    const index = indexWithBase(params.base);
    const nameOf = (start: string) => periodFrom(interval, start).name;
    const lots = (some: PeriodMedian[]) => some.reduce((sum, { n }) => sum + n, 0);
    const thin = medians.filter(({ n }) => n < minLots);
    return {
      data: inDetail(params, PriceIndex, {
        base: index.base === undefined ? null : nameOf(index.base),
        periods: periodsOf(params, medians, index, smoothedAt).map((period) =>
          presentIndexPeriod(period, figures),
        ),
        change: changeOf(params, medians, indexWithBase),
        model: {
          formula: formulas[method],
          price_basis: basisOf(choice),
          n: lots(medians) - lots(thin),
          left_out: { ...leftOut, thin_periods: lots(thin) },
          regression: model ? presentRegression(model, nameOf) : null,
        },
      }),
      meta: {
        synthetic_lots: synthetic,
        excluded: presentExcluded(0, await countLeftOut(search, params)),
        ...(prices && { prices: pricesMeta(choice, prices, leftOut) }),
      },
    };
  },
});

/** The lots of all gem types at the requested times, of real or generated lots alone where a request says so. */
const marketOf = ({ date_from, date_to, year, is_synthetic, selection }: PriceIndexParams) =>
  allOf(pricedClauses({ date_from, date_to, year, is_synthetic, selection }));

/** The change from the first period with an index to the last one that can be compared with it. */
function changeOf(
  { interval }: PriceIndexParams,
  medians: readonly PeriodMedian[],
  indexWithBase: (base: string | undefined) => PeriodIndex,
) {
  const { base: first, at } = indexWithBase(undefined);
  const last = medians.findLast(({ start }) => typeof at(start) !== 'string')?.start;
  if (first === undefined || last === undefined || last === first) return null;
  const index = at(last);
  if (typeof index === 'string') return null;
  const median = medianIndex(medians, new Map(), first).at(last);
  const nameOf = (start: string) => periodFrom(interval, start).name;
  return presentChange(
    nameOf(first),
    nameOf(last),
    index,
    typeof median === 'string' ? undefined : median.value,
  );
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
