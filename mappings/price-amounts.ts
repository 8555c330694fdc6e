import type { AuctionRecord } from './record.ts';
import { pricePerCarat } from './round.ts';
import { cpiOfSale } from './us-cpi.ts';

/** Which price of a lot: the published one, the one without, or the one with buyer's premium. */
export const priceKinds = ['published', 'hammer', 'premium'] as const;

export type PriceKind = (typeof priceKinds)[number];

/** The level of the consumer price index at which prepared real prices are stored: they are in dollars of 1982–84. */
export const storedCpi = 100;

/**
 * The computed prices of a record: hammer and premium prices per carat, and every price in dollars of 1982–84. The real
 * price at another month is this one times a factor, the same for all records: quantiles and sums need no other field.
 */
export const amountNames = [
  'hammer_per_carat',
  'premium_per_carat',
  ...priceKinds.flatMap((kind) => [`real_${kind}`, `real_${kind}_per_carat`] as const),
] as const;

export type AmountName = (typeof amountNames)[number];

/** The record field of each price. */
export const priceFieldOf = {
  published: 'price_final_usd',
  hammer: 'price_hammer_usd',
  premium: 'price_premium_usd',
} as const satisfies Record<PriceKind, keyof AuctionRecord>;

/** The price per carat of a kind of price, to the cent; null where the price or the weight is unknown. */
export function perCaratOf(record: AuctionRecord, kind: PriceKind): number | null {
  const price = record[priceFieldOf[kind]];
  return price === null || record.carat === null ? null : pricePerCarat(price, record.carat);
}

/**
 * The computed prices of a record, without those that are unknown; undefined where all are. A lot without a date, or
 * sold before the index begins, has no real price.
 */
export function amountsOf(record: AuctionRecord): Partial<Record<AmountName, number>> | undefined {
  const { auction_date: day, auction_date_precision: precision } = record;
  const cpi = day === null ? undefined : cpiOfSale(day, precision);
  const amounts: Partial<Record<AmountName, number>> = {};
  for (const kind of priceKinds) {
    const price = record[priceFieldOf[kind]];
    if (price === null) continue;
    const perCarat = perCaratOf(record, kind);
    if (kind !== 'published' && perCarat !== null) amounts[`${kind}_per_carat`] = perCarat;
    if (cpi === undefined) continue;
    amounts[`real_${kind}`] = (price * storedCpi) / cpi;
    if (perCarat !== null) amounts[`real_${kind}_per_carat`] = (perCarat * storedCpi) / cpi;
  }
  return Object.keys(amounts).length > 0 ? amounts : undefined;
}
