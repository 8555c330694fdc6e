import { describe, expect, it } from 'vitest';
import { priceReader } from '../../../../ingest/record/currency/price-reader.ts';
import type { PriceRules } from '../../../../ingest/record/profile/profile.ts';

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

describe('a price', () => {
  it('is converted by the rate of the day, rounded half up, and kept as it was', () => {
    expect(read({ price: '£1,000.30', currency: 'GBP' })).toEqual({
      price_final_usd: 1250,
      price_original: 1000.3,
      currency: 'GBP',
      flags: ['CURRENCY_CONVERTED'],
    });
    expect(read({ price: '2', currency: 'gbp' })).toMatchObject({ price_final_usd: 3 });
  });

  it('in dollars is itself, and no conversion', () => {
    expect(read({ price: 'US$71,175,926', currency: 'USD' })).toEqual({
      price_final_usd: 71_175_926,
      price_original: 71_175_926,
      currency: 'USD',
    });
  });

  it('bears its currency in its sign where no column tells', () => {
    expect(read({ price: '£200' })).toMatchObject({ currency: 'GBP', price_final_usd: 250 });
    expect(read({ price: '200' })).toEqual([['currency', 'required']]);
  });

  it.each([
    [{ price: '£350,5000', currency: 'GBP' }, 'price_final_usd', 'bad_price'],
    [{ price: '-5', currency: 'USD' }, 'price_final_usd', 'bad_price'],
    [{ price: 'on request', currency: 'USD' }, 'price_final_usd', 'bad_price'],
    [{ price: '£200', currency: 'USD' }, 'price_final_usd', 'bad_price'],
    [{ price: '200', currency: 'CHF' }, 'price_final_usd', 'no_rate'],
    [{ price: '200', currency: 'pounds' }, 'currency', 'not_allowed'],
  ])('%j is rejected', (row, field, code) => {
    expect(read(row)).toEqual([[field, code]]);
  });

  it('of a sale without a date has no rate', () => {
    expect(read({ price: '200', currency: 'GBP' }, { auction_date: undefined })).toEqual([
      ['price_final_usd', 'no_rate'],
    ]);
  });

  it('of an unsold lot is kept, flagged and never converted', () => {
    expect(read({ price: '200', currency: 'CHF' }, { is_sold: 'false' })).toEqual({
      is_sold: 'false',
      price_original: 200,
      currency: 'CHF',
      flags: ['UNSOLD_WITH_PRICE'],
    });
  });

  it('that the source gives in dollars stands, whatever the rate', () => {
    const usd = { column: 'usd' };
    expect(read({ price: '100', currency: 'GBP', usd: '130' }, {}, { usd })).toEqual({
      price_final_usd: 130,
      price_original: 100,
      currency: 'GBP',
    });
  });

  it('that is not there leaves nothing', () => {
    expect(read({ currency: 'GBP' })).toEqual({});
  });

  it('brings its estimates along', () => {
    const more = { estimate_low: { column: 'low' }, estimate_high: { column: 'high' } };
    expect(read({ price: '100', currency: 'GBP', low: '80', high: '120' }, {}, more)).toMatchObject({
      estimate_low_usd: 100,
      estimate_high_usd: 150,
    });
    expect(read({ price: '100', currency: 'GBP', low: 'x' }, {}, more)).toEqual([
      ['estimate_low_usd', 'wrong_type'],
    ]);
  });
});
