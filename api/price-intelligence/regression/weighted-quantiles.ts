/** A value and its weight, at most 1. */
export interface Weighted {
  value: number;
  weight: number;
}

/**
 * The predictive quantiles of the next value, from weighted values. With equal weights of 1 value k of n
 * is at k ÷ (n + 1), so that the next one is equally likely to fall between any two; with other weights at
 * (weights before it + (its own + 1) ÷ 2) ÷ (all weights + 1): the next value has weight 1. Between values it is
 * interpolated. R. F. Barber, E. J. Candès, A. Ramdas and R. J. Tibshirani, Conformal prediction beyond
 * exchangeability, Annals of Statistics 51 (2023) 816–845.
 * @returns a function of the probability; undefined where that is beyond the first or last value
 */
export function weightedQuantiles(values: readonly Weighted[]): (probability: number) => number | undefined {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const whole = sorted.reduce((sum, { weight }) => sum + weight, 1);
  let before = 0;
  const places = sorted.map(({ value, weight }) => {
    const at = (before + (weight + 1) / 2) / whole;
    before += weight;
    return { value, at };
  });
  return (probability) => {
    const next = places.findIndex(({ at }) => at >= probability - rounding);
    if (next === -1) return undefined;
    const above = places[next]!;
    if (above.at <= probability + rounding) return above.value;
    const below = places[next - 1];
    if (!below) return undefined;
    return below.value + ((above.value - below.value) * (probability - below.at)) / (above.at - below.at);
  };
}

/** Nine equal weights reach the tenth part exactly. */
const rounding = 1e-12;

/**
 * The number of equally weighted values with the same information: (Σ w)² ÷ Σ w², by L. Kish, Survey Sampling (1965),
 * section 11.2.
 */
export function effectiveCount(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight * weight, 0);
  return squares === 0 ? 0 : (sum * sum) / squares;
}
