/** Two ranks of sorted values, counted from 1. */
export interface Ranks {
  low: number;
  high: number;
}

/** Most that may lie outside on each side of a 95 % interval. */
const tail = 0.025;

/**
 * The ranks of the order statistics between which the median of the population lies with at least 95 % confidence,
 * whatever the distribution: l and n + 1 − l, l the largest rank with P(Bin(n, ½) < l) ≤ 0.025.
 * Source: H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. (2003), section 7.1.
 * @param n how many values there are
 * @returns undefined under n = 6, where even the smallest and the greatest value enclose less than 95 %
 */
export function medianInterval(n: number): Ranks | undefined {
  if (!known.has(n)) {
    if (known.size >= mostKnown) known.clear();
    known.set(n, ranksOf(n));
  }
  return known.get(n);
}

/** An answer asks for the same n several times, and for large ones it takes a tenth of a millisecond. */
const known = new Map<number, Ranks | undefined>();
const mostKnown = 10_000;

function ranksOf(n: number): Ranks | undefined {
  const weights = lowerWeights(n);
  const total = weights.all;
  let below = 0;
  let low = weights.from;
  for (const weight of weights.upToMiddle) {
    below += weight;
    // `below` is now P(Bin < low + 1), in parts of `total`.
    if (below / total > tail) break;
    low++;
  }
  return low === 0 ? undefined : { low, high: n + 1 - low };
}

/** The percentage that names a rank among n sorted values, where quantile q lies at rank 1 + q (n − 1). */
export function percentOfRank(rank: number, n: number): number {
  return (100 * (rank - 1)) / (n - 1);
}

/**
 * The binomial coefficients C(n, k) from the first k that matters up to the middle, relative to the middle one: no
 * n is too large for them.
 */
function lowerWeights(n: number): { from: number; upToMiddle: number[]; all: number } {
  const middle = Math.floor(n / 2);
  const weights = [1];
  for (let k = middle; k > 0 && weights.at(-1)! > 1e-20; k--)
    weights.push((weights.at(-1)! * k) / (n - k + 1));
  const upToMiddle = weights.reverse();
  const half = upToMiddle.reduce((sum, weight) => sum + weight, 0);
  // The other half mirrors this one; of an even n both share the middle.
  const all = 2 * half - (n % 2 === 0 ? 1 : 0);
  return { from: middle + 1 - upToMiddle.length, upToMiddle, all };
}
