import { describe, expect, test } from 'vitest';
import { findingOf } from '../../../explorer/home/finding.ts';
import type { IndexPeriod } from '../../../explorer/service/answers.ts';

function period(year: number, index: number, [low, high]: [number, number], n = 50): IndexPeriod {
  return {
    ...{ period: String(year), start_date: `${year}-01-01`, n, index, low, high, gap: null },
    ...{ median_price_per_carat_usd: null, median_index: null, smoothed: null, fit: null },
  };
}
const base = period(2005, 100, [100, 100]);
const kindOf = (...periods: IndexPeriod[]) => findingOf([base, ...periods], '2005', 2026).kind;

describe('findings about a price index', () => {
  test('a change is reported only when the interval supports it', () => {
    expect(kindOf(period(2025, 210, [170, 260]))).toBe('doubled');
    expect(kindOf(period(2025, 310, [260, 370]))).toBe('tripled');
    expect(kindOf(period(2025, 140, [120, 165]))).toBe('rose');
    // The whole interval is above twice the base, so the price has more than doubled.
    expect(kindOf(period(2025, 230, [210, 250]))).toBe('rose');
    expect(kindOf(period(2025, 210, [95, 460]))).toBe('unclear');
    expect(kindOf(period(2025, 70, [60, 82]))).toBe('fell');
  });

  test('a finding needs enough lots in the base and in the last complete year', () => {
    expect(kindOf()).toBe('unknown');
    expect(kindOf(period(2025, 210, [170, 260], 9))).toBe('unknown');
    expect(
      findingOf([period(2005, 100, [100, 100], 9), period(2025, 210, [170, 260])], '2005', 2026).kind,
    ).toBe('unknown');
    // The current year is incomplete, so the year before counts.
    expect(kindOf(period(2025, 140, [120, 165]), period(2026, 210, [170, 260]))).toBe('rose');
    expect(findingOf([{ ...base, index: null }], null, 2026).kind).toBe('unknown');
  });
});
