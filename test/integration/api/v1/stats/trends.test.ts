import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFilters } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
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

  test('a period is compared with the latest earlier period that had a price, over gaps', async () => {
    const { data } = await corpus.ask('stats/trends', 'gem_name=kunzite');
    expect(
      data.map(({ period, lots, median_price_per_carat_change }: Body) => [
        period,
        lots,
        median_price_per_carat_change,
      ]),
    ).toEqual([
      ['2015', 1, null],
      ['2016', 0, null],
      ['2017', 1, null],
      ['2018', 1, 0.5],
      ['2019', 1, -0.5],
    ]);
  });

  test('the list is empty when no matching lot has a date', async () => {
    expect((await corpus.ask('stats/trends', 'gem_name=nothing')).data).toEqual([]);
  });

  test('fields selects the fields of periods, which always have their name, in the export too', async () => {
    const query = 'gem_name=iolite&interval=quarter';
    const whole = await corpus.ask('stats/trends', query);
    const { data } = await corpus.ask('stats/trends', `${query}&fields=lots,median_price_per_carat_change`);
    expect(data.length).toBeGreaterThan(4);
    expect(data).toEqual(
      whole.data.map(({ period, lots, median_price_per_carat_change }: Body) => ({
        period,
        lots,
        median_price_per_carat_change,
      })),
    );
    const csv = await fetch(`${corpus.url}/api/ext/export/trends?format=csv&fields=lots`);
    expect((await csv.text()).split('\r\n')[0]).toBe('period,lots');
  });

  test('an unknown interval is refused', async () => {
    const { status, body } = await get(corpus.url, '/api/v1/stats/trends', 'interval=week');
    expect(status).toBe(400);
    expect(body.error.details[0].allowed).toEqual(['year', 'quarter', 'month']);
  });
});
