import { type SaleTrait, saleTraits } from '../../../mappings/sale-keys.ts';
import type { Cell, Factor, Level, LevelPair, Margins } from './design.ts';
import {
  type Contrast,
  fitHedonic,
  fitMargins,
  type HedonicEstimate,
  type HedonicFit,
  type PeriodResiduals,
} from './fit-hedonic.ts';
import { addMoments, type Moments, noMoments } from './moments.ts';
import { minLots, type Pooling, poolCategories } from './pool-categories.ts';
import { type Interval, intervalOf } from './quantiles.ts';

/** The factors of the index, besides the period. */
export const kinds = ['origin', 'treatment', 'auction_house'] as const;

export type Kind = (typeof kinds)[number];

/** A trait whose values a price model can compare: a factor of the index, the basis of the published price, or the gem. */
export type Trait = Kind | 'price_basis' | 'gem_type';

/** The lots of one period, origin, treatment and house, of one sale where sales are distinguished. */
export interface LotCell {
  /** First day of the period. */
  period: string;
  /** The value of each trait; null where it is unknown. */
  values: readonly (string | null)[];
  /** Names the sale; all lots of a sale are of one period. Undefined where sales are not distinguished. */
  sale?: string;
  sums: Moments;
  /** The greatest ln(carat). */
  heaviest: number;
}

/** A value of a factor: the first day of a period, or a value of a kind, null where unknown. */
interface LotValue {
  factor: Trait | 'period';
  value: string | null;
}

/** Lots by several groupings, each far coarser than cells of sales with all sums. */
interface LotMargins {
  /** The lots by period and `saleTraits`: sums up to x⁴, x²·y and y². */
  cells: readonly LotCell[];
  sales: readonly SaleTotals[];
  /** The lots of each sale by a trait that differs within sales, where it is known. */
  within: Record<SaleTrait, SaleParts>;
}

/** The lots of a sale. */
export interface SaleTotals extends Pick<LotCell, 'period' | 'sums'> {
  /** Names the sale. */
  sale: string;
  house: string | null;
  /** Up to x², and y. */
  sums: Moments;
}

/** The numbers of lots by value, by the name of their sale. */
export type SaleParts = ReadonlyMap<string, readonly { value: string; lots: number }[]>;

/** A regression of ln(price per carat) on weight, origin, treatment, house and period, and its inputs. */
export interface HedonicModel {
  fit: HedonicFit;
  /** First days of the periods with enough lots, oldest first. */
  periods: string[];
  /** The number of lots of a period. */
  lotsOf(period: string): number;
  /** The reference period of the regression: the one with the most lots. */
  reference: string;
  poolings: Record<Kind, Pooling> & Partial<Record<Trait, Pooling>>;
  /** The greatest ln(carat) of the lots of the fit. */
  heaviest: number;
  /** The difference of the effects of two periods. */
  differenceOf(period: string, from: string): Contrast;
  residualsOf(period: string): PeriodResiduals;
  /** The column of a category, or undefined for the reference. */
  columnOf(trait: Trait, place: number): number | undefined;
  /** The number of sales that have a value; undefined where sales are not distinguished. */
  salesWith(trait: Trait, value: string): number | undefined;
}

/**
 * Fits the model of the time-dummy method: J. Triplett, Handbook on Hedonic Indexes and Quality Adjustments in Price
 * Indexes (OECD, 2004), chapter III; for gems L. Renneboog and C. Spaenjers, Hard assets: the returns on rare diamonds
 * and gems, Finance Research Letters 9 (2012) 220–230.
 * @param minPeriodLots minimum lots of a period with an effect; lots of others are left out
 * @param traits the factors besides the period, in the order of the values of a cell
 * @returns undefined where there are no more lots than coefficients
 */
export function modelPrices(
  lots: readonly LotCell[],
  minPeriodLots = minLots,
  traits: readonly Trait[] = kinds,
): HedonicModel | undefined {
  const used = lots.filter(inPeriodsWithEnough(lots, minPeriodLots));
  return modelOf({
    traits,
    cells: used,
    lotsOf: (trait) => countBy(used, ({ values }) => values[traits.indexOf(trait)]!),
    fitOf: (factors, levelOf) => fitHedonic(factors, cellsOf(used, traits, levelOf)),
    salesWith: (trait, value) => {
      const sales = new Set(
        used.flatMap(({ values, sale }) => (values[traits.indexOf(trait)] === value ? [sale] : [])),
      );
      return sales.has(undefined) ? undefined : sales.size;
    },
  });
}

/** The same model from margins. */
export function modelMargins(lots: LotMargins, minPeriodLots = minLots): HedonicModel | undefined {
  const hasEnough = inPeriodsWithEnough(lots.cells, minPeriodLots);
  const [cells, sales] = [lots.cells.filter(hasEnough), lots.sales.filter(hasEnough)];
  const placeOf = (trait: Trait) => saleTraits.indexOf(trait as SaleTrait);
  const hasValue = ({ house, sale }: SaleTotals, trait: Trait, wanted: string) =>
    trait === 'auction_house'
      ? house === wanted
      : lots.within[trait as SaleTrait].get(sale)?.some(({ value }) => value === wanted);
  return modelOf({
    traits: kinds,
    cells,
    lotsOf: (trait) =>
      trait === 'auction_house'
        ? countBy(sales, ({ house }) => house)
        : countBy(cells, ({ values }) => values[placeOf(trait)]!),
    fitOf: (factors, levelOf) =>
      fitMargins(factors, marginsOf({ cells, sales, within: lots.within }, levelOf)),
    salesWith: (trait, wanted) => sales.filter((sale) => hasValue(sale, trait, wanted)).length,
  });
}

/** The position of a value among the factors and their levels. */
type LevelOf = (value: LotValue) => Level;

function modelOf({
  traits,
  cells,
  lotsOf,
  fitOf,
  salesWith,
}: {
  traits: readonly Trait[];
  cells: readonly { period: string; sums: Moments; heaviest: number }[];
  lotsOf: (trait: Trait) => ReadonlyMap<string | null, number>;
  fitOf: (factors: Factor[], levelOf: LevelOf) => HedonicFit | undefined;
} & Pick<HedonicModel, 'salesWith'>): HedonicModel | undefined {
  if (cells.length === 0) return undefined;
  const lotsOfPeriod = countBy(cells, periodOf);
  const heaviest = cells.reduce((most, cell) => Math.max(most, cell.heaviest), -Infinity);
  const periods = [...lotsOfPeriod.keys()].sort();
  const reference = periods.reduce((most, period) =>
    lotsOfPeriod.get(period)! > lotsOfPeriod.get(most)! ? period : most,
  );
  const poolings = Object.fromEntries(
    traits.map((trait) => [trait, poolCategories(lotsOf(trait))]),
  ) as HedonicModel['poolings'];
  const names = [reference, ...periods.filter((period) => period !== reference)];
  const periodPlaces = new Map<string | null, number>(names.map((period, place) => [period, place]));
  const factors: Factor[] = [
    ...traits.map((name) => ({ name, levels: poolings[name]!.categories.length })),
    { name: 'period', levels: names.length },
  ];
  const fit = fitOf(factors, ({ factor, value }) =>
    factor === 'period'
      ? [traits.length, periodPlaces.get(value)!]
      : [traits.indexOf(factor), poolings[factor]!.placeOf(value)],
  );
  if (!fit) return undefined;
  const periodColumn = (period: string) => fit.design.columnOf(traits.length, periodPlaces.get(period)!);
  return {
    ...{ fit, periods, reference, poolings, heaviest, salesWith },
    lotsOf: (period) => lotsOfPeriod.get(period)!,
    differenceOf: (period, from) =>
      period === from ? [] : [...termOf(periodColumn(period), 1), ...termOf(periodColumn(from), -1)],
    residualsOf: (period) => fit.residuals.get(periodPlaces.get(period)!)!,
    columnOf: (trait, place) => fit.design.columnOf(traits.indexOf(trait), place),
  };
}

/** An index, its logarithm and its errors, and the residuals of the lots of its period. */
export interface EstimatedIndex extends Interval {
  estimate: HedonicEstimate;
  residuals: PeriodResiduals;
}

/**
 * The index of a period, that of `base` being 100: 100 · exp(δ_period − δ_base).
 * @returns undefined where the data do not separate the effects of the two periods from other effects
 */
export function indexOf(model: HedonicModel, period: string, base: string): EstimatedIndex | undefined {
  const { fit } = model;
  const estimate = fit.estimate(model.differenceOf(period, base));
  if (!estimate) return undefined;
  const { value, low, high } = intervalOf(estimate.value, estimate.error, estimate.degreesOfFreedom);
  const index = { value: 100 * Math.exp(value), low: 100 * Math.exp(low), high: 100 * Math.exp(high) };
  return { ...index, estimate, residuals: model.residualsOf(period) };
}

/** Whether a row is of a period in which these cells have enough lots for an index. */
function inPeriodsWithEnough(
  cells: readonly { period: string; sums: Moments }[],
  minPeriodLots: number,
): (row: { period: string }) => boolean {
  const lotsOf = countBy(cells, periodOf);
  return ({ period }) => (lotsOf.get(period) ?? 0) >= minPeriodLots;
}

function countBy<Row extends { sums: Moments }, Key>(
  cells: readonly Row[],
  keyOf: (cell: Row) => Key,
): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const cell of cells) {
    const key = keyOf(cell);
    counts.set(key, (counts.get(key) ?? 0) + cell.sums[0]!);
  }
  return counts;
}

/** The term of a column in a contrast; the reference has none. */
export const termOf = (column: number | undefined, weight: number): Contrast =>
  column === undefined ? [] : [[column, weight]];

function cellsOf(lots: readonly LotCell[], traits: readonly Trait[], levelOf: LevelOf): Cell[] {
  return lots.map(({ period, values, sale, sums }) => ({
    levels: [
      ...traits.map((factor, place) => levelOf({ factor, value: values[place]! })[1]),
      levelOf({ factor: 'period', value: period })[1],
    ],
    sale,
    sums,
  }));
}

function marginsOf({ cells, sales, within }: LotMargins, levelOf: LevelOf): Margins {
  const levelsOf = {
    ...{ period: knownLevels('period', levelOf), auction_house: knownLevels('auction_house', levelOf) },
    ...{ origin: knownLevels('origin', levelOf), treatment: knownLevels('treatment', levelOf) },
  };
  const periods = new Map<string, PeriodSums>();
  for (const { period, values, sums } of cells) {
    const ofPeriod = periods.get(period) ?? noSums(levelsOf.period(period));
    periods.set(period, ofPeriod);
    const [origin, treatment] = [levelsOf.origin(values[0]!), levelsOf.treatment(values[1]!)];
    addMoments(ofPeriod.total, sums);
    addTo(ofPeriod, origin, sums);
    addTo(ofPeriod, treatment, sums);
    ofPeriod.two.push({ level: origin, beside: treatment, lots: sums[0]! });
  }
  // The houses, which the cells do not distinguish, are added to the periods too.
  const ofSales = sales.map(({ period, sale, house: name, sums }) => {
    const [level, house] = [levelsOf.period(period), levelsOf.auction_house(name)];
    const ofPeriod = periods.get(period)!;
    addTo(ofPeriod, house, sums);
    const levels = [
      { level, lots: sums[0]! },
      { level: house, lots: sums[0]! },
    ];
    for (const trait of saleTraits) {
      let rest = sums[0]!;
      const add = (value: string | null, lots: number) => {
        const part = { level: levelsOf[trait](value), beside: house, lots };
        levels.push(part);
        ofPeriod.two.push(part);
        rest -= lots;
      };
      for (const { value, lots } of within[trait].get(sale) ?? []) add(value, lots);
      if (rest > 0) add(null, rest);
    }
    return { period: level[1], sums, levels };
  });
  return {
    sales: ofSales,
    periods: [...periods.values()].map(({ period, total, one, two }) => {
      const withPeriod = [...one].map(([level, sums]) => ({ level, beside: period, lots: sums[0]! }));
      return {
        ...{ period: period[1], total, two: [...two, ...withPeriod] },
        one: [{ level: period, sums: total }, ...[...one].map(([level, sums]) => ({ level, sums }))],
      };
    }),
  };
}

/** The sums of the lots of a period, in the making. */
interface PeriodSums {
  period: Level;
  total: Moments;
  /** The sums of each level of the other factors. */
  one: Map<Level, Moments>;
  /** The lots of each pair of levels of two other factors. */
  two: LevelPair[];
}

const noSums = (period: Level): PeriodSums => ({ period, total: noMoments(), one: new Map(), two: [] });

function addTo({ one }: PeriodSums, level: Level, sums: Moments): void {
  const known = one.get(level);
  if (known) addMoments(known, sums);
  else one.set(level, [...sums]);
}

/** Looks up each value once: many rows have the same. */
function knownLevels(factor: LotValue['factor'], levelOf: LevelOf): (value: string | null) => Level {
  const known = new Map<string | null, Level>();
  return (value) => {
    const level = known.get(value);
    if (level) return level;
    known.set(value, levelOf({ factor, value }));
    return known.get(value)!;
  };
}

const periodOf = ({ period }: { period: string }) => period;
