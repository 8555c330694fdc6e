import { type HedonicMoment, hedonicSum } from '../../../mappings/hedonic-moments.ts';
import type { Aggregation, Aggregations } from '../../query/statistics.ts';
import { type Moments, momentPowers, noMoments, type Powers } from '../regression/moments.ts';

/** Sums over the lots of a bucket: how they are asked for, and read. */
export interface MomentSums {
  /** An aggregation for each field that the sums are read from. */
  aggs: Aggregations;
  /** The moments of the lots; those that were not asked for are 0. */
  read(answer: MomentSumsAnswer): Moments;
}

/** What the search answers for a bucket with the aggregations of `MomentSums` below it. */
export type MomentSumsAnswer = { doc_count: number } & Record<
  HedonicMoment,
  { value?: number; sum?: number; sum_of_squares?: number | null }
>;

/** What statistics of a field tell besides; of no lots there is none. */
export interface Greatest {
  max?: number | null;
}

/** The sums of the wanted powers, beside the number of lots. */
export function momentSums(isWanted: (powers: Powers) => boolean): MomentSums {
  const sums = momentPowers.flatMap((powers, place) => {
    // The first is the number of lots.
    if (place === 0 || !isWanted(powers)) return [];
    const { field, sum } = hedonicSum(powers)!;
    return [{ place, field, name: field.replace('hedonic.', '') as HedonicMoment, sum }];
  });
  const squared = new Set(sums.filter(({ sum }) => sum === 'sum_of_squares').map(({ name }) => name));
  return {
    // A sum costs half of what statistics do, and most fields are read for their sum alone.
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
        // Of no lots there are no statistics.
        moments[place] = (sum === 'sum' ? (found.value ?? found.sum) : found.sum_of_squares) ?? 0;
      }
      return moments;
    },
  };
}
