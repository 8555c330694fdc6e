import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFilters } from '../../../../support/build-auction.ts';
import type { Body } from '../../../../support/get.ts';
import { plainTrends } from '../../../../support/plain-statistics.ts';
import { corpus } from '../../../../support/world/world.ts';

/** Compares periods one by one, because the test runner hides the difference of two long lists. */
function expectPeriods(data: Body[], plain: Body[]): void {
  expect(data.length).toBe(plain.length);
  const other = plain.findIndex((period, place) => !isDeepStrictEqual(data[place], period));
  expect(data[other]).toEqual(plain[other]);
}

describe('/stats/trends', () => {
  test('every period and number agrees with a plain computation', async () => {
    const anyInterval = fc.constantFrom('year', 'quarter', 'month');
    await fc.assert(
      fc.asyncProperty(anyFilters, anyInterval, async (filters, interval) => {
        const { data, meta } = await corpus.ask('stats/trends', { ...filters, interval });
        const records = corpus.meeting(filters);
        expectPeriods(data, plainTrends(records, interval));
        const byYearOnly = records.filter(
          (record) => record.auction_date !== null && record.auction_date_precision === 'year',
        );
        expect(meta).toMatchObject({
          undated_lots: records.filter((record) => record.auction_date === null).length,
          imprecise_date_lots: interval === 'year' ? 0 : byYearOnly.length,
        });
      }),
      {
        examples: [
          // A change of ten thousand millions: more last decimals than a double has.
          [{ origin: 'kashmir,ATLANTIS', object_type: 'loose_stone,none', report_number: '78414' }, 'year'],
        ],
      },
    );
  });

  test('trends over five centuries have every month', async () => {
    const { data } = await corpus.ask('stats/trends', 'interval=month&fields=lots');
    expect(data).toHaveLength(501 * 12);
    expect([data[0].period, data.at(-1).period]).toEqual(['1600-01', '2100-12']);
  });
});
