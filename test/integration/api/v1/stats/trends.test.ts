import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFilters, buildAuction } from '../../../../support/build-auction.ts';
import { generateSkewed } from '../../../../support/build-skewed.ts';
import { get } from '../../../../support/get.ts';
import { plainTrends } from '../../../../support/plain-statistics.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(generateSkewed(6000, 3));
});
afterAll(() => api?.close());

describe('/stats/trends', () => {
  it('every period and number agrees with a plain computation', async () => {
    const anyRequest = fc.tuple(anyFilters, fc.constantFrom('year', 'quarter', 'month'));
    for (const [filters, interval] of fc.sample(anyRequest, { numRuns: 100, seed: 6 })) {
      const { data, meta } = await api.ask('stats/trends', { ...filters, interval });
      const records = api.meeting(filters);
      const plain = plainTrends(records, interval);
      expect(data.length).toBe(plain.length);
      // Periods are compared one by one, because the test runner hides the difference of two long lists.
      for (const [place, period] of plain.entries()) {
        if (isDeepStrictEqual(data[place], period)) continue;
        expect(data[place], JSON.stringify([filters, interval])).toEqual(period);
      }
      const byYearOnly = records.filter(
        (record) => record.auction_date !== null && record.auction_date_precision === 'year',
      );
      expect(meta).toMatchObject({
        undated_lots: records.filter((record) => record.auction_date === null).length,
        imprecise_date_lots: interval === 'year' ? 0 : byYearOnly.length,
      });
    }
  });

  it('trends over five centuries have every month', async () => {
    const { data } = await api.ask('stats/trends', 'interval=month');
    expect(data).toHaveLength(501 * 12);
    expect([data[0].period, data.at(-1).period]).toEqual(['1600-01', '2100-12']);
    expect(data).toEqual(plainTrends(api.meeting({}), 'month'));
  });

  it('a period is compared with the latest earlier period that had a price, over gaps', async () => {
    const lot = (id: number, auction_date: string, price: number | null) =>
      buildAuction({ id, auction_date, carat: 1, price_final_usd: price, is_sold: price !== null });
    const few = await startApiOver([
      lot(1, '2015-06-01', 100),
      lot(2, '2017-06-01', null),
      lot(3, '2018-06-01', 150),
      lot(4, '2019-06-01', 75),
    ]);
    const { data } = await few.ask('stats/trends');
    expect(
      data.map((period: Record<string, unknown>) => [
        period.period,
        period.lots,
        period.median_price_per_carat_change,
      ]),
    ).toEqual([
      ['2015', 1, null],
      ['2016', 0, null],
      ['2017', 1, null],
      ['2018', 1, 0.5],
      ['2019', 1, -0.5],
    ]);
    await few.close();
  });

  it('the list is empty when no matching lot has a date', async () => {
    expect((await api.ask('stats/trends', 'gem_name=nothing')).data).toEqual([]);
  });

  it('fields selects the fields of periods, which always have their name, in the export too', async () => {
    const whole = await api.ask('stats/trends', 'interval=quarter');
    const { data } = await api.ask(
      'stats/trends',
      'interval=quarter&fields=lots,median_price_per_carat_change',
    );
    expect(data.length).toBeGreaterThan(4);
    expect(data).toEqual(
      whole.data.map(({ period, lots, median_price_per_carat_change }: Record<string, unknown>) => ({
        ...{ period, lots, median_price_per_carat_change },
      })),
    );
    const csv = await fetch(`${api.url}/api/ext/export/trends?format=csv&fields=lots`);
    expect((await csv.text()).split('\r\n')[0]).toBe('period,lots');
  });

  it('an unknown interval is refused', async () => {
    const { status, body } = await get(api.url, '/api/v1/stats/trends', 'interval=week');
    expect(status).toBe(400);
    expect(body.error.details[0].allowed).toEqual(['year', 'quarter', 'month']);
  });
});
