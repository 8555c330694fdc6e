import { caratBands } from '../../../mappings/carat-bands.ts';
import { fold, treatmentsMeant } from '../../../mappings/vocabulary/index.ts';
import { isUntreated, untreated } from '../../../mappings/vocabulary/vocabulary.ts';
import { nameAsUnderstood } from '../../parameters/read-value.ts';
import { type ChosenLots, periodOf } from '../price-model/choose-lots.ts';
import { textAt } from '../price-model/load-lots.ts';
import { modelOfLots } from '../price-model/price-model.ts';
import { type HedonicModel, type Kind, minLots } from '../regression/hedonic-index.ts';
import type { Interval } from '../regression/quantiles.ts';
import type { PremiaParams } from './premia-params.ts';
import { type Refusal, traitEffectOf, type ValueLots } from './trait-effect.ts';

/** A value of a trait and its lots in the regression. */
interface ValueCount {
  value: string;
  lots: number;
}

/** The regression over some lots, and the values of a trait in it. */
export interface ComparedTrait {
  /** Undefined where there are too few lots. */
  model: HedonicModel | undefined;
  reference: ValueCount | undefined;
  /** Named values with too few lots, or beyond the most frequent ones. */
  rare: ValueCount[];
  /** Lots whose value is not known. */
  unknownLots: number;
  /** The other values. */
  values: { value: string; lots: number; sales: number; effect: Interval | Refusal }[];
}

/**
 * Compares the values of a trait with the reference, by a regression over the lots.
 * @param requested the reference, if not the most frequent value
 */
export function compareValues(chosen: ChosenLots, trait: Kind, requested: string | undefined): ComparedTrait {
  const model = modelOfLots(chosen, 'year');
  if (!model) {
    return { model, reference: referenceOf([], requested), rare: [], unknownLots: 0, values: [] };
  }
  const named = model
    .valuesOf(trait)
    .flatMap(({ name, ...one }) => (name === null ? [] : [{ value: name, ...one }]));
  const isKnown = ({ lots, isPooled }: (typeof named)[number]) => lots >= minLots && !isPooled;
  const [known, rare] = [named.filter(isKnown), named.filter((one) => !isKnown(one))];
  const reference = referenceOf(named, requested);
  const lotsOf = spreadsOf(chosen, trait);
  return {
    model,
    reference,
    rare,
    unknownLots: model.fit.n - lotsIn(named),
    values: known
      .filter(({ value }) => value !== reference?.value)
      .map(({ value, lots }) => ({
        ...{ value, lots, sales: model.salesWith(trait, value) },
        effect: traitEffectOf(model, trait, { value, reference: reference?.value }, (name) =>
          known.some((one) => one.value === name) ? lotsOf.get(name) : undefined,
        ),
      })),
  };
}

/** The lots of some values. */
export const lotsIn = (values: readonly ValueCount[]): number =>
  values.reduce((sum, { lots }) => sum + lots, 0);

/** The requested reference as records spell it, or the value with the most lots. */
function referenceOf(known: readonly ValueCount[], requested: string | undefined) {
  if (requested === undefined) return known[0];
  const meant = treatmentsMeant([requested]).map(fold);
  const found = known.find(({ value }) => meant.includes(fold(value)));
  return found ?? { value: requested, lots: 0 };
}

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

/** The canonical name of a requested reference. */
export function referenceName({ trait, reference }: PremiaParams): string | undefined {
  if (reference === undefined) return undefined;
  const name = nameAsUnderstood(trait, reference) ?? reference;
  const isClass = trait === 'treatment' && isUntreated(name) && !reference.startsWith('"');
  return isClass ? untreated : name;
}
