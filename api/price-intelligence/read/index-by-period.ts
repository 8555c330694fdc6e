import type { Gap } from '../present/price-index.ts';
import { firstComparable, type HedonicModel, indexOf } from '../regression/hedonic-index.ts';
import { type MedianWithEnds, ratioOfMedians } from '../regression/median-ratio.ts';
import { minLots } from '../regression/pool-categories.ts';
import type { PeriodMedian } from './read-period-medians.ts';

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
