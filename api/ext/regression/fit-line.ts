/** An estimate and its standard error, HC1, which allows for any variance of the residuals. */
export interface Estimate {
  value: number;
  error: number;
}

/** A line y = a + b·x, by ordinary least squares. */
interface LineFit {
  /** The coefficient b. */
  slope: Estimate;
  /** The value of the line at `x`. */
  at(x: number): Estimate;
}

/** Lots that differ by less than this share count as one weight: doubles are not more precise. */
const sameWeight = 1e-10;

/**
 * The line through some points. HC1: J. G. MacKinnon and H. White, Journal of Econometrics 29 (1985) 305–325.
 * @returns undefined under 3 points, or where all have the same x
 */
export function fitLine(x: readonly number[], y: readonly number[]): LineFit | undefined {
  const n = x.length;
  if (n < 3) return undefined;
  const center = { x: sumOf(x, (value) => value) / n, y: sumOf(y, (value) => value) / n };
  const spread = sumOf(x, (value) => (value - center.x) ** 2);
  if (spread <= sameWeight * (n + sumOf(x, (value) => value ** 2))) return undefined;
  const b = sumOf(x, (value, i) => (value - center.x) * (y[i]! - center.y)) / spread;
  // The value of the line is `mean`·(mean of y) + `distance`·b.
  const estimate = (value: number, mean: number, distance: number): Estimate => {
    const scatter = sumOf(x, (at, i) => {
      const residual = y[i]! - center.y - b * (at - center.x);
      return (residual * (mean / n + (distance / spread) * (at - center.x))) ** 2;
    });
    return { value, error: Math.sqrt((scatter * n) / (n - 2)) };
  };
  return {
    slope: estimate(b, 0, 1),
    at: (at) => estimate(center.y + b * (at - center.x), 1, at - center.x),
  };
}

const sumOf = (values: readonly number[], of: (value: number, i: number) => number) =>
  values.reduce((sum, value, i) => sum + of(value, i), 0);
