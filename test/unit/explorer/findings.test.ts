import { describe, expect, test } from 'vitest';
import { indexFinding } from '../../../explorer/charts/findings.ts';
import type { IndexPeriod } from '../../../explorer/service/answers.ts';

/** A year of an index with its interval, and the median as an index. */
const year = (name: number, index: number | null, low = index, high = index, median_index = index) =>
  ({ period: String(name), index, low, high, median_index, n: 50 }) as IndexPeriod;

describe('findings of price indexes', () => {
  const base = year(2005, 100);
  const claimOf = (...periods: IndexPeriod[]) =>
    indexFinding('Rubies', { periods, base: '2005' }, '2026-05-01')?.claim;

  test('a change from the base is claimed only when its interval excludes the base', () => {
    expect(claimOf(base, year(2025, 210, 170, 260))).toBe('Rubies: prices rose 110% from 2005 to 2025');
    expect(claimOf(base, year(2025, 70, 60, 82))).toBe('Rubies: prices fell 30% from 2005 to 2025');
    expect(claimOf(base, year(2025, 210, 95, 460))).toBe('Rubies: no clear price change from 2005 to 2025');
    // The current year is not over, so the year before counts.
    expect(claimOf(base, year(2025, 140, 120, 165), year(2026, 210, 170, 260))).toMatch(
      /rose 40% .* to 2025$/,
    );
    expect(claimOf(base, year(2024, 140, 120, 165), year(2025, null))).toMatch(/to 2024$/);
  });

  test('a base in the last year is compared with the first year', () => {
    expect(claimOf(year(2001, 50, 40, 60), base)).toBe('Rubies: prices rose 100% from 2001 to 2005');
  });

  test('the finding has the change of the median over the same years, and none without two years', () => {
    const differs = { periods: [base, year(2025, 150, 120, 190, 80)], base: '2005' };
    expect(indexFinding('Rubies', differs, '2026-05-01')).toMatchObject({
      share: 0.5,
      median: expect.closeTo(-0.2),
    });
    expect(claimOf(base)).toBeUndefined();
    expect(indexFinding('Rubies', { periods: [year(2005, null)], base: null }, '2026-05-01')).toBeUndefined();
  });
});
