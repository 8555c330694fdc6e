import type { AuctionRecord } from './record.ts';
import { pricePerCarat } from './round.ts';

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

const bounds = [0, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];

/** Every class of low estimates, from `from` US dollars (inclusive) up to `below` (exclusive), smallest first. */
export const estimateBands = bounds.map((from, i) => ({
  name: `${from}-${bounds[i + 1] ?? ''}`,
  from,
  below: bounds[i + 1] ?? Number.POSITIVE_INFINITY,
}));

/** The prices that can be compared with estimates; a published price of unknown basis cannot. */
export const comparedPrices = { hammer: 'price_hammer_usd', premium: 'price_premium_usd' } as const;

export type ComparedPrice = keyof typeof comparedPrices;

/** Where a price lies: under the low estimate, between both (their bounds included), or over the high one. */
export const places = ['below', 'within', 'above'] as const;

export type Place = (typeof places)[number];

/** The numbers that are prepared: each price ÷ the low estimate, and ÷ the middle of both. */
export const ratioNames = ['hammer_low', 'hammer_middle', 'premium_low', 'premium_middle'] as const;

type RatioName = (typeof ratioNames)[number];

/** The prepared comparison of a record with its estimates. */
export type EstimateRatios = { band: string } & Partial<Record<`${ComparedPrice}_place`, Place>> &
  Partial<Record<RatioName, number>>;
