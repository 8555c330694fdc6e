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

  it('of a hammer price and one with premium side by side, the latter is the price, and both are converted', () => {
    const both = { amount: undefined, hammer: { column: 'hammer' }, premium: { column: 'total' } };
    expect(read({ hammer: '£800', total: '£1000' }, {}, both)).toEqual({
      price_original: 1000,
      currency: 'GBP',
      price_basis: 'premium',
      price_final_usd: 1250,
      price_hammer_usd: 1000,
      flags: ['CURRENCY_CONVERTED'],
    });
    expect(read({ hammer: '£800' }, {}, both)).toMatchObject({ price_basis: 'hammer', price_original: 800 });
    expect(read({ hammer: '£800', total: '£700' }, {}, both)).toEqual([['price_final_usd', 'bad_price']]);
  });

  it('a price per carat is that of the stone only with its weight', () => {
    expect(read({ price: '£100' }, { carat: 2.5 }, { per: 'carat' })).toMatchObject({ price_original: 250 });
    expect(read({ price: '£100' }, {}, { per: 'carat' })).toEqual({});
  });

  it('an amount of 0 is not a price', () => {
    for (const status of ['sold', 'unsold', 'listing']) {
      expect(read({ price: '£0', currency: 'GBP' }, { sale_status: status })).toEqual({
        sale_status: status,
      });
    }
    expect(read({ price: '0.00', currency: 'GBP' })).toEqual({});
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
    [{ price: '200', currency: 'shells' }, 'currency', 'not_allowed'],
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

  it('estimates are read along with the price', () => {
    const more = { estimate_low: { column: 'low' }, estimate_high: { column: 'high' } };
    expect(read({ price: '100', currency: 'GBP', low: '80', high: '120' }, {}, more)).toMatchObject({
      estimate_low_usd: 100,
      estimate_high_usd: 150,
    });
    const estimate = { column: 'both', numbers: { thousands: "'" } };
    const both = { price: '£100', both: "£8'000 – 12'000" };
    expect(read(both, {}, { estimate })).toMatchObject({
      estimate_low_usd: 10_000,
      estimate_high_usd: 15_000,
    });
  });

  const both = { estimate: { column: 'both', numbers: { thousands: ',' } } };

  it.each(['around 500', '700 - 500', '500 ct', '500 £', '3 x 400', '1.200,00'])(
    'the estimate %j is left out with a flag, and its lot stays',
    (text) => {
      expect(read({ both: text, price: '$90', currency: 'USD' }, {}, both)).toEqual({
        ...{ price_final_usd: 90, price_original: 90, currency: 'USD', flags: ['ESTIMATE_UNREADABLE'] },
      });
    },
  );

  it('an estimate is read from a source without a price', () => {
    expect(read({ both: '80', currency: 'GBP' }, {}, { amount: undefined, ...both } as object)).toEqual({
      ...{ estimate_low_usd: 100, estimate_high_usd: 100 },
    });
  });

  it.each([
    ['Sold for US$ 3,500 (including premium)', { price_basis: 'premium', sale_status: 'sold' }],
    ['Hammer price: $3,500', { price_basis: 'hammer' }],
    ['Price realised: USD 3,500', {}],
    ['3,500 US dollars + premium', { price_basis: 'hammer' }],
    ["$3,500 incl. buyer's premium", { price_basis: 'premium' }],
  ])('the words of "%s" are understood', (price, words) => {
    const fields = { price_final_usd: 3500, price_original: 3500, currency: 'USD' };
    expect(read({ price, currency: 'USD' })).toEqual({ ...fields, ...words });
  });

  it('words that contradict the basis of the profile reject the price', () => {
    const price = '$3,500 with premium';
    expect(read({ price, currency: 'USD' }, { price_basis: 'hammer' })).toEqual([
      ['price_final_usd', 'bad_price'],
    ]);
    expect(read({ price, currency: 'USD' }, { price_basis: 'unknown' })).toMatchObject({
      price_basis: 'premium',
    });
  });

  it('a sign of several currencies is settled by the column or the profile, or rejects the price', () => {
    expect(read({ price: '200 kr', currency: 'SEK' })).toMatchObject({ currency: 'SEK' });
    expect(read({ price: '$200', currency: 'HKD' })).toMatchObject({ currency: 'HKD' });
    expect(read({ price: '200 kr', currency: 'CHF' })).toEqual([['price_final_usd', 'bad_price']]);
    expect(read({ price: '200 kr' })).toEqual([['currency', 'required']]);
    expect(read({ price: '200 kr.' }, {}, { signs: { kr: 'DKK' } })).toMatchObject({ currency: 'DKK' });
    expect(read({ price: '200', currency: '$' })).toEqual([['currency', 'required']]);
  });

  it('a price in dollars that has the sign of another currency is rejected', () => {
    expect(read({ usd: '£130' }, {}, { usd: { column: 'usd' } })).toEqual([['price_final_usd', 'bad_price']]);
  });

  it('the reason of a reject names the column and the word without a meaning', () => {
    const reasonOf = (row: object, more: Partial<PriceRules> = {}) =>
      priceReader({ ...rules, ...more }, { name: 'test', fields: {} })({ ...row }, {})[0]?.message;
    expect(reasonOf({ price: '$200 approx', currency: 'USD' })).toBe(
      '"price": The price "$200 approx" cannot be parsed, because "approx" has no known meaning. ' +
        'Describe its signs and number format in the profile.',
    );
    expect(reasonOf({ price: '$200 – 300', currency: 'USD' })).toMatch(/^"price": The price is a range/);
    expect(reasonOf({ price: '200', currency: 'shells' })).toMatch(/^"currency": "shells" is not a currency/);
    expect(reasonOf({ price: '1', currency: 'USD', usd: '5 x' }, { usd: { column: 'usd' } })).toMatch(
      /^"usd"/,
    );
  });
});
