import { type HedonicMoment, hedonicSum } from '../../../mappings/hedonic-moments.ts';
import type { Aggregation, Aggregations } from '../../query/statistics.ts';
import { type Moments, momentPowers, noMoments, type Powers } from '../regression/moments.ts';

/** Sums over the lots of a bucket: the aggregations, and how they are read. */
export interface MomentSums {
  /** An aggregation for each field from which the sums are read. */
  aggs: Aggregations;
  /** The moments of the lots; those that were not requested are 0. */
  read(answer: MomentSumsAnswer): Moments;
}

/** The search response for a bucket with the aggregations of `MomentSums`. */
export type MomentSumsAnswer = { doc_count: number } & Record<
  HedonicMoment,
  { value?: number; sum?: number; sum_of_squares?: number | null }
>;

/** Other statistics of a field; missing without lots. */
export interface Greatest {
  max?: number | null;
}

/** The sums of the wanted powers, and the number of lots. */
export function momentSums(isWanted: (powers: Powers) => boolean): MomentSums {
  const sums = momentPowers.flatMap((powers, place) => {
    // The first is the number of lots.
    if (place === 0 || !isWanted(powers)) return [];
    const { field, sum } = hedonicSum(powers)!;
    return [{ place, field, name: field.replace('hedonic.', '') as HedonicMoment, sum }];
  });
  const squared = new Set(sums.filter(({ sum }) => sum === 'sum_of_squares').map(({ name }) => name));
  return {
    // A `sum` costs half as much as `stats`, and most fields need only their sum.
    aggs: Object.fromEntries(
      sums.map(({ field, name }): [string, Aggregation] => [
        name,
        { [squared.has(name) ? 'extended_stats' : 'sum']: { field } },
      ]),
    ),
    read(answer) {
      const moments = noMoments();
      moments[0] = answer.doc_count;
      for (const { place, name, sum } of sums) {
        const found = answer[name];
        // Without lots there are no statistics.
        moments[place] = (sum === 'sum' ? (found.value ?? found.sum) : found.sum_of_squares) ?? 0;
      }
      return moments;
    },
  };
}
