import type { Cell, Factor, Level, Margins, PeriodMargins } from './design.ts';
import { type Contrast, fitHedonic, fitMargins, type HedonicFit } from './fit-hedonic.ts';
import { addMoments, type Moments, noMoments } from './moments.ts';
import { minLots, type Pooling, poolCategories } from './pool-categories.ts';
import { type Interval, intervalOf } from './quantiles.ts';

/** The factors of the index, besides the period. */
export const kinds = ['origin', 'treatment', 'auction_house'] as const;

export type Kind = (typeof kinds)[number];

/** A trait whose values a price model can compare: a factor of the index, the basis of the published price, or the gem. */
export type Trait = Kind | 'price_basis' | 'gem_type';

/** The lots of one period, origin, treatment and house, of one sale where sales are told apart. */
export interface LotCell {
  /** First day of the period. */
  period: string;
  /** Of each trait, or null where it is not known. */
  values: readonly (string | null)[];
  /** Names the sale; all lots of a sale are of one period. Undefined where sales are not told apart. */
  sale?: string;
  sums: Moments;
  /** The greatest ln(carat). */
  heaviest: number;
}

/** A value of a factor: the first day of a period, or a value of a kind, null where unknown. */
export interface LotValue {
  factor: Trait | 'period';
  value: string | null;
}

/** Lots in some ways of telling them apart, each far coarser than cells of sales with all sums. */
export interface LotMargins {
  /** By period, origin and treatment: up to x⁴, x²·y and y². */
  cells: readonly LotCell[];
  /** By sale and its house: up to x², and y. */
  sales: readonly LotCell[];
  /** By sale, its house and a trait that differs within sales: only the number of lots. */
  within: Record<TraitWithinSales, readonly LotCell[]>;
}

/** The traits that differ within a sale, in the order in which `LotMargins.cells` have their values. */
export const traitsWithinSales = ['origin', 'treatment'] as const satisfies Trait[];

type TraitWithinSales = (typeof traitsWithinSales)[number];

/** The order of the values of `LotMargins.within`. */
export const houseAnd = (trait: TraitWithinSales) => ['auction_house', trait] as const satisfies Trait[];

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
  /** The column of a category, or undefined for the reference. */
  columnOf(trait: Trait, place: number): number | undefined;
  /** The number of sales that have a value; undefined where sales are not told apart. */
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
  const enough = new Set(
    periodsWithEnough(
      countBy(lots, ({ period }) => period),
      minPeriodLots,
    ),
  );
  const used = lots.filter(({ period }) => enough.has(period));
  const countsOf = (trait: Trait) => countBy(used, ({ values }) => values[traits.indexOf(trait)]!);
  return modelOf({
    traits,
    lotsOfPeriod: countBy(used, ({ period }) => period),
    lotsOf: countsOf,
    fitOf: (factors, levelOf) => fitHedonic(factors, cellsOf(used, traits, levelOf)),
    heaviest: used.reduce((most, { heaviest }) => Math.max(most, heaviest), -Infinity),
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
  const periodOf = ({ period }: LotCell) => period;
  const enough = new Set(periodsWithEnough(countBy(lots.cells, periodOf), minPeriodLots));
  const inEnough = (cells: readonly LotCell[]) => cells.filter(({ period }) => enough.has(period));
  const [cells, sales] = [inEnough(lots.cells), inEnough(lots.sales)];
  const within = { origin: inEnough(lots.within.origin), treatment: inEnough(lots.within.treatment) };
  /** The lots by sale that tell the values of a trait apart, the last of their values. */
  const tellingApart = (trait: Trait) =>
    trait === 'auction_house' ? sales : within[trait as TraitWithinSales];
  const lastOf = ({ values }: LotCell) => values.at(-1)!;
  return modelOf({
    traits: kinds,
    lotsOfPeriod: countBy(cells, periodOf),
    lotsOf: (trait) => countBy(tellingApart(trait), lastOf),
    fitOf: (factors, levelOf) => fitMargins(factors, marginsOf({ cells, sales, within }, levelOf)),
    heaviest: cells.reduce((most, { heaviest }) => Math.max(most, heaviest), -Infinity),
    salesWith: (trait, value) =>
      new Set(tellingApart(trait).flatMap((cell) => (lastOf(cell) === value ? [cell.sale] : []))).size,
  });
}

/** The position of a value among the factors and their levels. */
type LevelOf = (value: LotValue) => Level;

function modelOf({
  traits,
  lotsOfPeriod,
  lotsOf,
  fitOf,
  heaviest,
  salesWith,
}: {
  traits: readonly Trait[];
  lotsOfPeriod: ReadonlyMap<string, number>;
  lotsOf: (trait: Trait) => ReadonlyMap<string | null, number>;
  fitOf: (factors: Factor[], levelOf: LevelOf) => HedonicFit | undefined;
} & Pick<HedonicModel, 'heaviest' | 'salesWith'>): HedonicModel | undefined {
  if (lotsOfPeriod.size === 0) return undefined;
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
      period === from ? [] : [...part(periodColumn(period), 1), ...part(periodColumn(from), -1)],
    columnOf: (trait, place) => fit.design.columnOf(traits.indexOf(trait), place),
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

function marginsOf(lots: LotMargins, levelOf: LevelOf): Margins {
  const levelIn = knownLevels(levelOf);
  const parts = traitsWithinSales.flatMap((trait) =>
    lots.within[trait].map(({ period, sale, values, sums }) => ({
      period,
      sale,
      lots: sums[0]!,
      house: levelIn('auction_house', values[0]!),
      level: levelIn(trait, values[1]!),
    })),
  );
  const [partsOfPeriod, partsOfSale] = [Map.groupBy(parts, periodIn), Map.groupBy(parts, ({ sale }) => sale)];
  const sales = lots.sales.map(({ period, sale, values: [house], sums }) => ({
    ...{ period, sale, sums, lots: sums[0]! },
    ...{ level: levelIn('period', period), house: levelIn('auction_house', house!) },
  }));
  const salesOfPeriod = Map.groupBy(sales, periodIn);
  return {
    periods: [...Map.groupBy(lots.cells, periodIn)].map(([name, cells]) => {
      const period = levelIn('period', name);
      const total = noMoments();
      const one: PeriodMargins['one'][number][] = [{ level: period, sums: total }];
      const two: PeriodMargins['two'][number][] = [];
      for (const { values, sums } of cells) {
        addMoments(total, sums);
        const [origin, treatment] = [levelIn('origin', values[0]!), levelIn('treatment', values[1]!)];
        one.push({ level: origin, sums }, { level: treatment, sums });
        for (const levels of [
          [period, origin],
          [period, treatment],
          [origin, treatment],
        ] as const)
          two.push({ levels, lots: sums[0]! });
      }
      for (const { house, sums, lots } of salesOfPeriod.get(name) ?? []) {
        one.push({ level: house, sums });
        two.push({ levels: [period, house], lots });
      }
      for (const { house, level, lots } of partsOfPeriod.get(name) ?? [])
        two.push({ levels: [house, level], lots });
      return { period: period[1], total, one, two };
    }),
    sales: sales.map(({ sale, level, house, sums, lots }) => ({
      ...{ period: level[1], sums },
      levels: [{ level, lots }, { level: house, lots }, ...(partsOfSale.get(sale) ?? [])],
    })),
  };
}

/** Looks up each value once: many rows have the same. */
function knownLevels(levelOf: LevelOf): (factor: LotValue['factor'], value: string | null) => Level {
  const known = new Map<string, Map<string | null, Level>>();
  return (factor, value) => {
    const ofFactor = known.get(factor) ?? new Map<string | null, Level>();
    known.set(factor, ofFactor);
    const level = ofFactor.get(value) ?? levelOf({ factor, value });
    ofFactor.set(value, level);
    return level;
  };
}

const periodIn = ({ period }: { period: string }) => period;
