import { estimateSaleVariance, type SaleVariance, usualEffects } from './sale-variance.ts';
import { dotProducts, outerProducts, type SparseRows, weightedSum } from './sparse-rows.ts';
import { dot, factorize, inverseOf, type Square, sandwich, solve, squareOf, whiten } from './square.ts';

/** A linear combination of coefficients, by column. */
export type Contrast = readonly (readonly [column: number, weight: number])[];

/** The estimate of a contrast, and its error with a variance that lots of a sale share. */
interface HedonicEstimate {
  value: number;
  error: number;
  degreesOfFreedom: number;
}

/** The lots of a regression; entry i of each column is of lot i. */
export interface RegressionLots {
  /** ln(carat) and ln(price per carat). */
  x: Float64Array;
  y: Float64Array;
  /**
   * The levels of each factor, from 0. The last factor is the period, whose first level is the reference: lots of different periods
   * may vary differently. The effects of the others are random: normal around 0, with a variance that is estimated.
   */
  levels: readonly Int32Array[];
  /** The number of its sale. All lots of a sale are of one period. */
  sale: Int32Array;
}

/** A regression of y on 1, x − `center.x`, its square and the levels of the factors. */
export interface HedonicFit {
  columns: number;
  /** The column of a level; undefined for the reference. */
  columnOf(factor: number, level: number): number | undefined;
  /** The means of x = ln(carat) and y = ln(price per carat): the coefficients are those of x minus its mean. */
  center: { x: number; y: number };
  n: number;
  /** Columns that the data determine, without those that are shrunk. */
  rank: number;
  /** Null where all y are equal, within the precision of their sums. */
  rSquared: number | null;
  residualError: number;
  /** The parts of the variance. */
  sales: Pick<SaleVariance, 'shared' | 'own'> & { sales: number };
  /** @returns undefined where the data alone, without any shrinkage, do not determine the contrast */
  estimate(contrast: Contrast): HedonicEstimate | undefined;
  /** Only the value of the estimate, which costs far less than its error. */
  valueOfContrast(contrast: Contrast): number | undefined;
  /** A function for the covariance of the errors of two contrasts that the data determine. */
  covariances(): Covariances;
}

export type Covariances = (one: Contrast, other: Contrast) => number;

/** The columns of every design: 1, x, x². */
const powerColumns = 3;

/**
 * Least squares, with random effects for the factors that are shrunk, all but the last: each of their levels has the prior observation "0" with the weight
 * variance of a lot ÷ variance of the effects, so that it counts as one more lot (C. R. Henderson's mixed model equations,
 * Biometrics 31 (1975) 423–447).
 * @param levels the number of levels of each factor
 * @returns undefined where there are no more lots than coefficients that are not shrunk
 */
export function fitHedonic(levels: readonly number[], lots: RegressionLots): HedonicFit | undefined {
  const n = lots.x.length;
  const center = { x: meanOf(lots.x), y: meanOf(lots.y) };
  const design = placeColumns(levels);
  const { columns, columnOf, shrunk } = design;
  const rows = rowsOf(lots, design, center.x);
  const y = new Float64Array(rows.n);
  for (let i = 0; i < n; i++) y[i] = lots.y[i]! - center.y;
  const gram = outerProducts({ ...rows, n });
  const products = weightedSum(rows, y);
  const sizes = columnSizes(gram, lots.x);
  const variation = squaresOf(y);
  const penalties = penaltiesOf({ gram, products, sizes, variation, n }, shrunk);
  if (!penalties) return undefined;
  const penalized = withPenalties(gram, shrunk, penalties);
  for (const [i, { factor }] of shrunk.entries())
    rows.values[rows.starts[n + i]!] = Math.sqrt(penalties[factor]!);
  const { lower, dependent } = factorize(penalized, sizes);
  const coefficients = solve(lower, products);
  const fitted = dotProducts(rows, coefficients);
  const residuals = y.map((value, i) => value - fitted[i]!);
  const rank = columns - dependent.length - shrunk.length;
  const inverse = inverseOf(lower);
  const periods = levels.at(-1)!;
  const sales = 1 + greatest(lots.sale);
  const withPrior = (ofLots: Int32Array, ofPrior: (prior: number) => number) =>
    Int32Array.from({ length: rows.n }, (_, i) => (i < n ? ofLots[i]! : ofPrior(i - n)));
  const variance = estimateSaleVariance(
    {
      ...{ rows, residuals, sales: sales + shrunk.length, groups: periods, priors: levels.length },
      sale: withPrior(lots.sale, (prior) => sales + prior),
      group: withPrior(lots.levels.at(-1)!, (prior) => periods + shrunk[prior]!.factor),
    },
    inverse,
    n - rank,
  );
  const valueOfContrast = valuesBy(factorize(gram, sizes), coefficients);
  return {
    ...{ columns, columnOf, center, n, rank },
    rSquared:
      variation > samePrice * squaresOf(lots.y)
        ? Math.max(0, 1 - squaresOf(residuals.subarray(0, n)) / variation)
        : null,
    residualError: Math.sqrt(squaresOf(residuals) / (n - rank)),
    sales: { sales: new Set(lots.sale).size, shared: variance.shared, own: variance.own },
    valueOfContrast,
    estimate(contrast) {
      const value = valueOfContrast(contrast);
      if (value === undefined) return undefined;
      const weights = new Float64Array(columns);
      for (const [column, weight] of contrast)
        for (let i = 0; i < columns; i++) weights[i]! += weight * inverse.values[column * columns + i]!;
      return { value, ...variance.errorOf(weights) };
    },
    covariances: () => covariancesBy(sandwich(inverse, variance.covariance())),
  };
}

/** Below this share of their size, the squares of y minus its mean are only rounding errors. */
const samePrice = 1e-12;

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const squaresOf = (values: Float64Array) => dot(values, values);
const greatest = (values: Int32Array) => values.reduce((most, value) => Math.max(most, value), -1);

/** The columns of a design. */
type Design = ReturnType<typeof placeColumns>;

/** The columns of shrunk factors are the last ones. */
function placeColumns(levels: readonly number[]) {
  const period = levels.length - 1;
  let columns = powerColumns + levels[period]! - 1;
  const firsts = levels.map((many, factor) => {
    if (factor === period) return powerColumns - 1;
    columns += many;
    return columns - many;
  });
  const shrunk = firsts
    .slice(0, period)
    .flatMap((first, factor) =>
      Array.from({ length: levels[factor]! }, (_, i) => ({ factor, column: first + i })),
    );
  const columnOf = (factor: number, level: number) =>
    factor === period && level === 0 ? undefined : firsts[factor]! + level;
  return { columns, columnOf, shrunk };
}

/**
 * The row of each lot: 1, x and x² minus the mean of x, and 1 for each of its levels that has a column. Then a row for each shrunk
 * column, for its prior.
 */
function rowsOf(
  { x, levels }: RegressionLots,
  { columns, columnOf, shrunk }: Design,
  mean: number,
): SparseRows {
  const n = x.length + shrunk.length;
  const most = powerColumns + levels.length;
  // The period has the first columns.
  const order = [levels.length - 1, ...levels.keys()].slice(0, -1);
  const [places, values] = [new Int32Array(n * most), new Float64Array(n * most)];
  const starts = new Int32Array(n + 1);
  let end = 0;
  const add = (place: number, value: number) => {
    places[end] = place;
    values[end++] = value;
  };
  for (let i = 0; i < x.length; i++) {
    const centered = x[i]! - mean;
    add(0, 1);
    add(1, centered);
    add(2, centered * centered);
    for (const factor of order) {
      const column = columnOf(factor, levels[factor]![i]!);
      if (column !== undefined) add(column, 1);
    }
    starts[i + 1] = end;
  }
  for (const [i, { column }] of shrunk.entries()) {
    add(column, 1);
    starts[x.length + i + 1] = end;
  }
  return { n, columns, starts, places, values };
}

/** Sums of squares of the columns before x is centered. */
function columnSizes({ n, values }: Square, x: Float64Array): Float64Array {
  const sizes = Float64Array.from({ length: n }, (_, i) => values[i * n + i]!);
  sizes[1] = squaresOf(x);
  sizes[2] = squaresOf(x.map((value) => value * value));
  return sizes;
}

/** The sums of a regression. */
interface Sums {
  /** Σ z·zᵀ and Σ z·y over the lots. */
  gram: Square;
  products: Float64Array;
  sizes: Float64Array;
  /** Σ y². */
  variation: number;
  n: number;
}

/** The rounds in which the penalties and the effects are computed from each other. */
const rounds = 10;

/**
 * The weight of the prior of each shrunk factor: the variance of a lot ÷ that of the effects of its levels, by the evidence of the
 * lots (D. J. C. MacKay, Neural Computation 4 (1992) 415–447).
 * @returns undefined where there are no more lots than other coefficients
 */
function penaltiesOf(
  { gram, products, sizes, variation, n }: Sums,
  shrunk: Design['shrunk'],
): number[] | undefined {
  const penalties = shrunk.reduce<number[]>((all, { factor }) => Object.assign(all, { [factor]: 1 }), []);
  const { lower, dependent } = factorize(withPenalties(gram, shrunk, penalties), sizes);
  const others = lower.n - shrunk.length;
  const freeLots = n - (others - dependent.length);
  if (!(freeLots > 0)) return undefined;
  const white = whiten(lower, products);
  // What is left of the shrunk columns and of y after a regression on the others.
  const left = shrunk.map(({ column }) =>
    lower.values.subarray(column * lower.n + others, (column + 1) * lower.n),
  );
  const rest = squareOf(left, dot);
  const shared = left.map((row) => dot(row, white.subarray(others)));
  const squares = variation - squaresOf(white.subarray(0, others));
  const columns = shrunk.map(({ factor }, column) => ({ factor, column }));
  for (let round = 0; round < rounds; round++) {
    const found = factorize(
      withPenalties(
        rest,
        columns,
        penalties.map((penalty) => penalty - 1),
      ),
    ).lower;
    const [effects, inverse] = [solve(found, shared), inverseOf(found)];
    const variance = Math.max(0, squares - dot(effects, shared)) / freeLots;
    for (const [factor, some] of Map.groupBy(columns, (one) => one.factor)) {
      let [told, spread] = [usualEffects.levels as number, usualEffects.levels * usualEffects.variance];
      for (const { column } of some) {
        told += 1 - penalties[factor]! * inverse.values[column * inverse.n + column]!;
        spread += effects[column]! ** 2;
      }
      penalties[factor] = Math.max(leastPenalty, (variance * told) / spread);
    }
  }
  return penalties;
}

/** Where all prices follow the model exactly the variance is 0. */
const leastPenalty = 1e-3;

/** Σ z·zᵀ with the penalties of the shrunk columns. */
function withPenalties(
  { n, values }: Square,
  shrunk: Design['shrunk'],
  penalties: readonly number[],
): Square {
  const sum = { n, values: values.slice() };
  for (const { factor, column } of shrunk) sum.values[column * n + column]! += penalties[factor]!;
  return sum;
}

/** Rounding tolerance of a zero, relative to the weights of a contrast. */
const rounding = 1e-6;

/** A contrast is determined if it has no part in the dependent columns that the columns before them do not explain. */
function valuesBy(
  { lower, dependent }: ReturnType<typeof factorize>,
  coefficients: Float64Array,
): HedonicFit['valueOfContrast'] {
  const { n, values } = lower;
  // Rows of L⁻¹.
  const parts = dependent.map((column) =>
    solve(
      lower,
      Float64Array.from({ length: n }, (_, i) => values[i * n + column]!),
    ),
  );
  const valueBy = (weights: Float64Array, contrast: Contrast) =>
    contrast.reduce((sum, [column, weight]) => sum + weight * weights[column]!, 0);
  return (contrast) => {
    const largest = contrast.reduce((most, [, weight]) => Math.max(most, Math.abs(weight)), 0);
    const isDetermined = parts.every((part) => Math.abs(valueBy(part, contrast)) <= rounding * largest);
    return isDetermined ? valueBy(coefficients, contrast) : undefined;
  };
}

/** A separate function, so that its closure does not retain the lots. */
const covariancesBy =
  ({ n, values }: Square): Covariances =>
  (one, other) => {
    let sum = 0;
    for (const [row, weight] of one)
      for (const [column, times] of other) sum += weight * times * values[row * n + column]!;
    return sum;
  };
