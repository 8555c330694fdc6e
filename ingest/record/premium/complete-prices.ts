import type { AuctionRecord } from '../../../mappings/record.ts';

type Prices = Pick<
  AuctionRecord,
  'price_hammer_usd' | 'price_hammer_usd_source' | 'price_premium_usd' | 'price_premium_usd_source'
>;

/**
 * The prices of a record without and with buyer's premium: what its source gives of them, and the published price where
 * its basis is known. What is not known stays null.
 */
export function completePrices(record: AuctionRecord): Prices {
  const { price_final_usd: published, price_basis: basis } = record;
  const hammer = record.price_hammer_usd ?? (basis === 'hammer' ? published : null);
  const premium = record.price_premium_usd ?? (basis === 'premium' ? published : null);
  return {
    price_hammer_usd: hammer,
    price_hammer_usd_source: hammer === null ? null : (record.price_hammer_usd_source ?? 'given'),
    price_premium_usd: premium,
    price_premium_usd_source: premium === null ? null : (record.price_premium_usd_source ?? 'given'),
  };
}
