import { factorOf, type HedonicModel, type Kind, minLots } from '../regression/hedonic-index.ts';
import type { Interval } from '../regression/quantiles.ts';

/** Why the prices of two values are not compared. */
export const refusals = ['no_reference', 'no_common_weight', 'no_common_period', 'not_separable'] as const;

export type Refusal = (typeof refusals)[number];

/** The number of lots by class. */
export type LotsByClass = ReadonlyMap<string | number, number>;

/** The lots of a value by size class and by year. */
export interface ValueLots {
  byWeight: LotsByClass;
  byPeriod: LotsByClass;
}

/**
 * The price of lots with a value ÷ the price of lots with the reference, all else equal: exp of the difference of their
 * coefficients.
 * @param lotsOf the lots of a value that is compared; undefined where it is too rare
 */
export function traitEffectOf(
  model: HedonicModel,
  trait: Kind,
  { value, reference }: { value: string; reference: string | undefined },
  lotsOf: (value: string) => ValueLots | undefined,
): Interval | Refusal {
  const [lots, others] = [value, reference].map((name) => (name === undefined ? undefined : lotsOf(name)));
  if (!lots || !others) return 'no_reference';
  if (!overlap(lots.byWeight, others.byWeight)) return 'no_common_weight';
  if (!overlap(lots.byPeriod, others.byPeriod)) return 'no_common_period';
  const [own, other] = [value, reference].map((name) => model.columnOf(trait, name)) as [number, number];
  const difference = [[own, 1] as const, [other, -1] as const];
  return factorOf(model, difference) ?? 'not_separable';
}

/** Whether each of two values has enough lots in the classes in which the other has lots. */
export function overlap(one: LotsByClass, other: LotsByClass): boolean {
  const shared = (lots: LotsByClass, others: LotsByClass) =>
    [...lots].reduce((sum, [name, n]) => sum + ((others.get(name) ?? 0) > 0 ? n : 0), 0);
  return shared(one, other) >= minLots && shared(other, one) >= minLots;
}
