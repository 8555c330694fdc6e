import { caratBands } from '../../../mappings/carat-bands.ts';
import type { LoadedLot } from '../price-model/load-lots.ts';
import { modelOfLots, periodOf } from '../price-model/price-model.ts';
import { type Kind, minLots } from '../regression/hedonic-index.ts';
import { traitEffectOf, type ValueLots } from './trait-effect.ts';

/** A value of a trait and its lots in the regression. */
interface ValueCount {
  value: string;
  lots: number;
}

/** Compares the values of a trait with the most frequent one, by a regression over the lots. */
export function compareValues(chosen: readonly LoadedLot[], trait: Kind) {
  const model = modelOfLots(chosen, 'year');
  const named = (model?.valuesOf(trait) ?? []).flatMap(({ name, ...one }) =>
    name === null ? [] : [{ value: name, ...one }],
  );
  const isKnown = ({ lots, isPooled }: (typeof named)[number]) => lots >= minLots && !isPooled;
  const [reference] = named;
  const lotsOf = spreadsOf(chosen, trait);
  return {
    /** Undefined where there are too few lots. */
    model,
    reference,
    /** Named values with too few lots, or beyond the most frequent ones. */
    rare: named.filter((one) => !isKnown(one)),
    /** Lots whose value is not known. */
    unknownLots: (model?.fit.n ?? 0) - lotsIn(named),
    /** The other values. */
    values: named
      .filter((one) => one !== reference && isKnown(one))
      .map(({ value, lots, sales }) => ({
        ...{ value, lots, sales },
        effect: traitEffectOf(model!, trait, [value, reference!.value], lotsOf),
      })),
  };
}

/** The lots of some values. */
export const lotsIn = (values: readonly ValueCount[]): number =>
  values.reduce((sum, { lots }) => sum + lots, 0);

/** The lots of each value by weight and year, among those of the regression: years with few lots are not in it. */
function spreadsOf(lots: readonly LoadedLot[], trait: Kind): Map<string | null, ValueLots> {
  const yearOf = periodOf('year');
  const years = Map.groupBy(lots, yearOf);
  const values = Map.groupBy(
    lots.filter((lot) => years.get(yearOf(lot))!.length >= minLots),
    (lot) => lot[trait],
  );
  const countBy = (some: readonly LoadedLot[], classOf: (lot: LoadedLot) => string) =>
    new Map([...Map.groupBy(some, classOf)].map(([name, { length }]) => [name, length]));
  return new Map(
    [...values].map(([value, some]) => [
      value,
      {
        byWeight: countBy(some, ({ carat }) => caratBands.find(({ below }) => carat < below)!.name),
        byPeriod: countBy(some, yearOf),
      },
    ]),
  );
}
