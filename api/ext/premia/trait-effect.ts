import { factorOf, type HedonicModel, type Kind, minLots } from '../regression/hedonic-index.ts';
import type { Interval } from '../regression/quantiles.ts';

/** Why the prices of two values are not compared. */
export const refusals = ['no_common_weight', 'no_common_period', 'not_separable'] as const;

export type Refusal = (typeof refusals)[number];

/** The number of lots by class. */
type LotsByClass = ReadonlyMap<string | number, number>;

/** The lots of a value by size class and by year. */
export interface ValueLots {
  byWeight: LotsByClass;
  byPeriod: LotsByClass;
}

/**
 * The price of lots with the first of two values ÷ the price of lots with the other, all else equal: exp of the difference of their
 * coefficients.
 */
export function traitEffectOf(
  model: HedonicModel,
  trait: Kind,
  values: readonly [string, string],
  lotsOf: ReadonlyMap<string | null, ValueLots>,
): Interval | Refusal {
  const [lots, others] = values.map((value) => lotsOf.get(value)!) as [ValueLots, ValueLots];
  if (!overlap(lots.byWeight, others.byWeight)) return 'no_common_weight';
  if (!overlap(lots.byPeriod, others.byPeriod)) return 'no_common_period';
  const [own, other] = values.map((value) => model.columnOf(trait, value)!) as [number, number];
  return factorOf(model, [own, 1, other, -1]) ?? 'not_separable';
}

/** Whether each of two values has enough lots in the classes in which the other has lots. */
function overlap(one: LotsByClass, other: LotsByClass): boolean {
  const shared = (lots: LotsByClass, others: LotsByClass) =>
    [...lots].reduce((sum, [name, n]) => sum + ((others.get(name) ?? 0) > 0 ? n : 0), 0);
  return shared(one, other) >= minLots && shared(other, one) >= minLots;
}
