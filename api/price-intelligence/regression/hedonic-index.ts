import type { Cell, Factor, Level, Margins } from './design.ts';
import { type Contrast, fitHedonic, fitMargins, type HedonicFit } from './fit-hedonic.ts';
import type { Moments } from './moments.ts';
import { minLots, type Pooling, poolCategories } from './pool-categories.ts';
import { type Interval, intervalOf } from './quantiles.ts';

/** The factors of the index, besides the period. */
export const kinds = ['origin', 'treatment', 'auction_house'] as const;

export type Kind = (typeof kinds)[number];

/** The lots of one period, origin, treatment and house, of one sale where sales are told apart. */
export interface LotCell {
  /** First day of the period. */
  period: string;
  /** Of each kind, or null where it is not known. */
  values: readonly (string | null)[];
  /** Names the sale; all lots of a sale are of one period. Undefined where sales are not told apart. */
  sale?: string;
  sums: Moments;
  /** The greatest ln(carat). */
  heaviest: number;
}

/** A value of a factor: the first day of a period, or a value of a kind, null where unknown. */
export interface LotValue {
  factor: Kind | 'period';
  value: string | null;
}

/** Lots by period, origin, treatment and house: by one of them, and by two. Several rows may have the same values. */
export interface LotMargins {
  /** Of all lots, up to x⁴, x²·y and y². */
  total: Moments;
  /** Up to x², and y. */
  one: (LotValue & { sums: Moments })[];
  /** The number of lots with both values, once for each pair of the four. */
  two: { values: readonly [LotValue, LotValue]; lots: number }[];
  /** By sale: Σ x, Σ x² and Σ y, and the number of lots of each value. */
  sales?: { sums: Moments; values: (LotValue & { lots: number })[] }[];
  /** The greatest ln(carat). */
  heaviest: number;
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
  poolings: Record<Kind, Pooling>;
  /** The greatest ln(carat) of the lots of the fit. */
  heaviest: number;
  /** The difference of the effects of two periods. */
  differenceOf(period: string, from: string): Contrast;
  /** The column of a category, or undefined for the reference. */
  columnOf(kind: Kind, place: number): number | undefined;
}

/**
 * Fits the model of the time-dummy method: J. Triplett, Handbook on Hedonic Indexes and Quality Adjustments in Price
 * Indexes (OECD, 2004), chapter III; for gems L. Renneboog and C. Spaenjers, Hard assets: the returns on rare diamonds
 * and gems, Finance Research Letters 9 (2012) 220–230.
 * @param minPeriodLots minimum lots of a period with an effect; lots of others are left out
 * @returns undefined where there are no more lots than coefficients
 */
export function modelPrices(lots: readonly LotCell[], minPeriodLots = minLots): HedonicModel | undefined {
  const enough = new Set(
    periodsWithEnough(
      countBy(lots, ({ period }) => period),
      minPeriodLots,
    ),
  );
  const used = lots.filter(({ period }) => enough.has(period));
  const countsOf = (kind: Kind) => countBy(used, ({ values }) => values[kinds.indexOf(kind)]!);
  return modelOf(
    countBy(used, ({ period }) => period),
    countsOf,
    (factors, levelOf) => fitHedonic(factors, cellsOf(used, levelOf)),
    used.reduce((most, { heaviest }) => Math.max(most, heaviest), -Infinity),
  );
}

/**
 * The same model from margins.
 * @param lots without lots of periods that have too few
 */
export function modelMargins(lots: LotMargins): HedonicModel | undefined {
  const countsOf = (factor: LotValue['factor']) =>
    countBy(
      lots.one.filter((row) => row.factor === factor),
      ({ value }) => value,
    );
  return modelOf(
    countsOf('period') as Map<string, number>,
    countsOf,
    (factors, levelOf) => fitMargins(factors, marginsOf(lots, levelOf)),
    lots.heaviest,
  );
}

/** The position of a value among the factors and their levels. */
type LevelOf = (value: LotValue) => Level;

function modelOf(
  lotsOfPeriod: ReadonlyMap<string, number>,
  lotsOf: (kind: Kind) => ReadonlyMap<string | null, number>,
  fitOf: (factors: Factor[], levelOf: LevelOf) => HedonicFit | undefined,
  heaviest: number,
): HedonicModel | undefined {
  if (lotsOfPeriod.size === 0) return undefined;
  const periods = [...lotsOfPeriod.keys()].sort();
  const reference = periods.reduce((most, period) =>
    lotsOfPeriod.get(period)! > lotsOfPeriod.get(most)! ? period : most,
  );
  const poolings = Object.fromEntries(
    kinds.map((kind) => [kind, poolCategories(lotsOf(kind))]),
  ) as HedonicModel['poolings'];
  const names = [reference, ...periods.filter((period) => period !== reference)];
  const periodPlaces = new Map<string | null, number>(names.map((period, place) => [period, place]));
  const factors: Factor[] = [
    ...kinds.map((name) => ({ name, levels: poolings[name].categories.length })),
    { name: 'period', levels: names.length },
  ];
  const fit = fitOf(factors, ({ factor, value }) =>
    factor === 'period'
      ? [kinds.length, periodPlaces.get(value)!]
      : [kinds.indexOf(factor), poolings[factor].placeOf(value)],
  );
  if (!fit) return undefined;
  const periodColumn = (period: string) => fit.design.columnOf(kinds.length, periodPlaces.get(period)!);
  return {
    ...{ fit, periods, reference, poolings, heaviest },
    lotsOf: (period) => lotsOfPeriod.get(period)!,
    differenceOf: (period, from) =>
      period === from ? [] : [...part(periodColumn(period), 1), ...part(periodColumn(from), -1)],
    columnOf: (kind, place) => fit.design.columnOf(kinds.indexOf(kind), place),
  };
}

/**
 * The index of a period, that of `base` being 100: 100 · exp(δ_period − δ_base).
 * @returns undefined where the data do not separate the effects of the two periods from other effects
 */
export function indexOf(model: HedonicModel, period: string, base: string): Interval | undefined {
  const { fit } = model;
  const estimate = fit.estimate(model.differenceOf(period, base));
  if (!estimate) return undefined;
  const { value, low, high } = intervalOf(estimate.value, estimate.error, estimate.degreesOfFreedom);
  return { value: 100 * Math.exp(value), low: 100 * Math.exp(low), high: 100 * Math.exp(high) };
}

/** The periods with enough lots for an index. */
export function periodsWithEnough(lotsOf: ReadonlyMap<string, number>, minPeriodLots: number): string[] {
  return [...lotsOf].flatMap(([period, lots]) => (lots >= minPeriodLots ? [period] : []));
}

function countBy<Row extends { sums: Moments }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.sums[0]!);
  return counts;
}

/** The term of a column in a contrast; the reference has none. */
const part = (column: number | undefined, weight: number): Contrast =>
  column === undefined ? [] : [[column, weight]];

function cellsOf(lots: readonly LotCell[], levelOf: LevelOf): Cell[] {
  return lots.map(({ period, values, sale, sums }) => ({
    levels: [
      ...kinds.map((factor, kind) => levelOf({ factor, value: values[kind]! })[1]),
      levelOf({ factor: 'period', value: period })[1],
    ],
    sale,
    sums,
  }));
}

function marginsOf({ total, one, two, sales }: LotMargins, levelOf: LevelOf): Margins {
  return {
    total,
    one: one.map((row) => ({ level: levelOf(row), sums: row.sums })),
    two: two.map(({ values: [a, b], lots }) => ({ levels: [levelOf(a), levelOf(b)], lots })),
    sales: sales?.map(({ sums, values }) => ({
      sums,
      levels: values.map((value) => ({ level: levelOf(value), lots: value.lots })),
    })),
  };
}
