import { bilinear, dotSparse, outerProducts, type Sparse, sumOf } from './sparse.ts';
import { type Square, sandwich } from './square.ts';

/** A lot of a regression, or a prior observation, which is a sale of its own. */
interface ResidualLot {
  /** Its row of the design. */
  row: Sparse;
  residual: number;
  sale: number | string;
  /** Lots of one group vary alike: those of one period. All lots of a sale are of one. Those of prior observations are below 0. */
  group: number;
}

/** The variance of residuals in two parts: the part that the lots of a sale share, and the part of each lot. */
export interface SaleVariance {
  /** Variance shared by all lots of a sale. */
  shared: number;
  /** Variance of a lot within its sale, over all groups. */
  own: number;
  /** The standard error of w·Σ z·e and its degrees of freedom; w is a vector by column. */
  errorOf(weights: ArrayLike<number>): { error: number; degreesOfFreedom: number };
  /** The covariance of Σ z·e. */
  covariance(): Square;
}

/**
 * The shared part of the variance where the data say nothing about it, and the number of sales that this counts for:
 * 0.25 was measured over 75 sales of Christie's, of the logarithm of price ÷ estimate.
 */
const usualShare = { share: 0.25, sales: 5 } as const;

/** The variance of the effects of a shrunk factor without data, 0.3², and the number of levels that this counts for. */
export const usualEffects = { variance: 0.09, levels: 2 } as const;

/** Minimum degrees of freedom of a group with a variance of its own. */
const minDegrees = 2;

/**
 * Estimates both parts by the method of moments: the squared residuals of lots, and those of totals of sales, are set
 * equal to their expectations (S. R. Searle, G. Casella and C. E. McCulloch, Variance Components, 1992, chapter 5).
 * The variance of the lots of a group is that of all lots × its squared residuals ÷ their expectation, which corrects
 * for leverage: in a thin group residuals are smaller than errors. Degrees of freedom: F. E. Satterthwaite, Biometrics
 * Bulletin 2 (1946) 110–114.
 * @param inverse (Σ z·zᵀ)⁻¹, or a generalized inverse
 * @param freeLots the number of rows minus the rank of Σ z·zᵀ
 */
export function estimateSaleVariance(
  lots: readonly ResidualLot[],
  inverse: Square,
  freeLots: number,
): SaleVariance {
  const sold = [...Map.groupBy(lots, ({ sale }) => sale).values()];
  const totals = sold.map((some) => sumOf(some.map(({ row }) => row)));
  const around = sandwich(inverse, outerProducts(totals, inverse.n));
  const sales = sold.map((some, i): Sale => {
    const total = totals[i]!;
    return {
      group: some[0]!.group,
      size: some.length,
      missed: sum(some, ({ residual }) => residual),
      leverage: bilinear(total, inverse, total),
      aliased: bilinear(total, around, total),
    };
  });
  const salesOf = Map.groupBy(sales, ({ group }) => group);
  const { shared, own, degrees } = components(sales, sum(lots, ofSquare), freeLots);
  const parts = [...Map.groupBy(lots, ({ group }) => group)].map(([group, some]) => {
    const rows = some.map(({ row }) => row);
    const left = sum(rows, (row) => 1 - bilinear(row, inverse, row));
    // The weight of a prior is such that its observations vary like lots.
    if (group < 0) return { rows, variance: own, degrees: left + usualEffects.levels };
    const alike = sum(rows, (row) => 1 + bilinear(row, around, row));
    const expected = own * left + shared * (alike - 2 * sum(salesOf.get(group)!, (sale) => sale.leverage));
    return left >= minDegrees && expected > 0
      ? { rows, variance: (own * sum(some, ofSquare)) / expected, degrees: left }
      : { rows, variance: own, degrees: freeLots };
  });
  parts.push({ rows: totals, variance: shared, degrees });
  return {
    ...{ shared, own },
    errorOf(weights) {
      const terms = parts.map(({ rows, variance, degrees }) => ({
        variance: variance * sum(rows, (row) => dotSparse(row, weights) ** 2),
        degrees,
      }));
      const variance = sum(terms, (term) => term.variance);
      const doubt = sum(terms, (term) => term.variance ** 2 / term.degrees);
      return {
        error: Math.sqrt(variance),
        degreesOfFreedom: doubt > 0 ? variance ** 2 / doubt : freeLots,
      };
    },
    covariance: () =>
      outerProducts(
        parts.flatMap(({ rows }) => rows),
        inverse.n,
        parts.flatMap(({ rows, variance }) => rows.map(() => variance)),
      ),
  };
}

/** The lots of a sale. */
interface Sale {
  group: number;
  size: number;
  /** Σ e. */
  missed: number;
  /** u·(Σ z·zᵀ)⁻¹·u, u being the sale's Σ z. */
  leverage: number;
  /** u·(Σ z·zᵀ)⁻¹·(Σ u·uᵀ)·(Σ z·zᵀ)⁻¹·u. */
  aliased: number;
}

/**
 * Both parts of the variance, and the degrees of freedom of the shared one. With M = I − Z·(Σ z·zᵀ)⁻¹·Zᵀ and B = 1 for
 * each two lots of a sale, E Σ e² = own · tr M + shared · tr MB, and E Σ (Σ e)² = own · tr MB + shared · tr MBMB.
 */
function components(sales: readonly Sale[], squares: number, freeLots: number) {
  const ofOwn = ({ size, leverage }: Sale) => size - leverage;
  const ofShared = ({ size, leverage, aliased }: Sale) => size * size - 2 * size * leverage + aliased;
  const [cross, both] = [sum(sales, ofOwn), sum(sales, ofShared)];
  /** The information that separates both parts; 0 where each lot is a sale of its own. */
  const apart = both - cross ** 2 / freeLots;
  const isTold = apart > 1e-6 * both;
  const freeSales = isTold ? cross ** 2 / apart : 0;
  const found = isTold ? (sum(sales, ({ missed }) => missed ** 2) - (cross / freeLots) * squares) / apart : 0;
  const whole = found + (squares - found * cross) / freeLots;
  const share = whole > 0 ? found / whole : 0;
  const blended = (freeSales * share + usualShare.sales * usualShare.share) / (freeSales + usualShare.sales);
  const ratio = Math.min(0.95, Math.max(0, blended));
  const own = squares / (freeLots + (ratio / (1 - ratio)) * cross);
  const shared = (ratio / (1 - ratio)) * own;
  const totalOf = (sale: Sale) => own * ofOwn(sale) + shared * ofShared(sale);
  const all = sum(sales, totalOf);
  const totalsFree = all > 0 ? all ** 2 / sum(sales, (sale) => totalOf(sale) ** 2) : 0;
  const told = isTold && all > 0 ? Math.min(totalsFree, freeSales) * ((apart * shared) / all) ** 2 : 0;
  return { shared, own, degrees: Math.max(1, told) + usualShare.sales };
}

const ofSquare = ({ residual }: ResidualLot) => residual ** 2;

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
