import { describe, expect, test } from 'vitest';
import { indexFinding } from '../../../explorer/charts/findings.ts';
import { firstUnfinished } from '../../../explorer/charts/shown-periods.ts';
import { ratioFinding } from '../../../explorer/houses/estimate-words.ts';
import { changeFinding, heatFinding } from '../../../explorer/prices/market-findings.ts';
import type { IndexPeriod, MarketGroup } from '../../../explorer/service/answers.ts';
import { stackRows } from '../../../explorer/value/stack-rows.ts';

describe('findings of charts', () => {
  test.each([
    [[100, 150, 200], 'Prices rose 100% from 2001 to 2003'],
    [[200, 150], 'Prices fell 25% from 2001 to 2002'],
    [[100, 300, 101], 'Prices changed little from 2001 to 2003'],
    [[100], undefined],
    [[], undefined],
  ])('the values %j give the finding %s', (values, finding) => {
    const points = values.map((value, index) => ({ period: String(2001 + index), value }));
    expect(changeFinding('Prices', points)).toBe(finding);
  });

  test.each([
    [['2024', '2025', '2026'], '2026-11-24', 2],
    [['2024', '2025'], '2026-11-24', 2],
    [['2026-Q3', '2026-Q4'], '2026-11-24', 1],
    [['2026-10', '2026-11', '2026-12'], '2026-11-24', 1],
  ])('of the periods %j on %s, the first %d are complete', (periods, day, over) => {
    expect(firstUnfinished(periods, day)).toBe(over);
  });

  test('dots that are close together are placed in different rows', () => {
    expect(stackRows([0.1, 0.11, 0.5, 0.105, 0.9], 0.025)).toEqual([0, 1, 0, 2, 0]);
  });

  test('periods are named in plain English', () => {
    const points = ['2019-07', '2020-Q3'].map((period, index) => ({ period, value: 1 + index }));
    expect(changeFinding('Prices', points)).toBe('Prices rose 100% from Jul 2019 to Q3 2020');
  });

  test.each([
    [[1.6, 1.59, 1.61], 'premium', 'The median price with the buyer’s fees is 1.60× the low estimate'],
    [[0.9, 0.85, 0.95], 'hammer', 'The median hammer price is 0.90× the low estimate'],
    [[1.1, 0.99, 1.2], 'hammer', undefined],
    [[null, null, null], 'hammer', undefined],
  ] as const)(
    'the ratio %j with basis %s gives the finding: %s',
    ([median, median_low, median_high], basis, finding) => {
      const price_to_low = { median, median_low, median_high, p25: null, p75: null };
      expect(ratioFinding({ price_to_low }, basis)).toBe(finding);
    },
  );
});

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

/** A heat map cell with its median and an interval of 10% on each side. */
const cell = (gem_type: string, carat_band: string, median: number, more: object = {}) =>
  ({
    ...{ gem_type, carat_band, low_sample: false },
    price_per_carat_usd: { median, median_low: 0.9 * median, median_high: 1.1 * median },
    ...more,
  }) as MarketGroup;

describe('findings of the heat map', () => {
  test('the finding names the gem that leads in most weight classes', () => {
    const dear = [cell('Ruby', '1-2', 900), cell('Ruby', '2-3', 900)];
    const cheap = [cell('Opal', '1-2', 100), cell('Opal', '2-3', 100), cell('Opal', '3-5', 100)];
    expect(heatFinding([...dear, ...cheap])).toBe(
      'Ruby has the highest price per carat in every weight class',
    );
    expect(heatFinding([...dear, ...cheap, cell('Beryl', '3-5', 500)])).toBe(
      'Ruby has the highest price per carat in 2 of 3 weight classes',
    );
  });

  test('no gem leads when intervals overlap, or when cells have few lots', () => {
    expect(heatFinding([cell('Ruby', '1-2', 105), cell('Opal', '1-2', 100)])).toBeUndefined();
    const few = cell('Ruby', '1-2', 900, { low_sample: true });
    expect(heatFinding([few, cell('Opal', '1-2', 100), cell('Jade', '1-2', 101)])).toBeUndefined();
    const half = [cell('Ruby', '2-3', 100), cell('Opal', '2-3', 900)];
    expect(heatFinding([cell('Ruby', '1-2', 900), cell('Opal', '1-2', 100), ...half])).toBeUndefined();
    expect(heatFinding([])).toBeUndefined();
  });

  test('the finding about a single gem compares its most expensive class with its cheapest', () => {
    expect(heatFinding([cell('Ruby', '0-1', 100), cell('Ruby', '5-10', 385), cell('Ruby', '1-2', 200)])).toBe(
      'Ruby of 5–10\u00a0ct costs 3.9 times as much per carat as Ruby of less than 1\u00a0ct',
    );
    expect(heatFinding([cell('Ruby', '0-1', 100), cell('Ruby', '5-10', 110)])).toBeUndefined();
    expect(heatFinding([cell('Ruby', '0-1', 100)])).toBeUndefined();
  });
});
