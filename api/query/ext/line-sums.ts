import { type HedonicMoment, hedonicSum } from '../../../mappings/hedonic-moments.ts';
import { isLineMoment } from '../../regression/fit-line.ts';
import { type Moments, momentPowers, noMoments } from '../../regression/moments.ts';
import type { Aggregation, Aggregations } from '../statistics.ts';

/** The sums that a line takes, beside the number of lots. */
const sums = momentPowers.flatMap((powers, place) => {
  const read = place > 0 && isLineMoment(powers) ? hedonicSum(powers) : undefined;
  return read ? [{ place, ...read }] : [];
});

/** An aggregation for each field that a line's sums are read from. A sum alone costs half of what statistics do. */
export const lineSums: Aggregations = Object.fromEntries(
  sums.map(({ field }): [string, Aggregation] => {
    const isSquared = sums.some((other) => other.field === field && other.sum === 'sum_of_squares');
    return [field.replace('hedonic.', ''), isSquared ? { extended_stats: { field } } : { sum: { field } }];
  }),
);

/** What the engine answers for a filter with `lineSums` below it. */
export type LineSums = { doc_count: number } & Record<
  HedonicMoment,
  { value?: number; sum?: number; sum_of_squares?: number | null }
>;

/** The moments of a line; those that it does not take are 0. */
export function readLineSums(answer: LineSums): Moments {
  const moments = noMoments();
  moments[0] = answer.doc_count;
  for (const { place, field, sum } of sums) {
    const found = answer[field.replace('hedonic.', '') as HedonicMoment];
    moments[place] = (sum === 'sum' ? (found.value ?? found.sum) : found.sum_of_squares) ?? 0;
  }
  return moments;
}
