import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { type Cell, createDesign, type Design, type Factor, type Margins, powerColumns } from './design.ts';
import { type Columns, findAliased } from './find-aliased.ts';
import { addMoments, centering, type Moments, momentPlace, noMoments } from './moments.ts';
import {
  equationsOfCells,
  equationsOfMargins,
  type NormalEquations,
  squaredResiduals,
} from './normal-equations.ts';

/** A linear combination of coefficients, by column. */
export type Contrast = readonly (readonly [column: number, weight: number])[];

/** The estimate of a contrast and its standard errors. */
export interface Estimate {
  value: number;
  /** Under equal variance of all residuals. */
  classicalError: number;
  /** Under any variance: HC1 of MacKinnon and White; null where the sums do not include it. */
  robustError: number | null;
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
  /** Whether robust errors are available. */
  isRobust: boolean;
  /**
   * @returns undefined where the data do not determine the contrast: it depends on which of the linearly dependent
   * columns are dropped
   */
  estimate(contrast: Contrast): Estimate | undefined;
}

/**
 * Ordinary least squares from the sums of cells. The result equals a regression over the lots.
 * Errors: H. White, Econometrica 48 (1980) 817–838; J. G. MacKinnon and H. White, Journal of Econometrics 29 (1985)
 * 305–325, their HC1.
 * @param options.robust whether the cells have all moments, or only those up to x⁴, x²·y and y²
 * @returns undefined where there are no more lots than coefficients
 */
export function fitHedonic(
  factors: readonly Factor[],
  cells: readonly Cell[],
  { robust }: { robust: boolean },
): HedonicFit | undefined {
  const design = createDesign(factors);
  const total = noMoments();
  for (const { sums } of cells) addMoments(total, sums);
  return fit(design, total, (shift) => {
    const centered = cells.map((cell) => ({ ...cell, sums: shift(cell.sums) }));
    return {
      equations: equationsOfCells(design, centered),
      residualsOf: (coefficients) => {
        const { total, scatter } = squaredResiduals(design, coefficients, centered);
        return { total, scatter: robust ? scatter : undefined };
      },
    };
  });
}

/** The same from margins, which allow only classical errors. */
export function fitMargins(factors: readonly Factor[], margins: Margins): HedonicFit | undefined {
  const design = createDesign(factors);
  return fit(design, margins.total, (shift) => {
    const total = shift(margins.total);
    const one = margins.one.map((row) => ({ ...row, sums: shift(row.sums) }));
    const equations = equationsOfMargins(design, { ...margins, total, one });
    return {
      equations,
      residualsOf: (coefficients) => ({ total: squaredError(equations, coefficients, total) }),
    };
  });
}

/** The lots of a regression, minus the means of x and y. */
interface CenteredLots {
  equations: NormalEquations;
  /** Without `scatter` there are no robust errors. */
  residualsOf(coefficients: readonly number[]): { total: number; scatter?: Matrix | undefined };
}

function fit(
  design: Design,
  total: Moments,
  centered: (shift: (sums: Moments) => Moments) => CenteredLots,
): HedonicFit | undefined {
  const n = total[0]!;
  const center = { x: total[momentPlace(1, 0)]! / n, y: total[momentPlace(0, 1)]! / n };
  const shift = centering(center);
  const { equations, residualsOf } = centered(shift);
  const { gram } = equations;
  const columns = findAliased(gram, columnSizes(gram, total));
  const degrees = n - columns.kept.length;
  if (!(degrees > 0)) return undefined;
  const solution = solve(design, equations, columns);
  const residuals = residualsOf(solution.coefficients);
  const variance = Math.max(0, residuals.total) / degrees;
  const scatter = areExact(columns) ? residuals.scatter : undefined;
  const variation = shift(total)[momentPlace(0, 2)]!;
  const isVaried = variation > samePrice * total[momentPlace(0, 2)]!;
  return {
    design,
    center,
    n,
    rank: columns.kept.length,
    aliased: columns.aliased,
    rSquared: isVaried ? Math.max(0, 1 - Math.max(0, residuals.total) / variation) : null,
    residualError: Math.sqrt(variance),
    isRobust: scatter !== undefined,
    estimate: estimator(columns, solution, {
      variance,
      scatter: scatter?.selection(columns.kept, columns.kept).mul(n / degrees),
    }),
  };
}

/** Below this share of their size, the squares of y minus its mean are only rounding errors of the sums. */
const samePrice = 1e-12;

/** Σ (y − z·b)² = Σ y² − 2·b·Σ z·y + b·(Σ z·zᵀ)·b, b being the coefficients. */
function squaredError({ gram, products }: NormalEquations, coefficients: readonly number[], total: Moments) {
  const b = Matrix.columnVector(coefficients);
  return total[momentPlace(0, 2)]! - 2 * b.dot(products) + b.dot(gram.mmul(b));
}

/** Independent shares of x and its square above which the sums of eighth powers keep six digits. */
const exactFrom = 1e-5;

/** Whether the weights differ enough for the robust errors to exceed the rounding of the sums. */
function areExact({ kept, shares }: Columns): boolean {
  return kept.every((column) => column >= powerColumns || shares[column]! >= exactFrom);
}

/** Sums of squares of the columns before x is centered. */
function columnSizes(gram: Matrix, total: Float64Array): number[] {
  const sizes = gram.diagonal();
  sizes[1] = total[momentPlace(2, 0)]!;
  sizes[2] = total[momentPlace(4, 0)]!;
  return sizes;
}

interface Solution {
  /** Of every column; 0 for dropped ones. */
  coefficients: number[];
  /** (Σ z·zᵀ)⁻¹ of the kept columns. */
  inverse: Matrix;
  /** The linear combination of kept columns for each dropped one. */
  makeup: Matrix;
}

function solve(design: Design, { gram, products }: NormalEquations, { kept, aliased }: Columns): Solution {
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

function estimator(
  { kept, aliased }: Columns,
  { coefficients, inverse, makeup }: Solution,
  { variance, scatter }: { variance: number; scatter: Matrix | undefined },
): HedonicFit['estimate'] {
  const placeOf = new Map(kept.map((column, place) => [column, place]));
  return (contrast) => {
    const weights = new Map(contrast);
    const row = Matrix.zeros(kept.length, 1);
    for (const [column, weight] of weights) {
      const place = placeOf.get(column);
      if (place !== undefined) row.set(place, 0, weight);
    }
    const largest = Math.max(0, ...[...weights.values()].map(Math.abs));
    const isDetermined = aliased.every((column, i) => {
      const implied = row.dot(makeup.getColumnVector(i));
      return Math.abs(implied - (weights.get(column) ?? 0)) <= rounding * largest;
    });
    if (!isDetermined) return undefined;
    const spread = inverse.mmul(row);
    return {
      value: contrast.reduce((sum, [column, weight]) => sum + weight * coefficients[column]!, 0),
      classicalError: Math.sqrt(Math.max(0, variance * row.dot(spread))),
      robustError: scatter ? Math.sqrt(Math.max(0, spread.dot(scatter.mmul(spread)))) : null,
    };
  };
}
