import { dotProducts, outerProducts, quadraticForms, type SparseRows, sumByGroup } from './sparse-rows.ts';
import { type Square, sandwich } from './square.ts';

/**
 * The lots of a regression, and then its prior observations: the row of each in the design, its residual, the number of its sale
 * and of its group. A prior observation is a sale of its own.
 */
interface ResidualLots {
  rows: SparseRows;
  residuals: Float64Array;
  sale: Int32Array;
  sales: number;
  /** Lots whose residuals vary alike: those of one period. All lots of a sale are of one group. */
  group: Int32Array;
  groups: number;
  /** The groups of prior observations, which follow the others. */
  priors: number;
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
export function estimateSaleVariance(lots: ResidualLots, inverse: Square, freeLots: number): SaleVariance {
  const { rows, residuals, sale, sales, group, priors } = lots;
  const groups = lots.groups + priors;
  const totals = sumByGroup(rows, sale, sales);
  const outer = outerProducts(totals);
  const around = sandwich(inverse, outer);
  const groupOfSale = new Int32Array(sales);
  const [sizes, missed] = [new Float64Array(sales), new Float64Array(sales)];
  for (let i = 0; i < rows.n; i++) {
    groupOfSale[sale[i]!] = group[i]!;
    sizes[sale[i]!]!++;
    missed[sale[i]!]! += residuals[i]!;
  }
  const parts: SaleParts = {
    ...{ sizes, missed },
    leverage: quadraticForms(totals, inverse),
    aliased: quadraticForms(totals, around),
  };
  const squares = sumIn(group, groups, (i) => residuals[i]! ** 2);
  const [leverage, spread] = [quadraticForms(rows, inverse), quadraticForms(rows, around)];
  const left = sumIn(group, groups, (i) => 1 - leverage[i]!);
  const alike = sumIn(group, groups, (i) => 1 + spread[i]!);
  const leverageIn = sumIn(groupOfSale, groups, (i) => parts.leverage[i]!);
  const { shared, own, degrees } = components(parts, total(squares), freeLots);
  const ofGroups = Array.from(squares, (squares, place) => {
    const expected = own * left[place]! + shared * (alike[place]! - 2 * leverageIn[place]!);
    // The weight of a prior is such that its observations vary like lots.
    if (place >= lots.groups) return { variance: own, degrees: left[place]! + usualEffects.levels };
    const hasOwn = left[place]! >= minDegrees && expected > 0;
    return {
      variance: hasOwn ? (own * squares) / expected : own,
      degrees: hasOwn ? left[place]! : freeLots,
    };
  });
  return {
    ...{ shared, own },
    errorOf(weights) {
      const [ofLots, ofSales] = [dotProducts(rows, weights), dotProducts(totals, weights)];
      const scatter = sumIn(group, groups, (i) => ofLots[i]! ** 2);
      const terms = ofGroups.map(({ variance, degrees }, i) => ({
        variance: variance * scatter[i]!,
        degrees,
      }));
      terms.push({ variance: shared * total(ofSales.map((value) => value ** 2)), degrees });
      const variance = terms.reduce((sum, term) => sum + term.variance, 0);
      const doubt = terms.reduce((sum, term) => sum + term.variance ** 2 / term.degrees, 0);
      return {
        error: Math.sqrt(variance),
        degreesOfFreedom: doubt > 0 ? variance ** 2 / doubt : freeLots,
      };
    },
    covariance() {
      const sum = outerProducts(
        rows,
        Float64Array.from(group, (place) => ofGroups[place]!.variance),
      );
      for (let i = 0; i < sum.values.length; i++) sum.values[i]! += shared * outer.values[i]!;
      return sum;
    },
  };
}

/** The lots of each sale. */
interface SaleParts {
  sizes: Float64Array;
  /** Σ e. */
  missed: Float64Array;
  /** u·(Σ z·zᵀ)⁻¹·u, u being the sale's Σ z. */
  leverage: Float64Array;
  /** u·(Σ z·zᵀ)⁻¹·(Σ u·uᵀ)·(Σ z·zᵀ)⁻¹·u. */
  aliased: Float64Array;
}

/**
 * Both parts of the variance, and the degrees of freedom of the shared one. With M = I − Z·(Σ z·zᵀ)⁻¹·Zᵀ and B = 1 for
 * each two lots of a sale, E Σ e² = own · tr M + shared · tr MB, and E Σ (Σ e)² = own · tr MB + shared · tr MBMB.
 */
function components({ sizes, missed, leverage, aliased }: SaleParts, squares: number, freeLots: number) {
  const ofOwn = sizes.map((n, i) => n - leverage[i]!);
  const ofShared = sizes.map((n, i) => n * n - 2 * n * leverage[i]! + aliased[i]!);
  const [cross, both] = [total(ofOwn), total(ofShared)];
  /** The information that separates both parts; 0 where each lot is a sale of its own. */
  const apart = both - cross ** 2 / freeLots;
  const isTold = apart > 1e-6 * both;
  const freeSales = isTold ? cross ** 2 / apart : 0;
  const found = isTold ? (total(missed.map((rest) => rest ** 2)) - (cross / freeLots) * squares) / apart : 0;
  const whole = found + (squares - found * cross) / freeLots;
  const share = whole > 0 ? found / whole : 0;
  const blended = (freeSales * share + usualShare.sales * usualShare.share) / (freeSales + usualShare.sales);
  const ratio = Math.min(0.95, Math.max(0, blended));
  const own = squares / (freeLots + (ratio / (1 - ratio)) * cross);
  const shared = (ratio / (1 - ratio)) * own;
  const totals = ofOwn.map((n, i) => own * n + shared * ofShared[i]!);
  const all = total(totals);
  const totalsFree = all > 0 ? all ** 2 / total(totals.map((of) => of ** 2)) : 0;
  const told = isTold && all > 0 ? Math.min(totalsFree, freeSales) * ((apart * shared) / all) ** 2 : 0;
  return { shared, own, degrees: Math.max(1, told) + usualShare.sales };
}

/** The sum of some values by the group of each. */
function sumIn(group: Int32Array, groups: number, of: (i: number) => number): Float64Array {
  const sums = new Float64Array(groups);
  for (let i = 0; i < group.length; i++) sums[group[i]!]! += of(i);
  return sums;
}

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
