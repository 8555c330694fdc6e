import type { Cell, Factor } from './design.ts';
import { type Contrast, fitHedonic, type HedonicFit } from './fit-hedonic.ts';
import { type Interval, intervalOf } from './interval.ts';
import type { Moments } from './moments.ts';
import { fewestLots, type Pooling, poolCategories } from './pool-categories.ts';

/** What the lots of the index are divided by, beside the period. */
export const kinds = ['origin', 'treatment', 'auction_house'] as const;

export type Kind = (typeof kinds)[number];

/** The lots of one period, origin, treatment and house. */
export interface LotCell {
  /** First day of the period. */
  period: string;
  /** Of each kind, or null where it is not known. */
  values: readonly (string | null)[];
  sums: Moments;
}

/** A regression of ln(price per carat) on weight, origin, treatment, house and period, and what it is made of. */
export interface HedonicModel {
  fit: HedonicFit;
  /** First days of the periods with enough lots, oldest first. */
  periods: string[];
  /** The period that the others are compared with in the regression: the one with most lots. */
  reference: string;
  poolings: Record<Kind, Pooling>;
  /** Lots of periods that have too few. */
  thinLots: number;
  /** The difference of a period's effect and another's. */
  differenceOf(period: string, from: string): Contrast;
  /** The column of a category, or undefined for the one that others are compared with. */
  columnOf(kind: Kind, place: number): number | undefined;
}

/**
 * Fits the model of the time-dummy method: J. Triplett, Handbook on Hedonic Indexes and Quality Adjustments in Price
 * Indexes (OECD, 2004), chapter III; for gems L. Renneboog and C. Spaenjers, Hard assets: the returns on rare diamonds and gems,
 * Finance Research Letters 9 (2012) 220–230.
 * @returns undefined where there are no more lots than coefficients
 */
export function modelPrices(
  lots: readonly LotCell[],
  options: { robust: boolean },
): HedonicModel | undefined {
  const periods = periodsWithEnough(lots);
  const used = lots.filter(({ period }) => periods.has(period));
  if (used.length === 0) return undefined;
  const reference = [...periods].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
  const poolings = kinds.map((_, kind) => poolCategories(countBy(used, ({ values }) => values[kind]!)));
  const names = [reference, ...[...periods.keys()].filter((period) => period !== reference)];
  const periodPlaces = new Map(names.map((period, place) => [period, place]));
  const factors: Factor[] = [
    ...kinds.map((name, kind) => ({ name, levels: poolings[kind]!.categories.length })),
    { name: 'period', levels: names.length },
  ];
  const fit = fitHedonic(factors, cellsOf(used, poolings, periodPlaces), options);
  if (!fit) return undefined;
  const periodColumn = (period: string) => fit.design.columnOf(kinds.length, periodPlaces.get(period)!);
  return {
    fit,
    periods: [...periods.keys()],
    reference,
    poolings: Object.fromEntries(
      kinds.map((name, kind) => [name, poolings[kind]!]),
    ) as HedonicModel['poolings'],
    thinLots: lotsOf(lots) - lotsOf(used),
    differenceOf: (period, from) =>
      period === from ? [] : [...part(periodColumn(period), 1), ...part(periodColumn(from), -1)],
    columnOf: (kind, place) => fit.design.columnOf(kinds.indexOf(kind), place),
  };
}

/** The first period that can be compared with that of most lots. */
export function firstComparable({ fit, periods, reference, differenceOf }: HedonicModel): string {
  return periods.find((period) => fit.estimate(differenceOf(period, reference)))!;
}

/**
 * The index of a period, that of `base` being 100: 100 · exp(δ_period − δ_base).
 * @returns undefined where the data do not tell the two periods' prices from something else
 */
export function indexOf(model: HedonicModel, period: string, base: string): Interval | undefined {
  const { fit } = model;
  const estimate = fit.estimate(model.differenceOf(period, base));
  if (!estimate) return undefined;
  const { value, low, high } = intervalOf(estimate, fit.n - fit.rank);
  return { value: 100 * Math.exp(value), low: 100 * Math.exp(low), high: 100 * Math.exp(high) };
}

function periodsWithEnough(lots: readonly LotCell[]): Map<string, number> {
  const counted = [...countBy(lots, ({ period }) => period)];
  return new Map(counted.filter(([, n]) => n >= fewestLots).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function countBy<Key>(lots: readonly LotCell[], keyOf: (cell: LotCell) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const cell of lots) counts.set(keyOf(cell), (counts.get(keyOf(cell)) ?? 0) + cell.sums[0]!);
  return counts;
}

const lotsOf = (lots: readonly LotCell[]) => lots.reduce((sum, { sums }) => sum + sums[0]!, 0);

/** What a column adds to a contrast; what others are compared with has none. */
const part = (column: number | undefined, weight: number): Contrast =>
  column === undefined ? [] : [[column, weight]];

function cellsOf(
  lots: readonly LotCell[],
  poolings: readonly Pooling[],
  periods: Map<string, number>,
): Cell[] {
  return lots.map(({ period, values, sums }) => ({
    levels: [...values.map((value, kind) => poolings[kind]!.placeOf(value)), periods.get(period)!],
    sums,
  }));
}
