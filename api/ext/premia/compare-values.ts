import { caratBands } from '../../../mappings/carat-bands.ts';
import { type ChosenLots, periodOf } from '../price-model/choose-lots.ts';
import { textAt } from '../price-model/load-lots.ts';
import { modelOfLots } from '../price-model/price-model.ts';
import { type Kind, minLots } from '../regression/hedonic-index.ts';
import { traitEffectOf, type ValueLots } from './trait-effect.ts';

/** A value of a trait and its lots in the regression. */
interface ValueCount {
  value: string;
  lots: number;
}

/** Compares the values of a trait with the most frequent one, by a regression over the lots. */
export function compareValues(chosen: ChosenLots, trait: Kind) {
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
      .map(({ value, lots }) => ({
        ...{ value, lots, sales: model!.salesWith(trait, value) },
        effect: traitEffectOf(model!, trait, [value, reference!.value], lotsOf),
      })),
  };
}

/** The lots of some values. */
export const lotsIn = (values: readonly ValueCount[]): number =>
  values.reduce((sum, { lots }) => sum + lots, 0);

/** The lots of each value by weight and year, among those of the regression: years with few lots are not in it. */
function spreadsOf({ lots, rows }: ChosenLots, trait: Kind): Map<string | null, ValueLots> {
  const yearOf = periodOf(lots, 'year');
  const years = Map.groupBy(rows, yearOf);
  const values = Map.groupBy(
    rows.filter((row) => years.get(yearOf(row))!.length >= minLots),
    (row) => textAt(lots[trait], row),
  );
  const countBy = (some: readonly number[], classOf: (row: number) => string | number) =>
    new Map([...Map.groupBy(some, classOf)].map(([name, { length }]) => [name, length]));
  return new Map(
    [...values].map(([value, some]) => [
      value,
      {
        byWeight: countBy(some, (row) => caratBands.find(({ below }) => lots.carat[row]! < below)!.name),
        byPeriod: countBy(some, yearOf),
      },
    ]),
  );
}
