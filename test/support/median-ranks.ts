/**
 * The rank l of the lower end of the median's interval for every n up to `most`: the largest l with
 * P(Bin(n, ½) < l) ≤ 0.025. Uses the recursion F(n+1, l) = ½ F(n, l) + ½ F(n, l−1), whereas the service adds up the
 * coefficients of each n.
 */
export function medianRanks(most: number): number[] {
  const ranks = [0];
  let l = 0;
  // P(Bin(n, ½) ≤ l − 1) and P(Bin(n, ½) = l − 1).
  let below = 0;
  let last = 0;
  for (let n = 1; n <= most; n++) {
    const before = l === 0 ? 0 : (last * (l - 1)) / (n - l + 1);
    below -= last / 2;
    last = (last + before) / 2;
    for (;;) {
      const next = l === 0 ? 2 ** -n : (last * (n - l + 1)) / l;
      if (below + next > 0.025) break;
      below += next;
      last = next;
      l++;
    }
    ranks.push(l);
  }
  return ranks;
}
