import { describe, expect, it } from 'vitest';
import { completePrices } from '../../../../ingest/record/complete-prices.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { buildAuction } from '../../../support/build-auction.ts';

/** A sale at Christie's under the schedule of 2017: 25% to 250,000 dollars or francs, 20% to 4,000,000, then 12.5%. */
const sale = {
  id: 1,
  auction_house: "Christie's",
  auction_date: '2018-05-16',
  auction_date_precision: 'day' as const,
};
const pricesOf = (known: Partial<AuctionRecord>) => {
  const { price_hammer_usd, price_hammer_usd_source, price_premium_usd, price_premium_usd_source } =
    completePrices(buildAuction({ ...sale, ...known }));
  return [price_hammer_usd, price_hammer_usd_source, price_premium_usd, price_premium_usd_source];
};

describe('the prices of a record', () => {
  it('the hammer price and the price with buyer’s premium are computed from each other', () => {
    const usd = { currency: 'USD', price_final_usd: 1_212_500 };
    expect(pricesOf({ ...usd, price_basis: 'premium' })).toEqual([1_000_000, 'schedule', 1_212_500, 'given']);
    expect(pricesOf({ ...usd, price_final_usd: 1_000_000, price_basis: 'hammer' })).toEqual([
      ...[1_000_000, 'given'],
      ...[1_212_500, 'schedule'],
    ]);
  });

  it('the other price is computed in the currency of the sale', () => {
    const francs = { currency: 'CHF', price_original: 5_125_000, price_final_usd: 5_125_000 * 1.02 };
    // 5,125,000 francs with premium are 4,277,778 without, and both are converted at the same rate.
    expect(pricesOf({ ...francs, location: 'Geneva', price_basis: 'premium' })).toEqual([
      ...[Math.round(4_277_778 * 1.02), 'schedule'],
      ...[5_227_500, 'given'],
    ]);
  });

  it('a price between two dollars is rounded half up', () => {
    // 25% on 36,176 Hong Kong dollars, which are 4,610 US dollars: exactly 5,762.50.
    const sale = { auction_house: 'Bonhams', location: 'Hong Kong', auction_date: '2016-10-01' };
    const hammer = {
      currency: 'HKD',
      price_original: 36_176,
      price_final_usd: 4_610,
      price_basis: 'hammer' as const,
    };
    expect(pricesOf({ ...sale, ...hammer })).toEqual([4_610, 'given', 5_763, 'schedule']);
  });

  it.each<[string, Partial<AuctionRecord>]>([
    ['without a currency', { price_basis: 'premium' }],
    ['without a schedule', { price_basis: 'premium', currency: 'USD', auction_date: '1995-05-16' }],
    ['without a date', { price_basis: 'premium', currency: 'USD', auction_date: null }],
    [
      'in dollars of a sale in francs',
      { price_basis: 'premium', currency: 'USD', location: 'Geneva, 16 May' },
    ],
    [
      'in dollars of a sale in St. Moritz',
      { price_basis: 'premium', currency: 'USD', location: 'St. Moritz' },
    ],
    [
      'where rates include taxes',
      { price_basis: 'premium', currency: 'EUR', price_original: 1, location: 'Milan' },
    ],
  ])('prices %s cannot be computed from the published price', (_what, known) => {
    expect(pricesOf({ price_final_usd: 10_000, ...known })).toEqual([null, null, 10_000, 'given']);
  });

  it('a published price of unknown basis gives neither hammer price nor price with premium', () => {
    expect(pricesOf({ currency: 'USD', price_basis: 'unknown' })).toEqual([null, null, null, null]);
    expect(pricesOf({ currency: 'USD', price_basis: null })).toEqual([null, null, null, null]);
  });

  it('prices given by the source are kept', () => {
    const given = {
      price_basis: 'premium' as const,
      currency: 'USD',
      price_final_usd: 1_250,
      price_hammer_usd: 900,
    };
    expect(pricesOf(given)).toEqual([900, 'given', 1_250, 'given']);
  });
});
