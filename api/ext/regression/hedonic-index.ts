import { type Contrast, type Factor, fitHedonic, type HedonicFit } from './fit-hedonic.ts';
import { minLots, type Pooling, poolCategories } from './pool-categories.ts';
import { type Interval, intervalOf } from './quantiles.ts';

/** The factors of the index, besides the period. */
export const kinds = ['origin', 'treatment', 'auction_house'] as const;

export type Kind = (typeof kinds)[number];

/** A trait whose values a price model can compare: a factor of the index, the basis of the published price, or the gem. */
export type Trait = Kind | 'price_basis' | 'gem_type';

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
  traits: Partial<Record<Trait, TextColumn>>;
  /** A number for each sale. All lots of a sale are of one period. */
  sale: Int32Array;
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
  poolings: Record<Kind, Pooling> & Partial<Record<Trait, Pooling>>;
  /** The difference of the effects of two periods. */
  differenceOf(period: string, from: string): Contrast;
  /** The column of a category, or undefined for the reference. */
  columnOf(trait: Trait, place: number): number | undefined;
  /** The number of sales that have a value. */
  salesWith(trait: Trait, value: string): number;
}

/**
 * Fits the model of the time-dummy method: J. Triplett, Handbook on Hedonic Indexes and Quality Adjustments in Price
 * Indexes (OECD, 2004), chapter III; for gems L. Renneboog and C. Spaenjers, Hard assets: the returns on rare diamonds
 * and gems, Finance Research Letters 9 (2012) 220–230.
 * @param minPeriodLots minimum lots of a period with an effect; lots of others are left out
 * @param traits the factors besides the period
 * @returns undefined where there are no more lots than coefficients
 */
export function modelPrices(
  lots: ModelLots,
  minPeriodLots = minLots,
  traits: readonly Trait[] = kinds,
): HedonicModel | undefined {
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
  const levelOfPeriod = new Map(
    [referenceCode, ...periodCodes.filter((code) => code !== referenceCode)].map((code, level) => [
      names[code]!,
      level,
    ]),
  );
  const found = traits.map((trait) => categorize(lots.traits[trait]!, rows));
  const poolings = Object.fromEntries(traits.map((trait, i) => [trait, found[i]!.pooling]));
  const factors: Factor[] = [
    ...traits.map((name, i) => ({ name, levels: found[i]!.pooling.categories.length })),
    { name: 'period', levels: periodCodes.length },
  ];
  const sale = dense(lots.sale, rows);
  const fit = fitHedonic(factors, {
    x: valuesAt(lots.x, rows),
    y: valuesAt(lots.y, rows),
    levels: [
      ...found.map(({ levels }) => levels),
      recode(
        codes,
        rows,
        names.map((name) => levelOfPeriod.get(name) ?? -1),
      ),
    ],
    sale,
  });
  if (!fit) return undefined;
  const periodColumn = (period: string) => fit.columnOf(traits.length, levelOfPeriod.get(period)!);
  return {
    fit,
    periods: periodCodes.map((code) => names[code]!),
    reference: names[referenceCode]!,
    poolings: poolings as HedonicModel['poolings'],
    lotsOf: (period) => lotsOfCode[names.indexOf(period)]!,
    differenceOf: (period, from) =>
      period === from ? [] : [...termOf(periodColumn(period), 1), ...termOf(periodColumn(from), -1)],
    columnOf: (trait, place) => fit.columnOf(traits.indexOf(trait), place),
    salesWith(trait, value) {
      const { codes, names } = lots.traits[trait]!;
      return new Set(sale.filter((_, i) => names[codes[rows[i]!]!] === value)).size;
    },
  };
}

/** The categories of a trait, and the level of each of some lots. */
function categorize({ codes, names }: TextColumn, rows: Int32Array) {
  const counts = countCodes(
    rows.map((row) => codes[row]!),
    names.length,
  );
  const known = names.flatMap((name, code) => (counts[code]! > 0 ? [[name, counts[code]!] as const] : []));
  const pooling = poolCategories(new Map(known));
  return { pooling, levels: recode(codes, rows, names.map(pooling.placeOf)) };
}

function valuesAt(values: Float64Array, rows: Int32Array): Float64Array {
  const some = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) some[i] = values[rows[i]!]!;
  return some;
}

const recode = (codes: Int32Array, rows: Int32Array, to: readonly number[]): Int32Array =>
  rows.map((row) => to[codes[row]!]!);

/** The numbers of some lots, as numbers from 0 without gaps. */
function dense(numbers: Int32Array, rows: Int32Array): Int32Array {
  const places = new Map<number, number>();
  return rows.map((row) => {
    const number = numbers[row]!;
    const place = places.get(number) ?? places.size;
    places.set(number, place);
    return place;
  });
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
  const estimate = model.fit.estimate(model.differenceOf(period, base));
  if (!estimate) return undefined;
  const { value, low, high } = intervalOf(estimate.value, estimate.error, estimate.degreesOfFreedom);
  return { value: 100 * Math.exp(value), low: 100 * Math.exp(low), high: 100 * Math.exp(high) };
}

/** The term of a column in a contrast; the reference has none. */
export const termOf = (column: number | undefined, weight: number): Contrast =>
  column === undefined ? [] : [[column, weight]];
