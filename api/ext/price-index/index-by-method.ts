import type { Clause } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { firstDayOf } from '../../statistics/periods.ts';
import { type PeriodMedian, readMedianEnds } from '../price-model/period-medians.ts';
import { type HedonicModel, indexOf } from '../regression/hedonic-index.ts';
import { minLots } from '../regression/pool-categories.ts';
import { type MedianWithEnds, ratioOfMedians } from '../regression/quantiles.ts';
import type { UnroundedIndexPeriod } from './index-figures.ts';
import type { PriceIndexParams } from './price-index-params.ts';

/** The index of the requested method, by the name of its base. */
export async function indexOfMethod(
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

/** An index by the first days of its periods. */
export interface PeriodIndex {
  /** First day of the period at which it is 100. */
  base: string | undefined;
  at(start: string): UnroundedIndexPeriod['index'];
}

/** @param base first day of the requested period */
function hedonicIndex(model: HedonicModel | undefined, base?: string): PeriodIndex {
  if (!model) return { base, at: () => 'too_few_lots_in_all' };
  const chosen =
    base ?? model.periods.find((period) => indexOf(model, period, model.reference) !== undefined)!;
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
