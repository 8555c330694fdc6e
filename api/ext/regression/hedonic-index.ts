import { type Contrast, fitHedonic, type HedonicFit } from './fit-hedonic.ts';
import { type Interval, intervalOf } from './quantiles.ts';

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

/** The texts of a column: entry i is `names[codes[i]]`, null where it is unknown. */
export interface TextColumn {
  codes: Int32Array;
  names: readonly (string | null)[];
}

/** The lots of a price model, in columns: entry i of each is of lot i. */
export interface ModelLots {
  /** ln(carat) and ln(price per carat). */
  x: Float64Array;
  y: Float64Array;
  /** The first day of its period; codes are in the order of time. */
  period: { codes: Int32Array; names: readonly string[] };
  traits: Record<Kind, TextColumn>;
  /** A number for each sale. All lots of a sale are of one period. */
  sale: Int32Array;
}

/** A value of a trait in a regression; null is the unknown one. */
interface TraitValue {
  name: string | null;
  lots: number;
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
  differenceOf(period: string, from: string): Contrast;
  /** The column of a value; of any other value that of the pool, or undefined without a pool. */
  columnOf(trait: Kind, value?: string | null): number | undefined;
  /** The number of sales that have a value. */
  salesWith(trait: Kind, value: string): number;
}

/**
 * Fits the model of the time-dummy method: J. Triplett, Handbook on Hedonic Indexes and Quality Adjustments in Price
 * Indexes (OECD, 2004), chapter III; for gems L. Renneboog and C. Spaenjers, Hard assets: the returns on rare diamonds
 * and gems, Finance Research Letters 9 (2012) 220–230. The effects of traits are shrunk, so that a rare value has little effect.
 * @param minPeriodLots minimum lots of a period with an effect; lots of others are left out
 * @returns undefined where there are no more lots than coefficients
 */
export function modelPrices(lots: ModelLots, minPeriodLots = minLots): HedonicModel | undefined {
  const { codes, names } = lots.period;
  const lotsOfCode = countCodes(codes, names.length);
  const rows = Int32Array.from(codes.keys()).filter((i) => lotsOfCode[codes[i]!]! >= minPeriodLots);
  if (rows.length === 0) return undefined;
  const periodCodes = [...lotsOfCode.keys()].filter(
    (code) => lotsOfCode[code]! > 0 && lotsOfCode[code]! >= minPeriodLots,
  );
  const referenceCode = periodCodes.reduce((most, code) =>
    lotsOfCode[code]! > lotsOfCode[most]! ? code : most,
  );
  const ofPeriods = new Map(
    [referenceCode, ...periodCodes.filter((code) => code !== referenceCode)].map((code, level) => [
      names[code]!,
      level,
    ]),
  );
  const found = ofKinds((kind) => categorize(lots.traits[kind], rows));
  const sale = rows.map((row) => lots.sale[row]!);
  const categories = Object.values(found);
  const fit = fitHedonic([...categories.map(({ levels }) => levels), periodCodes.length], {
    x: Float64Array.from(rows, (row) => lots.x[row]!),
    y: Float64Array.from(rows, (row) => lots.y[row]!),
    levels: [
      ...categories.map(({ ofLots }) => ofLots),
      rows.map((row) => ofPeriods.get(names[codes[row]!]!)!),
    ],
    sale,
  });
  if (!fit) return undefined;
  const termOf = (period: string, weight: number): Contrast => {
    const column = fit.columnOf(kinds.length, ofPeriods.get(period)!);
    return column === undefined ? [] : [[column, weight]];
  };
  return {
    fit,
    periods: periodCodes.map((code) => names[code]!),
    reference: names[referenceCode]!,
    valuesOf: (trait) => found[trait].values,
    lotsOf: (period) => lotsOfCode[names.indexOf(period)]!,
    differenceOf: (period, from) => (period === from ? [] : [...termOf(period, 1), ...termOf(from, -1)]),
    columnOf(trait, value) {
      const level = found[trait].levelOf(value);
      return level === undefined ? undefined : fit.columnOf(kinds.indexOf(trait), level);
    },
    salesWith(trait, value) {
      const { codes, names } = lots.traits[trait];
      return new Set(sale.filter((_, i) => names[codes[rows[i]!]!] === value)).size;
    },
  };
}

/** The values of a trait among some lots, and the level of each lot. */
function categorize({ codes, names }: TextColumn, rows: Int32Array) {
  const lotsOf = new Map<string | null, number>();
  for (const row of rows) {
    const name = names[codes[row]!]!;
    lotsOf.set(name, (lotsOf.get(name) ?? 0) + 1);
  }
  const values = [...lotsOf]
    .sort(([a, lots], [b, others]) => others - lots || ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([name, lots], place): TraitValue => ({ name, lots, isPooled: place >= maxValues }));
  const own = values.slice(0, maxValues);
  const levels = own.length + Number(values.length > own.length);
  const places = new Map(own.map(({ name }, level) => [name, level]));
  const levelOf = (name: string | null = '') =>
    places.get(name) ?? (levels > own.length ? own.length : undefined);
  const ofCodes = names.map(levelOf);
  return { values, levels, levelOf, ofLots: rows.map((row) => ofCodes[codes[row]!]!) };
}

function countCodes(codes: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const code of codes) counts[code]!++;
  return counts;
}

/**
 * The index of a period, that of `base` being 100: 100 · exp(δ_period − δ_base).
 * @returns undefined where the data do not separate the effects of the two periods from other effects
 */
export function indexOf(model: HedonicModel, period: string, base: string): Interval | undefined {
  const factor = factorOf(model, model.differenceOf(period, base));
  return factor && { value: 100 * factor.value, low: 100 * factor.low, high: 100 * factor.high };
}

/** The factor of prices of a difference of effects, with its 95% interval; undefined where the data do not determine it. */
export function factorOf({ fit }: HedonicModel, contrast: Contrast): Interval | undefined {
  const estimate = fit.estimate(contrast);
  if (!estimate) return undefined;
  const { value, low, high } = intervalOf(estimate.value, estimate.error, estimate.degreesOfFreedom);
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
}
