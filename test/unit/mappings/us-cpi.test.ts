import { describe, expect, it } from 'vitest';
import {
  cpiMonths,
  cpiOfMonth,
  cpiOfSale,
  newestCpiMonth,
  oldestCpiMonth,
} from '../../../mappings/us-cpi.ts';

describe('the consumer price index', () => {
  it('the index has exactly the published months', () => {
    expect([oldestCpiMonth, newestCpiMonth, cpiMonths.length]).toEqual(['1913-01', '2026-05', 1360]);
    expect(cpiOfMonth('2015-05')).toBe(237.805);
    expect(cpiOfMonth('2025-10')).toBeUndefined();
    expect(cpiOfMonth('2015')).toBeUndefined();
    const base = cpiMonths
      .filter((month) => month >= '1982' && month < '1985')
      .map((month) => cpiOfMonth(month)!);
    expect(base.reduce((sum, level) => sum + level, 0) / base.length).toBeCloseTo(100, 1);
  });

  it.each([
    ['2015-05-12', 'day', 237.805],
    ['2015-05-12', null, 237.805],
    ['2015-05-01', 'month', 237.805],
    ['2015-01-01', 'year', 237.017],
    // The month is not published, so the month before is used.
    ['2025-10-31', 'day', 324.8],
    ['2026-06-01', 'day', 335.123],
    ['2099-01-01', 'year', 335.123],
    ['1912-12-31', 'day', undefined],
  ] as const)('a sale on %s with date precision %s is deflated by %d', (day, precision, level) => {
    expect(cpiOfSale(day, precision)?.toFixed(3)).toBe(level?.toFixed(3));
  });
});
