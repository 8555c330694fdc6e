import { centering, type Moments, momentPlace } from './moments.ts';

/** An estimate and its standard errors. */
export interface Estimate {
  value: number;
  /** Under equal variance of all residuals. */
  classicalError: number;
  /** Under any variance: HC1 of MacKinnon and White; null where the sums do not include it. */
  robustError: number | null;
}

/** A line y = a + b·x, by ordinary least squares. */
interface LineFit {
  n: number;
  /** Standard deviation of the residuals. */
  residualError: number;
  /** The coefficient b. */
  slope: Estimate;
  /** The value of the line at `x`. */
  at(x: number): Estimate;
}

/** Lots that differ by less than this share count as one weight: sums of doubles are not more precise. */
const sameWeight = 1e-10;

/** The moments that a line and its errors need: x up to x⁴, x³·y and x²·y². */
export const isLineMoment = ({ x, y }: { x: number; y: number }) => x + y <= 4 && y <= 2;

/**
 * The line through some lots, from their sums; those of `isLineMoment` are enough. Errors: classical, and HC1 of J. G.
 * MacKinnon and H. White, Journal of Econometrics 29 (1985) 305–325.
 * @returns undefined under 3 lots, or where all have the same x
 */
export function fitLine(sums: Moments): LineFit | undefined {
  const n = sums[0]!;
  if (n < 3) return undefined;
  const center = { x: sums[momentPlace(1, 0)]! / n, y: sums[momentPlace(0, 1)]! / n };
  const centeredSums = centering(center)(sums);
  const of = (x: number, y: number) => centeredSums[momentPlace(x, y)]!;
  const spread = of(2, 0);
  if (spread <= sameWeight * (n + sums[momentPlace(2, 0)]!)) return undefined;
  const b = of(1, 1) / spread;
  // Σ e²·x^k, with e = y − b·x.
  const squared = [0, 1, 2].map((k) => of(k, 2) - 2 * b * of(k + 1, 1) + b * b * of(k + 2, 0));
  const [s0, s1, s2] = squared as [number, number, number];
  const variance = s0 / (n - 2);
  // The value of the line is `mean`·(mean of y) + `distance`·b, in centered terms.
  const estimate = (value: number, mean: number, distance: number): Estimate => {
    const [u, v] = [mean / n, distance / spread];
    const scatter = u * u * s0 + 2 * u * v * s1 + v * v * s2;
    return {
      value,
      classicalError: root(variance * (u * mean + v * distance)),
      robustError: root((scatter * n) / (n - 2)),
    };
  };
  return {
    n,
    residualError: root(variance),
    slope: estimate(b, 0, 1),
    at: (x) => estimate(center.y + b * (x - center.x), 1, x - center.x),
  };
}

/** Rounding can make a zero sum of squares slightly negative. */
const root = (square: number) => Math.sqrt(Math.max(0, square));
