/** The standard normal quantile 0.975. */
const z = 1.959963984540054;

/**
 * The 95% interval of a share by E. B. Wilson, “Probable Inference, the Law of Succession, and Statistical Inference”,
 * Journal of the American Statistical Association 22 (1927).
 * @param n the number of lots, above 0; weighted numbers need not be whole
 */
export function wilsonInterval(lots: number, n: number): { low: number; high: number } {
  const share = lots / n;
  const shrink = 1 + z ** 2 / n;
  const center = (share + z ** 2 / (2 * n)) / shrink;
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return { low: lots === 0 ? 0 : center - half, high: lots === n ? 1 : center + half };
}
