import { estimateSaleVariance, type SaleVariance } from './sale-variance.ts';
import { dotProducts, outerProducts, type SparseRows, weightedSum } from './sparse-rows.ts';
import { type Factorization, factorize, inverseOf, type Square, sandwich, solve, zeros } from './square.ts';

/** A linear combination of coefficients, by column. */
export type Contrast = readonly (readonly [column: number, weight: number])[];

/** The estimate of a contrast, and its error with a variance that lots of a sale share. */
export interface HedonicEstimate {
  value: number;
  error: number;
  degreesOfFreedom: number;
}

/** A factor that divides the lots into levels; the first level is the reference. */
export interface Factor {
  name: string;
  /** The number of its levels. */
  levels: number;
}

/** The lots of a regression; entry i of each column is of lot i. */
export interface RegressionLots {
  /** ln(carat) and ln(price per carat). */
  x: Float64Array;
  y: Float64Array;
  /** The levels of each factor. The last factor is the period: lots of different periods may vary differently. */
  levels: readonly Int32Array[];
  /** The number of its sale, from 0. All lots of a sale are of one period. */
  sale: Int32Array;
}

/** A regression of y on 1, x − `center.x`, its square and the levels of the factors. */
export interface HedonicFit {
  columns: number;
  /** The column of a level, or undefined for a factor's first, which has none. */
  columnOf(factor: number, level: number): number | undefined;
  /** The means of x = ln(carat) and y = ln(price per carat): the coefficients are those of x minus its mean. */
  center: { x: number; y: number };
  n: number;
  /** Columns that the data determine. */
  rank: number;
  /** Columns that are dropped because they are linear combinations of others. */
  aliased: readonly number[];
  /** Null where all y are equal, within the precision of their sums. */
  rSquared: number | null;
  residualError: number;
  /** The parts of the variance. */
  sales: Pick<SaleVariance, 'sales' | 'shared' | 'own'>;
  /**
   * @returns undefined where the data do not determine the contrast: it depends on which of the linearly dependent
   * columns are dropped
   */
  estimate(contrast: Contrast): HedonicEstimate | undefined;
  /** Only the value of the estimate, which costs far less than its error. */
  valueOfContrast(contrast: Contrast): number | undefined;
  /** A function for the covariance of the errors of two contrasts that the data determine. */
  covariances(): Covariances;
}

export type Covariances = (one: Contrast, other: Contrast) => number;

/** The columns of every design: 1, x, x². */
const powerColumns = 3;

/** Ordinary least squares; undefined where there are no more lots than coefficients. */
export function fitHedonic(factors: readonly Factor[], lots: RegressionLots): HedonicFit | undefined {
  const n = lots.x.length;
  const center = { x: meanOf(lots.x), y: meanOf(lots.y) };
  const firsts = factors.map((_, place) =>
    factors.slice(0, place).reduce((column, { levels }) => column + levels - 1, powerColumns),
  );
  const columnOf = (factor: number, level: number) => (level === 0 ? undefined : firsts[factor]! + level - 1);
  const columns = factors.reduce((sum, { levels }) => sum + levels - 1, powerColumns);
  const rows = rowsOf(lots, firsts, columns, center.x);
  const y = lots.y.map((value) => value - center.y);
  const gram = outerProducts(rows);
  const found = factorize(gram, columnSizes(gram, lots.x));
  const rank = found.kept.length;
  if (!(n > rank)) return undefined;
  const products = weightedSum(rows, y);
  const solved = solve(
    found.lower,
    found.kept.map((column) => products[column]!),
  );
  const coefficients = inAllColumns(columns, found, solved);
  const fitted = dotProducts(rows, coefficients);
  const residuals = y.map((value, i) => value - fitted[i]!);
  const [squares, variation] = [squaresOf(residuals), squaresOf(y)];
  const inverse = wholeInverse(columns, found);
  const { sale, levels } = lots;
  const variance = estimateSaleVariance(
    {
      ...{ rows, residuals, sale, sales: 1 + greatest(sale) },
      ...{ group: levels.at(-1)!, groups: factors.at(-1)!.levels },
    },
    inverse,
    rank,
  );
  const valueOfContrast = valuesBy(gram, found, coefficients);
  return {
    ...{ columns, columnOf, center, n, rank, aliased: found.aliased },
    rSquared: variation > samePrice * squaresOf(lots.y) ? Math.max(0, 1 - squares / variation) : null,
    residualError: Math.sqrt(squares / (n - rank)),
    ...{ sales: variance, valueOfContrast },
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
const squaresOf = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);
const greatest = (values: Int32Array) => values.reduce((most, value) => Math.max(most, value), -1);

/** The row of each lot: 1, x and x² minus the mean of x, and 1 for each of its levels that has a column. */
function rowsOf(
  { x, levels }: RegressionLots,
  firsts: readonly number[],
  columns: number,
  mean: number,
): SparseRows {
  const n = x.length;
  const most = powerColumns + levels.length;
  const [places, values] = [new Int32Array(n * most), new Float64Array(n * most)];
  const starts = new Int32Array(n + 1);
  let end = 0;
  const add = (place: number, value: number) => {
    places[end] = place;
    values[end++] = value;
  };
  for (let i = 0; i < n; i++) {
    const centered = x[i]! - mean;
    add(0, 1);
    add(1, centered);
    add(2, centered * centered);
    for (let factor = 0; factor < levels.length; factor++) {
      const level = levels[factor]![i]!;
      if (level > 0) add(firsts[factor]! + level - 1, 1);
    }
    starts[i + 1] = end;
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

/** The values of kept columns, and 0 for dropped ones. */
function inAllColumns(columns: number, { kept }: Factorization, values: Float64Array): Float64Array {
  const whole = new Float64Array(columns);
  for (const [i, column] of kept.entries()) whole[column] = values[i]!;
  return whole;
}

/** (Σ z·zᵀ)⁻¹, with rows and columns of 0 for those that are dropped. */
function wholeInverse(columns: number, { kept, lower }: Factorization): Square {
  const [inverse, whole] = [inverseOf(lower), zeros(columns)];
  for (const [i, row] of kept.entries())
    for (const [j, column] of kept.entries())
      whole.values[row * columns + column] = inverse.values[i * inverse.n + j]!;
  return whole;
}

/** Rounding tolerance of a zero, relative to the weights of a contrast. */
const rounding = 1e-6;

/** A contrast is determined if it weighs each dropped column like the combination of kept ones to which it is equal. */
function valuesBy(
  { n, values }: Square,
  found: Factorization,
  coefficients: Float64Array,
): HedonicFit['valueOfContrast'] {
  const { kept, aliased, lower } = found;
  const makeup = aliased.map((dropped) => {
    const shared = kept.map((column) => values[column * n + dropped]!);
    return { dropped, weights: inAllColumns(n, found, solve(lower, shared)) };
  });
  return (contrast) => {
    const sums = new Map<number, number>();
    for (const [column, weight] of contrast) sums.set(column, (sums.get(column) ?? 0) + weight);
    const terms = [...sums];
    const largest = terms.reduce((most, [, weight]) => Math.max(most, Math.abs(weight)), 0);
    const isDetermined = makeup.every(({ dropped, weights }) => {
      const implied = terms.reduce((sum, [column, weight]) => sum + weight * weights[column]!, 0);
      return Math.abs(implied - (sums.get(dropped) ?? 0)) <= rounding * largest;
    });
    return isDetermined
      ? terms.reduce((sum, [column, weight]) => sum + weight * coefficients[column]!, 0)
      : undefined;
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
