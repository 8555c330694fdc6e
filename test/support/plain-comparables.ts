import { inv, multiply } from 'mathjs';
import type { AuctionRecord } from '../../mappings/record.ts';
import { plainModel } from './hedonic-records.ts';

/** The stone of the plain computation. */
export interface PlainStone {
  carat: number;
  origin?: string;
  /** The origins of the region of its origin. */
  region?: string[];
  /** Whether too few lots have its origin, so that the criteria start with the region. */
  startsWithRegion?: boolean;
  treatment?: string;
  auction_house?: string;
}

const day = 86_400_000;
const yearsBefore = (asOf: string, years: number) => `${Number(asOf.slice(0, 4)) - years}${asOf.slice(4)}`;

/** The levels of criteria as the documentation lists them, by a scan of all lots. */
export function plainLevels(records: AuctionRecord[], stone: PlainStone, asOf: string): AuctionRecord[][] {
  const within = (window: number, years: number | null, origin: string, treatment: string) =>
    records.filter((record) => {
      const ratio = Math.max(record.carat! / stone.carat, stone.carat / record.carat!);
      if (ratio > 1 + window + 1e-9 || record.auction_date! > asOf) return false;
      if (years !== null && record.auction_date! < yearsBefore(asOf, years)) return false;
      if (origin === 'same' && stone.origin && record.origin !== stone.origin) return false;
      if (origin === 'region' && !stone.region!.includes(record.origin ?? '')) return false;
      return treatment === 'any' || !stone.treatment || record.treatment === stone.treatment;
    });
  const first = stone.startsWithRegion ? 'region' : 'same';
  const steps: [number, number | null, string, string][] = [
    [0.1, 5, first, 'same'],
    [0.2, 5, first, 'same'],
    [0.4, 5, first, 'same'],
    [0.4, 10, first, 'same'],
    [0.4, null, first, 'same'],
    ...(stone.region && !stone.startsWithRegion
      ? [[0.4, null, 'region', 'same'] as [number, null, string, string]]
      : []),
    ...(stone.treatment
      ? [[0.4, null, stone.region ? 'region' : 'same', 'any'] as [number, null, string, string]]
      : []),
    ...(stone.origin ? [[0.4, null, 'any', 'any'] as [number, null, string, string]] : []),
  ];
  return steps.map((step) => within(...step));
}

/** 2 to the power of minus the distance. */
export function plainWeight(record: AuctionRecord, stone: PlainStone, asOf: string): number {
  let distance = Math.abs(Math.log(record.carat! / stone.carat)) / Math.log(1.4);
  distance += (Date.parse(asOf) - Date.parse(record.auction_date!)) / day / 3652.5;
  if (stone.origin && record.origin !== stone.origin)
    distance += stone.region?.includes(record.origin ?? '') ? 1 : 2;
  if (stone.treatment && record.treatment !== stone.treatment) distance += 1;
  if (stone.auction_house && record.auction_house !== stone.auction_house) distance += 0.5;
  return 2 ** -distance;
}

const daysPerYear = 365.25;

/** The adjustment of a price to a day and to the traits of a stone, and the expected price: by a regression over lots and a smoothed price level. */
export function plainFactors(records: AuctionRecord[], asOf: string) {
  const lotsOf = Map.groupBy(records, quarterOf);
  const [reference] = [...lotsOf].toSorted(
    ([a, some], [b, others]) => others.length - some.length || a - b,
  )[0]!;
  const model = plainModel(records, (record) => String(quarterOf(record)), String(reference));
  const { columns, coefficients } = model;
  const of = (column: string) => coefficients[columns.indexOf(column)] ?? 0;
  const quarters = [...lotsOf.keys()].filter((quarter) => quarter !== reference);
  const unit = (quarter: number) => columns.map((column) => Number(column === `period ${quarter}`));
  const levelAt = plainLevel({
    reference: middleOf(reference),
    times: quarters.map(middleOf),
    values: quarters.map((quarter) => of(`period ${quarter}`)),
    covariance: covarianceOf(quarters.map(unit), (contrast) => model.errorOf(contrast).error),
  });
  const sizeEffect = (weight: number) =>
    of('ln_carat') * Math.log(weight) + of('ln_carat_squared') * Math.log(weight) ** 2;
  const kinds = ['origin', 'treatment', 'auction_house'] as const;
  const known = new Set(records.flatMap((record) => kinds.map((kind) => `${kind} ${record[kind]}`)));
  const traitsOf = (values: Partial<AuctionRecord>) => kinds.map((kind) => of(`${kind} ${values[kind]}`));
  const offset = quarters.reduce(
    (sum, quarter) =>
      sum +
      (lotsOf.get(quarter)!.length / records.length) * (of(`period ${quarter}`) - levelAt(middleOf(quarter))),
    0,
  );
  const factorsOf = (record: AuctionRecord, stone: PlainStone) => {
    const described = Object.fromEntries(
      kinds.flatMap((kind) => (known.has(`${kind} ${stone[kind]}`) ? [[kind, stone[kind]]] : [])),
    );
    const [its, wanted] = [traitsOf(record), traitsOf({ ...record, ...described })];
    const at = levelAt(yearsOf(record.auction_date!));
    const traits = its.map((effect, i) => Math.exp(wanted[i]! - effect));
    const expected =
      of('constant') + sizeEffect(record.carat!) + its.reduce((sum, effect) => sum + effect, at + offset);
    return {
      time: Math.exp(levelAt(yearsOf(asOf)) - at),
      size: Math.exp(sizeEffect(stone.carat) - sizeEffect(record.carat!)),
      traits: traits.reduce((product, factor) => product * factor, 1),
      residual: Math.log(record.price_per_carat_usd!) - expected,
    };
  };
  return { factorsOf, withinSale: model.share };
}

const quarterOf = ({ auction_date: date }: AuctionRecord) =>
  Number(date!.slice(0, 4)) + Math.floor((Number(date!.slice(5, 7)) - 1) / 3) / 4;

/** The covariance of contrasts, from the errors of their differences. */
function covarianceOf(contrasts: number[][], errorOf: (contrast: number[]) => number): number[][] {
  const varianceOf = (contrast: number[]) => errorOf(contrast) ** 2;
  return contrasts.map((a, i) =>
    contrasts.map((b, j) => {
      const apart = a.map((value, place) => value - b[place]!);
      return (varianceOf(a) + varianceOf(b) - (i === j ? 0 : varianceOf(apart))) / 2;
    }),
  );
}

const yearsOf = (date: string) => Date.parse(date) / day / daysPerYear;

/** The middle of the quarter that begins at 2019, 2019.25 …, in years since 1970. */
function middleOf(quarter: number): number {
  const month = 1 + 12 * (quarter % 1);
  return yearsOf(`${Math.floor(quarter)}-${String(month).padStart(2, '0')}-01`) + 1 / 8;
}

/** Computes the determinant by elimination, because mathjs loses all digits with twenty rows. */
function logDeterminant(matrix: number[][]): number {
  const rows = matrix.map((row) => [...row]);
  return rows.reduce((sum, row, i) => {
    for (const other of rows.slice(i + 1)) {
      const factor = other[i]! / row[i]!;
      for (let j = i; j < row.length; j++) other[j]! -= factor * row[j]!;
    }
    return sum + Math.log(row[i]!);
  }, 0);
}

/** Effects of quarters, relative to the reference. */
interface Effects {
  reference: number;
  times: number[];
  values: number[];
  covariance: number[][];
}

/** The covariance of the changes of a random walk of variance 1, from r to a and from r to b. */
const overlapOf = (a: number, b: number, r: number) =>
  (Math.abs(a - r) + Math.abs(r - b) - Math.abs(a - b)) / 2;

/** The expected level, a random walk, by inverting the covariance of the observations. */
function plainLevel({ reference, times, values, covariance }: Effects) {
  const observed = (variance: number) =>
    times.map((a, i) => times.map((b, j) => variance * overlapOf(a, b, reference) + covariance[i]![j]!));
  const variance = mostLikely(values, observed);
  const weights = multiply(inv(observed(variance)), values) as number[];
  return (at: number) =>
    times.reduce((sum, time, i) => sum + variance * overlapOf(at, time, reference) * weights[i]!, 0);
}

/** The variance with the greatest likelihood and prior. */
function mostLikely(values: number[], observed: (variance: number) => number[][]): number {
  const score = (log: number) => {
    const all = observed(Math.exp(log));
    const fit = (multiply(multiply(values, inv(all)), values) as unknown as number) + logDeterminant(all);
    return -fit / 2 - ((log - Math.log(0.01)) / 2) ** 2 / 2;
  };
  let [least, most] = [Math.log(1e-5), 0];
  while (most - least > 1e-5) {
    const third = (most - least) / 3;
    if (score(least + third) > score(most - third)) most -= third;
    else least += third;
  }
  return Math.exp(least);
}

/** A quantile of weighted values as the documentation defines it. */
function plainQuantile(values: [value: number, weight: number][], p: number): number {
  const sorted = [...values].sort((a, b) => a[0] - b[0]);
  const total = 1 + sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const at = sorted.map(
    ([, weight], i) => (sorted.slice(0, i).reduce((sum, [, w]) => sum + w, 0) + (weight + 1) / 2) / total,
  );
  const k = at.findIndex((place) => place >= p);
  const share = (p - at[k - 1]!) / (at[k]! - at[k - 1]!);
  return sorted[k - 1]![0] + share * (sorted[k]![0] - sorted[k - 1]![0]);
}

/** A lot as the plain summary takes it: the logarithm of its adjusted price, and how far it sold from the model. */
export interface PlainEvidence {
  value: number;
  residual: number;
  weight: number;
  sale: string;
  isComparable: boolean;
}

/** The summary of comparables as the documentation defines it, in logarithms. */
export function plainSummaryOf(lots: PlainEvidence[], withinSale: number, error: number) {
  const independent = (some: PlainEvidence[]) =>
    some.reduce((sum, { sale, weight }) => {
      const same = some.filter((lot) => lot.sale === sale).length;
      return sum + weight / (1 + (same - 1) * withinSale);
    }, 0);
  const medianOf = (some: PlainEvidence[], of: 'value' | 'residual') =>
    plainQuantile(
      some.map((lot) => [lot[of], lot.weight]),
      0.5,
    );
  const middleOf = (some: PlainEvidence[]) =>
    medianOf(some, 'value') - (medianOf(some, 'residual') * 10) / (10 + independent(some));
  const comparables = lots.filter(({ isComparable }) => isComparable);
  const misses = lots.flatMap((lot): [number, number][] => {
    const others = comparables.filter(({ sale }) => sale !== lot.sale);
    return others.length === 0 ? [] : [[lot.value - middleOf(others), lot.weight]];
  });
  const sum = misses.reduce((total, [, weight]) => total + weight, 0);
  const squares = misses.reduce((total, [, weight]) => total + weight ** 2, 0);
  const equal = misses.map(([miss, weight]): [number, number] => [miss, (weight * sum) / squares]);
  const prices = comparables
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 10)
    .map(({ value }) => value);
  const middle = Math.min(Math.max(middleOf(comparables), Math.min(...prices)), Math.max(...prices));
  const at = (p: number, z: number, center = 0) => {
    const miss = plainQuantile(equal, p) - center;
    return middle + Math.sign(miss) * Math.hypot(miss, z * error);
  };
  const all = comparables.map(({ value, weight }): [number, number] => [value, weight]);
  const ofAdjusted = (p: number, outermost: (...values: number[]) => number) => {
    const whole = 1 + all.reduce((sum, [, weight]) => sum + weight, 0);
    const ends = all.toSorted((a, b) => a[0] - b[0]);
    const first = (ends[0]![1] + 1) / 2 / whole;
    const last = 1 - (ends.at(-1)![1] + 1) / 2 / whole;
    return p < first || p > last ? outermost(...all.map(([value]) => value)) : plainQuantile(all, p);
  };
  const half = 1.959964 / 2 / Math.sqrt(10 + independent(comparables));
  const center = plainQuantile(equal, 0.5);
  const [medianLow, medianHigh] = [at(0.5 - half, 1.959964, center), at(0.5 + half, 1.959964, center)];
  return {
    ...{ independent: independent(comparables), rangeEffective: sum ** 2 / squares },
    modelFactor: Math.exp(middle - medianOf(comparables, 'value')),
    ...{ median: middle, medianLow, medianHigh },
    /** The adjusted prices themselves; the outermost where a quantile is beyond them. */
    adjusted: {
      low: ofAdjusted(0.1, Math.min),
      median: medianOf(comparables, 'value'),
      high: ofAdjusted(0.9, Math.max),
    },
    low: Math.min(at(0.1, 1.2815516), medianLow),
    high: Math.max(at(0.9, 1.2815516), medianHigh),
  };
}
