import { fitHedonic, type HedonicFit } from './fit-hedonic.ts';
import { type Interval, intervalOf } from './quantiles.ts';
import type { Sparse } from './sparse.ts';

/** Minimum lots of a period with an effect, and of a value that is compared. */
export const minLots = 5;

/** Maximum values of a trait with effects of their own: the most frequent ones. All others have one effect. */
const maxValues = 50;

/** The factors of the index, besides the period. */
export const kinds = ['origin', 'treatment', 'auction_house'] as const;

export type Kind = (typeof kinds)[number];

/** A value for each of them. */
export const ofKinds = <Value>(of: (kind: Kind) => Value) =>
  Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, Value>;

/** A lot of a price model. */
export interface ModelLot {
  /** ln(carat) and ln(price per carat). */
  x: number;
  y: number;
  /** The first day of its period, YYYY-MM-DD. */
  period: string;
  /** Null where one is unknown. */
  traits: Record<Kind, string | null>;
  /** Names its sale. All lots of a sale are of one period. */
  sale: string;
}

/** A value of a trait in a regression; null is the unknown one. */
interface TraitValue {
  name: string | null;
  lots: number;
  /** The number of sales with such lots. */
  sales: number;
  /** Whether it is too rare for an effect of its own, beside the most frequent values. */
  isPooled: boolean;
}

/** A regression of ln(price per carat) on weight, origin, treatment, house and period, and its inputs. */
export interface HedonicModel {
  fit: HedonicFit;
  /** First days of the periods with enough lots, oldest first. */
  periods: string[];
  /** The number of lots of a period. */
  lotsOf(period: string): number;
  /** The reference period of the regression: the one with the most lots. */
  reference: string;
  /** The values of a trait: most lots first, then by name. */
  valuesOf(trait: Kind): readonly TraitValue[];
  /** The difference of the effects of two periods. */
  differenceOf(period: string, from: string): Sparse;
  /** The column of a value; of any other value that of the pool, or undefined without a pool. */
  columnOf(trait: Kind, value?: string | null): number | undefined;
}

/**
 * Fits the model of the time-dummy method: J. Triplett, Handbook on Hedonic Indexes and Quality Adjustments in Price
 * Indexes (OECD, 2004), chapter III; for gems L. Renneboog and C. Spaenjers, Hard assets: the returns on rare diamonds
 * and gems, Finance Research Letters 9 (2012) 220–230. The effects of traits are shrunk, so that a rare value has little effect.
 * @param minPeriodLots minimum lots of a period with an effect; lots of others are left out
 * @returns undefined where there are no more lots than coefficients
 */
export function modelPrices(all: readonly ModelLot[], minPeriodLots = minLots): HedonicModel | undefined {
  const byPeriod = Map.groupBy(all, ({ period }) => period);
  const lotsOf = (period: string) => byPeriod.get(period)!.length;
  const periods = [...byPeriod.keys()].filter((period) => lotsOf(period) >= minPeriodLots).sort();
  if (periods.length === 0) return undefined;
  // In the order of time: those of a period are passed together, and then are together in memory.
  const lots = periods.flatMap((period) => byPeriod.get(period)!);
  const reference = periods.reduce((most, period) => (lotsOf(period) > lotsOf(most) ? period : most));
  const levelOf = placesOf([reference, ...periods.filter((period) => period !== reference)]);
  const found = ofKinds((kind) => categorize(lots, kind));
  const fit = fitHedonic(
    [...kinds.map((kind) => found[kind].levels), periods.length],
    lots.map(({ x, y, traits, period, sale }) => ({
      ...{ x, y, sale },
      levels: [...kinds.map((kind) => found[kind].levelOf(traits[kind])!), levelOf.get(period)!],
    })),
  );
  if (!fit) return undefined;
  const termOf = (period: string, weight: number): Sparse => {
    const column = fit.columnOf(kinds.length, levelOf.get(period)!);
    return column === undefined ? [] : [column, weight];
  };
  return {
    ...{ fit, periods, reference, lotsOf },
    valuesOf: (trait) => found[trait].values,
    differenceOf: (period, from) => (period === from ? [] : [...termOf(period, 1), ...termOf(from, -1)]),
    columnOf(trait, value) {
      const level = found[trait].levelOf(value);
      return level === undefined ? undefined : fit.columnOf(kinds.indexOf(trait), level);
    },
  };
}

/** The values of a trait among some lots, and the level of each. */
function categorize(lots: readonly ModelLot[], kind: Kind) {
  const values = [...Map.groupBy(lots, ({ traits }) => traits[kind])]
    .sort(([a, some], [b, others]) => others.length - some.length || ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([name, some], place): TraitValue => {
      const sales = new Set(some.map(({ sale }) => sale)).size;
      return { name, lots: some.length, sales, isPooled: place >= maxValues };
    });
  const places = placesOf(values.map(({ name }) => name));
  const levels = Math.min(values.length, maxValues + 1);
  const levelOf = (name: string | null = '') => {
    const place = places.get(name) ?? maxValues;
    return place < levels ? place : levels > maxValues ? maxValues : undefined;
  };
  return { values, levels, levelOf };
}

const placesOf = <Value>(values: readonly Value[]) => new Map(values.map((value, place) => [value, place]));

/**
 * The index of a period, that of `base` being 100: 100 · exp(δ_period − δ_base).
 * @returns undefined where the data do not separate the effects of the two periods from other effects
 */
export function indexOf(model: HedonicModel, period: string, base: string): Interval | undefined {
  const factor = factorOf(model, model.differenceOf(period, base));
  return factor && { value: 100 * factor.value, low: 100 * factor.low, high: 100 * factor.high };
}

/** The factor of prices of a difference of effects, with its 95% interval; undefined where the data do not determine it. */
export function factorOf({ fit }: HedonicModel, contrast: Sparse): Interval | undefined {
  const estimate = fit.estimate(contrast);
  if (!estimate) return undefined;
  const { value, low, high } = intervalOf(estimate.value, estimate.error, estimate.degreesOfFreedom);
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
}
