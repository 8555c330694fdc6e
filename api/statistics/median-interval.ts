/** Two ranks of sorted values, counted from 1. */
interface Ranks {
  low: number;
  high: number;
}

/** Maximum probability outside a 95% interval on each side. */
const tail = 0.025;

/**
 * The ranks of the order statistics between which the median of the population lies with at least 95% confidence,
 * whatever the distribution: l and n + 1 − l, l the largest rank with P(Bin(n, ½) < l) ≤ 0.025.
 * Source: H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. (2003), section 7.1.
 * @param n the number of values
 * @returns undefined under n = 6, where even the smallest and the greatest value enclose less than 95%
 */
export function medianInterval(n: number): Ranks | undefined {
  const middle = Math.floor(n / 2);
  const upToMiddle = weightUpToMiddle(n, middle);
  // The other half mirrors this one; of an even n both share the middle.
  const all = 2 * upToMiddle - (n % 2 === 0 ? 1 : 0);
  let low = middle;
  let weight = 1;
  // The part of `all` below `low`.
  let below = upToMiddle - weight;
  while (low > 0 && below / all > tail) {
    weight *= low / (n - low + 1);
    below -= weight;
    low--;
  }
  return low === 0 ? undefined : { low, high: n + 1 - low };
}

/** The sum of the binomial coefficients C(n, k) up to the middle one, which counts as 1: this works for any n. */
function weightUpToMiddle(n: number, middle: number): number {
  let sum = 0;
  for (let k = middle, weight = 1; weight > 1e-20; k--) {
    sum += weight;
    weight *= k / (n - k + 1);
  }
  return sum;
}

/** The percentage that names a rank among n sorted values, where quantile q lies at rank 1 + q (n − 1). */
export function percentOfRank(rank: number, n: number): number {
  return (100 * (rank - 1)) / (n - 1);
}
