import { estimateSaleVariance, type SaleVariance, usualEffects } from './sale-variance.ts';
import { bilinear, dotSparse, outerProducts, type Sparse, sumOf } from './sparse.ts';
import { dot, factorize, inverseOf, type Square, sandwich, solve, squareOf, whiten } from './square.ts';

/** The estimate of a contrast, and its error with a variance that lots of a sale share. */
interface HedonicEstimate {
  value: number;
  error: number;
  degreesOfFreedom: number;
}

/** A lot of a regression. */
export interface RegressionLot {
  /** ln(carat) and ln(price per carat). */
  x: number;
  y: number;
  /**
   * Its level of each factor, from 0. The last factor is the period, whose first level is the reference: lots of different periods
   * may vary differently. The effects of the others are random: normal around 0, with a variance that is estimated.
   */
  levels: readonly number[];
  /** Names its sale. All lots of a sale are of one period. */
  sale: string;
}

/** A regression of y on 1, x − `center.x`, its square and the levels of the factors. */
export interface HedonicFit {
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
  estimate(contrast: Sparse): HedonicEstimate | undefined;
  /** Only the value of the estimate, which costs far less than its error. */
  valueOfContrast(contrast: Sparse): number | undefined;
  /** The covariance of the errors of the coefficients. */
  covariance(): Square;
}

/** The columns of every design: 1, x, x². */
const powerColumns = 3;

/**
 * Least squares, with random effects for the factors that are shrunk, all but the last: each of their levels has the prior observation "0" with the weight
 * variance of a lot ÷ variance of the effects, so that it counts as one more lot (C. R. Henderson's mixed model equations,
 * Biometrics 31 (1975) 423–447).
 * @param levels the number of levels of each factor
 * @returns undefined where there are no more lots than coefficients that are not shrunk
 */
export function fitHedonic(
  levels: readonly number[],
  lots: readonly RegressionLot[],
): HedonicFit | undefined {
  const n = lots.length;
  const center = { x: meanOf(lots.map(({ x }) => x)), y: meanOf(lots.map(({ y }) => y)) };
  const { columns, columnOf, shrunk } = placeColumns(levels);
  const rows = lots.map((lot): Sparse => {
    const x = lot.x - center.x;
    const own = lot.levels.flatMap((level, factor) => columnOf(factor, level) ?? []);
    return [0, 1, 1, x, 2, x * x, ...own.flatMap((column) => [column, 1])];
  });
  const y = lots.map((lot) => lot.y - center.y);
  const gram = outerProducts(rows, columns);
  const products = new Float64Array(columns);
  const sum = sumOf(rows, y);
  for (let i = 0; i < sum.length; i += 2) products[sum[i]!] = sum[i + 1]!;
  const sizes = columnSizes(gram, lots);
  const variation = squaresOf(y);
  const penalties = penaltiesOf({ gram, products, sizes, variation, n }, shrunk);
  if (!penalties) return undefined;
  const { lower, dependent } = factorize(withPenalties(gram, shrunk, penalties), sizes);
  const coefficients = solve(lower, products);
  const rank = columns - dependent.length - shrunk.length;
  const inverse = inverseOf(lower);
  const observed = lots.map(({ sale, levels }, i) => ({
    ...{ row: rows[i]!, y: y[i]!, sale, group: levels.at(-1)! },
  }));
  const priors = shrunk.map(({ factor, column }) => {
    const row = [column, Math.sqrt(penalties[factor]!)];
    return { row, y: 0, sale: `prior ${column}`, group: -1 - factor };
  });
  const missed = [...observed, ...priors].map(({ y, ...lot }) => ({
    ...lot,
    residual: y - dotSparse(lot.row, coefficients),
  }));
  const residuals = missed.map(({ residual }) => residual);
  const variance = estimateSaleVariance(missed, inverse, n - rank);
  const valueOfContrast = valuesBy(factorize(gram, sizes), coefficients);
  return {
    ...{ columnOf, center, n, rank },
    rSquared:
      variation > samePrice * squaresOf(lots.map(({ y }) => y))
        ? Math.max(0, 1 - squaresOf(residuals.slice(0, n)) / variation)
        : null,
    residualError: Math.sqrt(squaresOf(residuals) / (n - rank)),
    sales: {
      sales: new Set(lots.map(({ sale }) => sale)).size,
      ...{ shared: variance.shared, own: variance.own },
    },
    valueOfContrast,
    estimate(contrast) {
      const value = valueOfContrast(contrast);
      if (value === undefined) return undefined;
      const weights = Float64Array.from({ length: columns }, (_, i) => bilinear(contrast, inverse, [i, 1]));
      return { value, ...variance.errorOf(weights) };
    },
    covariance: () => sandwich(inverse, variance.covariance()),
  };
}

/** Below this share of their size, the squares of y minus its mean are only rounding errors. */
const samePrice = 1e-12;

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const squaresOf = (values: ArrayLike<number>) => dot(values, values);

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

/** Sums of squares of the columns before x is centered. */
function columnSizes({ n, values }: Square, lots: readonly RegressionLot[]): Float64Array {
  const sizes = Float64Array.from({ length: n }, (_, i) => values[i * n + i]!);
  sizes[1] = squaresOf(lots.map(({ x }) => x));
  sizes[2] = squaresOf(lots.map(({ x }) => x * x));
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
  return (contrast) => {
    const largest = Math.max(0, ...contrast.filter((_, i) => i % 2 === 1).map(Math.abs));
    const isDetermined = parts.every((part) => Math.abs(dotSparse(contrast, part)) <= rounding * largest);
    return isDetermined ? dotSparse(contrast, coefficients) : undefined;
  };
}
