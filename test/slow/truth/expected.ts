import { rounded } from '../../support/plain-statistics.ts';
import type { Row } from './other-engine.ts';
import { quantileNames, type ValueName, valueColumns } from './statistics-sql.ts';

const hundredth = (value: unknown, unit: number) => (value === null ? null : Number(value) / unit);

/** Rounds interpolated hundredths of DuckDB to 4 decimals. The noise of DuckDB is far below that. */
const fourDecimals = (value: unknown, unit: number) =>
  value === null ? null : Math.round((Number(value) * 10_000) / unit + 1e-6) / 10_000;

/** The published counts and sums, from a row of DuckDB. */
export function expectedTotals(row: Row) {
  const [lots, sold, unsold] = [Number(row.lots), Number(row.sold_lots), Number(row.unsold_lots)];
  return {
    lots,
    sold_lots: sold,
    unsold_lots: unsold,
    other_lots: lots - sold - unsold,
    sell_through_rate: sold + unsold === 0 ? null : rounded(BigInt(sold), BigInt(sold + unsold), 6),
    total_value_usd: Number(row.value_usd),
    total_carats: Number(row.carat_cents) / 100,
  };
}

/** The published summary, from a row of DuckDB. */
export function expectedSummary(row: Row, name: ValueName): Record<string, number | null> {
  const { unit } = valueColumns[name];
  const n = Number(row[`${name}_n`]);
  const exact: Record<string, number | null> = {
    n,
    min: hundredth(row[`${name}_min`]!, unit),
    max: hundredth(row[`${name}_max`]!, unit),
    mean: n === 0 ? null : rounded(BigInt(String(row[`${name}_sum`])), BigInt(n * unit), 4),
  };
  for (const quantile of Object.keys(quantileNames)) {
    exact[quantile] = fourDecimals(row[`${name}_${quantile}`]!, unit);
  }
  exact.median_low = n < 6 ? null : hundredth(row[`${name}_low`]!, unit);
  exact.median_high = n < 6 ? null : hundredth(row[`${name}_high`]!, unit);
  return exact;
}

/** new ÷ old − 1 of two medians in cents. */
export function expectedChange(current: unknown, earlier: unknown): number | null {
  if (current === null || earlier === null || earlier === undefined || Number(earlier) === 0) return null;
  // The median of whole cents is a multiple of half a cent.
  const [now, then] = [BigInt(Math.round(Number(current) * 2)), BigInt(Math.round(Number(earlier) * 2))];
  return rounded(now - then, then, 6);
}
