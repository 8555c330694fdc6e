import { describe, expect, it } from 'vitest';
import { priceReader } from '../../../../../ingest/record/prices/price-reader.ts';
import type { PriceRules } from '../../../../../ingest/record/profile/profile.ts';

const rules: PriceRules = {
  amount: { column: 'price', numbers: { thousands: ',' } },
  currency: { column: 'currency' },
  signs: { US$: 'USD', '£': 'GBP', HK$: 'HKD' },
  rates: [{ date: '2020-01-01', currency: 'GBP', usd_per_unit: 1.25 }],
};

function read(row: object, given: object = {}, more: Partial<PriceRules> = {}) {
  const fields: Record<string, unknown> = { auction_date: '2020-05-12', ...given };
  const problems = priceReader({ ...rules, ...more }, { name: 'test', fields: {} })({ ...row }, fields);
  const { auction_date: _, ...rest } = fields;
  return problems.length > 0 ? problems.map(({ field, code }) => [field, code]) : rest;
}

describe('prices read from a source', () => {
  it('a price is converted by the rate of its day, rounded half up, and kept in its currency', () => {
    expect(read({ price: '£1,000.30', currency: 'GBP' })).toEqual({
      price_final_usd: 1250,
      price_original: 1000.3,
      currency: 'GBP',
      flags: ['CURRENCY_CONVERTED'],
    });
    expect(read({ price: '2', currency: 'gbp' })).toMatchObject({ price_final_usd: 3 });
  });

  it('a price in dollars is not converted', () => {
    expect(read({ price: 'US$71,175,926', currency: 'USD' })).toEqual({
      price_final_usd: 71_175_926,
      price_original: 71_175_926,
      currency: 'USD',
    });
  });

  it('the sign of a price gives its currency when no column does', () => {
    expect(read({ price: '£200' })).toMatchObject({ currency: 'GBP', price_final_usd: 250 });
    expect(read({ price: '200' })).toEqual([['currency', 'required']]);
  });

  it.each([
    [{ price: '£350,5000', currency: 'GBP' }, 'price_final_usd', 'bad_price'],
    [{ price: '-5', currency: 'USD' }, 'price_final_usd', 'bad_price'],
    [{ price: 'on request', currency: 'USD' }, 'price_final_usd', 'bad_price'],
    [{ price: '£200', currency: 'USD' }, 'price_final_usd', 'bad_price'],
    [{ price: '200', currency: 'pounds' }, 'currency', 'not_allowed'],
  ])('the price %j is rejected', (row, field, code) => {
    expect(read(row)).toEqual([[field, code]]);
  });

  it('a price without a rate or a date is kept in its currency, and marks its lot as sold', () => {
    const kept = { price_original: 200, sale_status: 'sold' };
    expect(read({ price: '200', currency: 'CHF' })).toEqual({ ...kept, currency: 'CHF' });
    const undated = { auction_date: undefined };
    expect(read({ price: '200', currency: 'GBP' }, undated)).toEqual({ ...kept, currency: 'GBP' });
    expect(read({ price: '200', currency: 'USD' }, undated)).toMatchObject({ price_final_usd: 200 });
  });

  it('a price whose lot may be unsold is kept, and never converted', () => {
    expect(read({ price: '200', currency: 'GBP' }, { sale_status: 'unknown' })).toEqual({
      ...{ sale_status: 'unknown', price_original: 200, currency: 'GBP' },
    });
  });

  it.each([
    ['Passed', 'unsold'],
    ['BOUGHT IN', 'unsold'],
    ['Invendu', 'unsold'],
    ['Lot zurückgezogen', 'withdrawn'],
    ['Price on request', 'listing'],
    ['nicht verkauft', 'unsold'],
    ['verkauft', 'sold'],
  ])('the price text %j gives the status %s, unless a column does', (price, sale_status) => {
    expect(read({ price, currency: 'GBP' })).toEqual({ sale_status });
    expect(read({ price, currency: 'GBP' }, { is_sold: 'false' })).toEqual({ is_sold: 'false' });
  });

  it('a price range requires a rule for which end counts', () => {
    const range = (text: string, end?: 'low' | 'high') =>
      read({ price: text }, {}, { amount: { ...rules.amount, ...(end && { range: end }) } });
    expect(range('£1,000 – 1,500', 'low')).toMatchObject({ price_original: 1000, currency: 'GBP' });
    expect(range('1,000 to £1,500', 'high')).toMatchObject({ price_original: 1500, currency: 'GBP' });
    for (const text of ['£1,000 – 1,500', '£1,500 – 1,000', '£1,000 – US$1,500', '1-2-3']) {
      expect(range(text, text === '£1,000 – 1,500' ? undefined : 'low')).toEqual([
        ['price_final_usd', 'bad_price'],
      ]);
    }
  });

  it('the price of an unsold lot is kept, flagged and never converted', () => {
    expect(read({ price: '200', currency: 'CHF' }, { is_sold: 'false' })).toEqual({
      is_sold: 'false',
      price_original: 200,
      currency: 'CHF',
      flags: ['UNSOLD_WITH_PRICE'],
    });
  });

  it('a dollar price from the source is kept, whatever the rate', () => {
    const usd = { column: 'usd' };
    expect(read({ price: '100', currency: 'GBP', usd: '130' }, {}, { usd })).toEqual({
      price_final_usd: 130,
      price_original: 100,
      currency: 'GBP',
    });
  });

  it('a missing price leaves all price fields empty', () => {
    expect(read({ currency: 'GBP' })).toEqual({});
  });

  it('estimates are read along with the price', () => {
    const more = { estimate_low: { column: 'low' }, estimate_high: { column: 'high' } };
    expect(read({ price: '100', currency: 'GBP', low: '80', high: '120' }, {}, more)).toMatchObject({
      estimate_low_usd: 100,
      estimate_high_usd: 150,
    });
    expect(read({ price: '100', currency: 'GBP', low: 'x' }, {}, more)).toEqual([
      ['estimate_low_usd', 'wrong_type'],
    ]);
    const estimate = { column: 'both', numbers: { thousands: "'" } };
    const both = { price: '£100', both: "£8'000 – 12'000" };
    expect(read(both, {}, { estimate })).toMatchObject({
      estimate_low_usd: 10_000,
      estimate_high_usd: 15_000,
    });
  });
});
