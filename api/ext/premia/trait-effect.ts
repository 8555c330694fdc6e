import { type HedonicModel, type Trait, termOf } from '../regression/hedonic-index.ts';
import { minLots } from '../regression/pool-categories.ts';
import { type Interval, intervalOf } from '../regression/quantiles.ts';

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
 * @param lotsOf the lots of a value with a category of its own; undefined where it has none
 */
export function traitEffectOf(
  model: HedonicModel,
  trait: Trait,
  { value, reference }: { value: string; reference: string | undefined },
  lotsOf: (value: string) => ValueLots | undefined,
): Interval | Refusal {
  const { fit } = model;
  const [own, other] = [value, reference].map((name) => categoryOf(model, trait, name));
  const [lots, others] = [value, reference].map((name) => (name === undefined ? undefined : lotsOf(name)));
  if (own === undefined || other === undefined || !lots || !others) return 'no_reference';
  if (!overlap(lots.byWeight, others.byWeight)) return 'no_common_weight';
  if (!overlap(lots.byPeriod, others.byPeriod)) return 'no_common_period';
  const term = (place: number, weight: number) => termOf(model.columnOf(trait, place), weight);
  const estimate = fit.estimate([...term(own, 1), ...term(other, -1)]);
  if (!estimate) return 'not_separable';
  const { value: ln, low, high } = intervalOf(estimate.value, estimate.error, estimate.degreesOfFreedom);
  return { value: Math.exp(ln), low: Math.exp(low), high: Math.exp(high) };
}

/** The place of a value among the categories of a trait; undefined where it has none of its own. */
function categoryOf({ poolings }: HedonicModel, trait: Trait, value: string | undefined): number | undefined {
  const place = poolings[trait]!.categories.findIndex(({ name, isPool }) => !isPool && name === value);
  return value === undefined || place < 0 ? undefined : place;
}

/** Whether each of two values has enough lots in the classes in which the other has lots. */
export function overlap(one: LotsByClass, other: LotsByClass): boolean {
  const shared = (lots: LotsByClass, others: LotsByClass) =>
    [...lots].reduce((sum, [name, n]) => sum + ((others.get(name) ?? 0) > 0 ? n : 0), 0);
  return shared(one, other) >= minLots && shared(other, one) >= minLots;
}
