/** The median of some rounds, and how far they lie apart. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function spreadOf(values: number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
