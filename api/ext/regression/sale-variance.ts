import { Matrix } from 'ml-matrix';
import type { Sparse } from './lot-equations.ts';

/** The lots of one sale. */
interface SaleSums {
  /** Σ z by column, z being a lot's row of the design; columns that are not listed are 0. */
  columns: Sparse;
  n: number;
  /** Σ e, e being the residuals of its lots. */
  residual: number;
  /** The index of the group of its lots. */
  group: number;
}

/** Lots whose residuals vary alike: those of one period, or all. */
interface LotGroup {
  n: number;
  /** Σ e². */
  squares: number;
  /** The columns in which its lots are not 0, and their Σ z·zᵀ. */
  columns: readonly number[];
  gram: Matrix;
}

/** The variance of residuals in two parts: the part that the lots of a sale share, and the part of each lot. */
export interface SaleVariance {
  sales: number;
  /** Variance shared by all lots of a sale. */
  shared: number;
  /** Variance of a lot within its sale, over all groups. */
  own: number;
  /** The same of each group, and the number of its sales. */
  groups: { variance: number; sales: number }[];
  /** The standard error of w·Σ z·e and its degrees of freedom; w is a vector by column. */
  errorOf(weights: readonly number[]): { error: number; degreesOfFreedom: number };
  /** The covariance of Σ z·e. */
  covariance: Matrix;
}

/**
 * The shared part of the variance where the data say nothing about it, and the number of sales that this counts for:
 * 0.25 was measured over 75 sales of Christie's, of the logarithm of price ÷ estimate.
 */
const usualShare = { share: 0.25, sales: 5 } as const;

/** Minimum degrees of freedom of a group with a variance of its own. */
const minDegrees = 2;

/**
 * Estimates both parts by the method of moments: the squared residuals of lots, and those of totals of sales, are set
 * equal to their expectations (S. R. Searle, G. Casella and C. E. McCulloch, Variance Components, 1992, chapter 5).
 * The variance of the lots of a group is that of all lots × its squared residuals ÷ their expectation, which corrects
 * for leverage: in a thin group residuals are smaller than errors. Degrees of freedom: F. E. Satterthwaite, Biometrics
 * Bulletin 2 (1946) 110–114.
 * @param inverse (Σ z·zᵀ)⁻¹; rows and columns of dropped columns are 0
 * @param rank the number of columns that are not dropped
 */
export function estimateSaleVariance(
  sales: readonly SaleSums[],
  groups: readonly LotGroup[],
  inverse: Matrix,
  rank: number,
): SaleVariance {
  const outer = outerProducts(
    sales.map((sale) => sale.columns),
    inverse.columns,
  );
  const around = inverse.mmul(outer).mmul(inverse);
  const [inverseRows, aroundRows] = [inverse.to2DArray(), around.to2DArray()];
  const parts = sales.map(
    (sale): SaleParts => ({
      ...sale,
      leverage: quadratic(inverseRows, sale.columns),
      aliased: quadratic(aroundRows, sale.columns),
    }),
  );
  const freeLots = sum(groups, ({ n }) => n) - rank;
  const { shared, own, degrees } = components(
    parts,
    sum(groups, ({ squares }) => squares),
    freeLots,
  );
  const lots = groups.map(({ n, squares, columns, gram }, place) => {
    const left = n - product(gram, inverse, columns);
    const inGroup = parts.filter(({ group }) => group === place);
    const alike = n - 2 * sum(inGroup, ({ leverage }) => leverage) + product(gram, around, columns);
    const expected = own * left + shared * alike;
    const hasOwn = left >= minDegrees && expected > 0;
    return {
      ...{ columns, gram, sales: inGroup.length },
      variance: hasOwn ? (own * squares) / expected : own,
      degrees: hasOwn ? left : freeLots,
    };
  });
  const terms = [
    ...lots,
    { ...{ variance: shared, degrees, gram: outer }, columns: [...Array(outer.columns).keys()] },
  ];
  return {
    ...{ sales: sales.length, shared, own },
    groups: lots.map(({ variance, sales }) => ({ variance, sales })),
    ...{ errorOf: errorOf(terms, freeLots), covariance: sumOf(terms, inverse.columns) },
  };
}

/** Outer products whose variance is estimated. */
type Part = Pick<LotGroup, 'columns' | 'gram'> & { variance: number; degrees: number };

function sumOf(parts: readonly Part[], columns: number): Matrix {
  const total = Matrix.zeros(columns, columns);
  for (const { columns, gram, variance } of parts) {
    for (let i = 0; i < columns.length; i++) {
      for (let j = 0; j < columns.length; j++) {
        const [row, column] = [columns[i]!, columns[j]!];
        total.set(row, column, total.get(row, column) + variance * gram.get(i, j));
      }
    }
  }
  return total;
}

/** A separate function, so that its closure does not retain the sales. */
function errorOf(parts: readonly Part[], freeLots: number): SaleVariance['errorOf'] {
  const ofParts = parts.map(({ columns, gram, variance, degrees }) => ({
    ...{ columns, variance, degrees },
    ...{ rows: gram.to2DArray(), places: [...columns.keys()] },
  }));
  return (weights) => {
    const terms = ofParts.map(({ columns, rows, places, variance, degrees }) => {
      const values = columns.map((column) => weights[column]!);
      return { variance: variance * quadratic(rows, { places, values }), degrees };
    });
    const variance = sum(terms, (term) => term.variance);
    const doubt = sum(terms, (term) => term.variance ** 2 / term.degrees);
    return {
      error: Math.sqrt(Math.max(0, variance)),
      degreesOfFreedom: doubt > 0 ? variance ** 2 / doubt : freeLots,
    };
  };
}

type SaleParts = SaleSums & {
  /** uᵀ·(Σ z·zᵀ)⁻¹·u, u being the sale's Σ z. */
  leverage: number;
  /** uᵀ·(Σ z·zᵀ)⁻¹·(Σ u·uᵀ)·(Σ z·zᵀ)⁻¹·u. */
  aliased: number;
};

/**
 * Both parts of the variance, and the degrees of freedom of the shared one. With M = I − Z·(Σ z·zᵀ)⁻¹·Zᵀ and B = 1 for
 * each two lots of a sale, E Σ e² = own · tr M + shared · tr MB, and E Σ (Σ e)² = own · tr MB + shared · tr MBMB.
 */
function components(sales: readonly SaleParts[], squares: number, freeLots: number) {
  const cross = sum(sales, ({ n, leverage }) => n - leverage);
  const both = sum(sales, ({ n, leverage, aliased }) => n * n - 2 * n * leverage + aliased);
  /** The information that separates both parts; 0 where each lot is a sale of its own. */
  const apart = both - cross ** 2 / freeLots;
  const isTold = apart > 1e-6 * both;
  const freeSales = isTold ? cross ** 2 / apart : 0;
  const found = isTold
    ? (sum(sales, ({ residual }) => residual ** 2) - (cross / freeLots) * squares) / apart
    : 0;
  const whole = found + (squares - found * cross) / freeLots;
  const share = whole > 0 ? found / whole : 0;
  const blended = (freeSales * share + usualShare.sales * usualShare.share) / (freeSales + usualShare.sales);
  const ratio = Math.min(0.95, Math.max(0, blended));
  const own = squares / (freeLots + (ratio / (1 - ratio)) * cross);
  const shared = (ratio / (1 - ratio)) * own;
  const totals = sales.map(
    ({ n, leverage, aliased }) => own * (n - leverage) + shared * (n * n - 2 * n * leverage + aliased),
  );
  const total = sum(totals, (of) => of);
  const totalsFree = total > 0 ? total ** 2 / sum(totals, (of) => of ** 2) : 0;
  const told = isTold && total > 0 ? Math.min(totalsFree, freeSales) * ((apart * shared) / total) ** 2 : 0;
  return { shared, own, degrees: Math.max(1, told) + usualShare.sales };
}

/** Σ v·vᵀ. */
export function outerProducts(vectors: readonly Sparse[], columns: number): Matrix {
  const sums = new Float64Array(columns * columns);
  for (const { places, values } of vectors) {
    for (let i = 0; i < places.length; i++) {
      const row = places[i]! * columns;
      for (let j = 0; j < places.length; j++) sums[row + places[j]!]! += values[i]! * values[j]!;
    }
  }
  return Matrix.from1DArray(columns, columns, sums);
}

/** vᵀ·M·v of a symmetric matrix. It is much of the time of a large fit, hence the plain loops. */
function quadratic(rows: readonly (readonly number[])[], { places, values }: Sparse): number {
  let total = 0;
  for (let i = 0; i < places.length; i++) {
    const value = values[i]!;
    if (value === 0) continue;
    const row = rows[places[i]!]!;
    let before = 0;
    for (let j = 0; j < i; j++) before += values[j]! * row[places[j]!]!;
    total += value * (2 * before + value * row[places[i]!]!);
  }
  return total;
}

/** The trace of a group's Σ z·zᵀ times a symmetric matrix. */
function product(gram: Matrix, matrix: Matrix, columns: readonly number[]): number {
  let total = 0;
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < columns.length; j++) total += gram.get(i, j) * matrix.get(columns[i]!, columns[j]!);
  }
  return total;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
