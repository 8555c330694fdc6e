import fc from 'fast-check';
import type { AuctionRecord } from '../../mappings/record.ts';
import { generateSkewed } from './build-skewed.ts';

/** Generated facts about a price: its basis, the other price, and the estimates. */
const anyTelling = fc.record({
  basis: fc.constantFrom<AuctionRecord['price_basis']>('hammer', 'premium', 'premium', 'unknown', null),
  isOtherKnown: fc.boolean(),
  /** The buyer's premium in thousandths of the hammer price. */
  premium: fc.constantFrom(0, 100, 120, 195, 200, 250, 260),
  /** The low estimate in thousandths of the price, and the high one in thousandths of the low one. */
  low: fc.option(fc.constantFrom(0, 10, 400, 800, 1000, 1250, 3000), { nil: null, freq: 4 }),
  high: fc.option(fc.constantFrom(500, 1000, 1250, 1500, 2000), { nil: null, freq: 8 }),
  unsoldLow: fc.constantFrom(0, 500, 3_000, 20_000, 500_000),
});

/**
 * Seeded records that mix hammer prices, prices with buyer's premium and prices of unknown basis, sold
 * and unsold lots, and usable, unusable and missing estimates.
 */
export function generatePriced(count: number, seed: number): AuctionRecord[] {
  const tellings = fc.sample(anyTelling, { numRuns: count, seed });
  return generateSkewed(count, seed).map((record, place) => {
    const { basis, isOtherKnown, premium, low, high, unsoldLow } = tellings[place]!;
    const price = record.price_final_usd;
    const estimateLow = low === null ? null : price === null ? unsoldLow : Math.round((price * low) / 1000);
    const estimates = {
      estimate_low_usd: estimateLow,
      estimate_high_usd:
        estimateLow === null || high === null ? null : Math.round((estimateLow * high) / 1000),
    };
    // For some lots, only the hammer price is known.
    const isUnpublished = price !== null && place % 50 === 0;
    const published = isUnpublished
      ? { price_final_usd: null, price_per_carat_usd: null }
      : { price_basis: price === null ? null : basis };
    return {
      ...record,
      ...estimates,
      ...published,
      ...pricesOf(price, isUnpublished ? 'hammer' : basis),
    };

    function pricesOf(known: number | null, of: typeof basis) {
      if (known === null || of === 'unknown' || of === null) return {};
      const factor = 1 + premium / 1000;
      const other = Math.round(of === 'hammer' ? known * factor : known / factor);
      return of === 'hammer'
        ? { price_hammer_usd: known, price_premium_usd: isOtherKnown ? other : null }
        : { price_premium_usd: known, price_hammer_usd: isOtherKnown ? other : null };
    }
  });
}
