/** Fewest priced lots of a gem type that say what is usual for it. */
export const minPriced = 20;

/** Modified z-score beyond which a value counts as an outlier. */
const limit = 3.5;

/** Makes the MAD of a normal distribution comparable to its standard deviation. */
const madToSigma = 0.6745;

/** Prices per carat of one gem type that are usual: from `low` to `high`, both included. */
export interface Bounds {
  low: number;
  high: number;
}

/**
 * The usual prices per carat by the median and the median absolute deviation of their logarithms: outside lie those
 * with |0.6745·(ln x − median) / MAD| > 3.5 (Iglewicz and Hoaglin 1993).
 * @returns undefined where MAD is 0, when more than half of the prices are one: the formula divides by it.
 */
export function outlierBounds(medianLn: number, madLn: number): Bounds | undefined {
  if (!(madLn > 0)) return undefined;
  const reach = (limit * madLn) / madToSigma;
  return { low: Math.exp(medianLn - reach), high: Math.exp(medianLn + reach) };
}

/** The median of sorted values: the middle one, or half way between the two in the middle. */
export function medianOf(sorted: readonly number[]): number {
  const [lower, upper] = middleRanks(sorted.length);
  return (sorted[lower]! + sorted[upper]!) / 2;
}

/** Ranks of the one or two values in the middle, from 0. */
export function middleRanks(count: number): [number, number] {
  return [Math.floor((count - 1) / 2), Math.floor(count / 2)];
}
