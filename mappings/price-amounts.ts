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

/** A class of low estimates: from `from` US dollars (inclusive) up to `below` (exclusive). */
interface EstimateBand {
  name: string;
  from: number;
  below: number;
}

const bounds = [0, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];

/** Every class of low estimates, smallest first. */
const estimateBands: readonly EstimateBand[] = bounds.map((from, i) => ({
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

/** The low and the high estimate of a record, where both are usable: above 0, and the high one not lower. */
function estimatesOf({
  estimate_low_usd: low,
  estimate_high_usd: high,
}: Pick<AuctionRecord, 'estimate_low_usd' | 'estimate_high_usd'>): { low: number; high: number } | undefined {
  return low === null || high === null || low <= 0 || high < low ? undefined : { low, high };
}

/** The comparison of a record with its estimates; undefined without usable ones. */
export function estimateRatiosOf(record: AuctionRecord): EstimateRatios | undefined {
  const estimates = estimatesOf(record);
  if (!estimates) return undefined;
  const { low, high } = estimates;
  const ratios: EstimateRatios = { band: estimateBands.find(({ below }) => low < below)!.name };
  for (const name of Object.keys(comparedPrices) as ComparedPrice[]) {
    const price = record[comparedPrices[name]];
    if (price === null) continue;
    ratios[`${name}_place`] = price < low ? 'below' : price > high ? 'above' : 'within';
    ratios[`${name}_low`] = price / low;
    ratios[`${name}_middle`] = (2 * price) / (low + high);
  }
  return ratios;
}
