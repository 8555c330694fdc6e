import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { type Cell, createDesign, type Design, type Factor, type Margins } from './design.ts';
import { type Columns, findAliased } from './find-aliased.ts';
import {
  addUp,
  type CellLots,
  equationsOfCells,
  equationsOfMargins,
  inColumnsOf,
  type LotEquations,
  type Sparse,
  scoresOf,
  squaredErrorOf,
  totalsOf,
} from './lot-equations.ts';
import { addMoments, centering, type Moments, momentPlace, noMoments } from './moments.ts';
import { estimateSaleVariance, outerProducts, type SaleVariance } from './sale-variance.ts';

/** A linear combination of coefficients, by column. */
export type Contrast = readonly (readonly [column: number, weight: number])[];

/** The estimate of a contrast and its standard errors. */
export interface HedonicEstimate {
  value: number;
  /** The published error: with a variance that lots of a sale share where sales are known, else classical. */
  error: number;
  /** Degrees of freedom of `error`. */
  degreesOfFreedom: number;
  /** Under equal variance of all residuals, and none shared. */
  classicalError: number;
  /** Under any variance within a sale, from the totals of sales (CR1); null where they are not known. */
  clusteredError: number | null;
}

/** The residuals of the lots of a period. */
export interface PeriodResiduals {
  /** Σ e². */
  squares: number;
  /** The variance of a lot within its sale, as errors use it. */
  variance: number;
  /** Undefined where sales are not distinguished. */
  sales: number | undefined;
}

/** A regression of y on 1, x − `center.x`, its square and the levels of the factors. */
export interface HedonicFit {
  design: Design;
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
  /** The parts of the variance; undefined where sales are not distinguished. */
  sales: Pick<SaleVariance, 'sales' | 'shared' | 'own'> | undefined;
  /** The residuals of each period, by its level. */
  residuals: ReadonlyMap<number, PeriodResiduals>;
  /**
   * @returns undefined where the data do not determine the contrast: it depends on which of the linearly dependent
   * columns are dropped
   */
  estimate(contrast: Contrast): HedonicEstimate | undefined;
  /** Only the value of the estimate, which costs far less than its errors. */
  valueOfContrast(contrast: Contrast): number | undefined;
  /** The covariance of the errors of some contrasts, all of which the data determine. */
  covarianceOf(contrasts: readonly Contrast[]): Matrix;
}

/**
 * Ordinary least squares from the sums of cells. The result equals a regression over the lots.
 * @param factors the last one is the period: lots of different periods may vary differently
 * @returns undefined where there are no more lots than coefficients
 */
export function fitHedonic(factors: readonly Factor[], cells: readonly Cell[]): HedonicFit | undefined {
  const design = createDesign(factors);
  const areSales = cells.every(({ sale }) => sale !== undefined);
  return fit(design, totalOf(cells), (shift) => {
    const lots = cells.map(({ levels, sale, sums }) => ({
      ...{ period: levels.at(-1)!, sale },
      ...{ columns: design.columnsIn({ levels }), sums: shift(sums) },
    }));
    const periods = [...Map.groupBy(lots, ({ period }) => period)].map(([period, ofPeriod]) => ({
      period,
      ...equationsOfCells(ofPeriod),
    }));
    if (!areSales) return { periods };
    const cellsOfSales = [...Map.groupBy(lots, ({ sale }) => sale).values()];
    const sales = cellsOfSales.map((ofSale) => ({
      period: ofSale[0]!.period,
      columns: totalsOf(ofSale),
      y: ofSale.reduce((sum, { sums }) => sum + sums[momentPlace(0, 1)]!, 0),
    }));
    return { periods, sales, cellsOfSales };
  });
}

/** Ordinary least squares from margins, which do not allow clustered errors. */
export function fitMargins(factors: readonly Factor[], margins: Margins): HedonicFit | undefined {
  const design = createDesign(factors);
  return fit(design, totalOf(margins.periods.map(({ total }) => ({ sums: total }))), (shift) => ({
    periods: margins.periods.map((ofPeriod) => ({
      period: ofPeriod.period,
      ...equationsOfMargins(design, {
        ...ofPeriod,
        total: shift(ofPeriod.total),
        one: ofPeriod.one.map((row) => ({ ...row, sums: shift(row.sums) })),
      }),
    })),
    sales: margins.sales.map(({ period, levels, sums }) => {
      const centered = shift(sums);
      const places = [0, 1, 2];
      const values = places.map((power) => centered[momentPlace(power, 0)]!);
      for (const { level, lots } of levels) {
        const column = design.columnOf(...level);
        if (column === undefined) continue;
        // Several values may be of one level.
        const known = places.indexOf(column);
        if (known < 0) places.push(column);
        if (known < 0) values.push(lots);
        else values[known]! += lots;
      }
      return { period, columns: { places, values }, y: centered[momentPlace(0, 1)]! };
    }),
  }));
}

function totalOf(cells: readonly { sums: Moments }[]): Moments {
  const total = noMoments();
  for (const { sums } of cells) addMoments(total, sums);
  return total;
}

type OfPeriod<Lots> = Lots & { period: number };

/** The totals of a sale: Σ z by column, and Σ y. */
interface SaleTotals {
  columns: Sparse;
  y: number;
}

/** The lots of a regression, by period and by sale. */
interface Lots {
  periods: OfPeriod<LotEquations>[];
  /** Where sales are distinguished. */
  sales?: OfPeriod<SaleTotals>[];
  /** The cells of each sale, which clustered errors need. */
  cellsOfSales?: CellLots[][];
}

/** @param centered the lots with x and y minus their means */
function fit(
  design: Design,
  total: Moments,
  centered: (shift: (sums: Moments) => Moments) => Lots,
): HedonicFit | undefined {
  const n = total[0]!;
  const center = { x: total[momentPlace(1, 0)]! / n, y: total[momentPlace(0, 1)]! / n };
  const shift = centering(center);
  const { periods, sales, cellsOfSales } = centered(shift);
  const equations = inColumnsOf(design, addUp(periods));
  const { gram } = equations;
  const columns = findAliased(gram, columnSizes(gram, total));
  const rank = columns.kept.length;
  if (!(n > rank)) return undefined;
  const solution = solve(design, equations, columns);
  const { coefficients } = solution;
  const squares = squaredErrorOf(equations, coefficients);
  const variance = Math.max(0, squares) / (n - rank);
  const variation = shift(total)[momentPlace(0, 2)]!;
  const isVaried = variation > samePrice * total[momentPlace(0, 2)]!;
  const inverse = inAllColumns(design, solution.inverse, columns);
  const valueOfContrast = valuesBy(columns, solution);
  const saleVariance = sales && varianceOf(sales, periods, { coefficients, inverse, rank });
  return {
    design,
    center,
    n,
    rank,
    aliased: columns.aliased,
    rSquared: isVaried ? Math.max(0, 1 - Math.max(0, squares) / variation) : null,
    residualError: Math.sqrt(variance),
    sales: saleVariance,
    residuals: new Map(
      periods.map((period, place) => {
        const squares = Math.max(0, squaredErrorOf(period, coefficients));
        return [period.period, { squares, variance, sales: undefined, ...saleVariance?.groups[place] }];
      }),
    ),
    valueOfContrast,
    estimate: estimator(design, columns, solution, valueOfContrast, {
      classical: { variance, degreesOfFreedom: n - rank },
      saleVariance,
      scatter: cellsOfSales && clusteredScatter(design, cellsOfSales, { coefficients, columns, n }),
    }),
    covarianceOf: covariances(
      saleVariance ? inverse.mmul(saleVariance.covariance).mmul(inverse) : Matrix.mul(inverse, variance),
    ),
  };
}

function varianceOf(
  sales: readonly OfPeriod<SaleTotals>[],
  periods: readonly OfPeriod<LotEquations>[],
  { coefficients, inverse, rank }: { coefficients: number[]; inverse: Matrix; rank: number },
): SaleVariance {
  const placeOf = new Map(periods.map(({ period }, place) => [period, place]));
  return estimateSaleVariance(
    sales.map(({ columns, y, period }) => ({
      columns,
      n: columns.values[0]!,
      residual: columns.places.reduce(
        (rest, column, i) => rest - coefficients[column]! * columns.values[i]!,
        y,
      ),
      group: placeOf.get(period)!,
    })),
    periods.map((period) => ({
      ...{ n: period.gram.get(0, 0), columns: period.columns, gram: period.gram },
      squares: Math.max(0, squaredErrorOf(period, coefficients)),
    })),
    inverse,
    rank,
  );
}

/**
 * Σ s·sᵀ over the sales, s being Σ z·e of one: the middle of the errors that allow for any covariance within a sale
 * (K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986) 13–22), times the correction of CR1 (J. G. MacKinnon, M. Ø. Nielsen
 * and M. D. Webb, Journal of Econometrics 232 (2023) 272–299).
 */
function clusteredScatter(
  design: Design,
  sales: readonly CellLots[][],
  { coefficients, columns: { kept }, n }: { coefficients: number[]; columns: Columns; n: number },
): Matrix | undefined {
  if (sales.length < 2) return undefined;
  const scores = sales.map((cells) => scoresOf(cells, coefficients));
  const correction = (sales.length / (sales.length - 1)) * ((n - 1) / (n - kept.length));
  return outerProducts(scores, design.columns).selection(kept, kept).mul(correction);
}

function covariances(ofColumns: Matrix): HedonicFit['covarianceOf'] {
  return (contrasts) => {
    const rows = Matrix.zeros(contrasts.length, ofColumns.columns);
    for (const [i, contrast] of contrasts.entries())
      for (const [column, weight] of contrast) rows.set(i, column, weight);
    return rows.mmul(ofColumns).mmul(rows.transpose());
  };
}

/** With rows and columns of 0 for those that are dropped. */
function inAllColumns({ columns }: Design, inverse: Matrix, { kept }: Columns): Matrix {
  const whole = Matrix.zeros(columns, columns);
  for (let i = 0; i < kept.length; i++) {
    for (let j = 0; j < kept.length; j++) whole.set(kept[i]!, kept[j]!, inverse.get(i, j));
  }
  return whole;
}

/** Below this share of their size, the squares of y minus its mean are only rounding errors of the sums. */
const samePrice = 1e-12;

/** Sums of squares of the columns before x is centered. */
function columnSizes(gram: Matrix, total: Moments): number[] {
  const sizes = gram.diagonal();
  sizes[1] = total[momentPlace(2, 0)]!;
  sizes[2] = total[momentPlace(4, 0)]!;
  return sizes;
}

interface Solution {
  /** The coefficient of every column; 0 for dropped ones. */
  coefficients: number[];
  /** (Σ z·zᵀ)⁻¹ of the kept columns. */
  inverse: Matrix;
  /** The linear combination of kept columns for each dropped one. */
  makeup: Matrix;
}

function solve(design: Design, { gram, products }: LotEquations, { kept, aliased }: Columns): Solution {
  const factorized = new CholeskyDecomposition(gram.selection(kept, kept));
  const solved = factorized.solve(products.selection(kept, [0]));
  const coefficients = Array<number>(design.columns).fill(0);
  for (const [i, column] of kept.entries()) coefficients[column] = solved.get(i, 0);
  return {
    coefficients,
    inverse: factorized.solve(Matrix.eye(kept.length)),
    makeup: aliased.length > 0 ? factorized.solve(gram.selection(kept, aliased)) : new Matrix(kept.length, 0),
  };
}

/** Rounding tolerance of a zero, relative to the weights of a contrast. */
const rounding = 1e-6;

function valuesBy(
  { kept, aliased }: Columns,
  { coefficients, makeup }: Solution,
): HedonicFit['valueOfContrast'] {
  const placeOf = new Map(kept.map((column, place) => [column, place]));
  return (contrast) => {
    const weights = new Map(contrast);
    const largest = Math.max(0, ...[...weights.values()].map(Math.abs));
    const isDetermined = aliased.every((column, i) => {
      let implied = 0;
      for (const [of, weight] of weights) {
        const place = placeOf.get(of);
        if (place !== undefined) implied += weight * makeup.get(place, i);
      }
      return Math.abs(implied - (weights.get(column) ?? 0)) <= rounding * largest;
    });
    if (!isDetermined) return undefined;
    return contrast.reduce((sum, [column, weight]) => sum + weight * coefficients[column]!, 0);
  };
}

function estimator(
  design: Design,
  { kept }: Columns,
  { inverse }: Solution,
  valueOfContrast: HedonicFit['valueOfContrast'],
  errors: {
    classical: { variance: number; degreesOfFreedom: number };
    saleVariance: SaleVariance | undefined;
    scatter: Matrix | undefined;
  },
): HedonicFit['estimate'] {
  const { classical, saleVariance, scatter } = errors;
  const placeOf = new Map(kept.map((column, place) => [column, place]));
  return (contrast) => {
    const value = valueOfContrast(contrast);
    if (value === undefined) return undefined;
    // The inverse times the contrast, which has few columns.
    const spread = Matrix.zeros(kept.length, 1);
    let size = 0;
    const terms = [...new Map(contrast)].flatMap(([column, weight]) => {
      const place = placeOf.get(column);
      return place === undefined ? [] : [{ place, weight }];
    });
    for (const { place, weight } of terms)
      for (let i = 0; i < kept.length; i++)
        spread.set(i, 0, spread.get(i, 0) + weight * inverse.get(i, place));
    for (const { place, weight } of terms) size += weight * spread.get(place, 0);
    const classicalError = Math.sqrt(Math.max(0, classical.variance * size));
    const ofColumns = Array<number>(design.columns).fill(0);
    for (let i = 0; i < kept.length; i++) ofColumns[kept[i]!] = spread.get(i, 0);
    return {
      value,
      ...(saleVariance?.errorOf(ofColumns) ?? {
        error: classicalError,
        degreesOfFreedom: classical.degreesOfFreedom,
      }),
      classicalError,
      clusteredError: scatter ? Math.sqrt(Math.max(0, spread.dot(scatter.mmul(spread)))) : null,
    };
  };
}
