import type { AuctionRecord } from './record.ts';

/** A class of low estimates: from `from` US dollars (inclusive) up to `below` (exclusive). */
export interface EstimateBand {
  name: string;
  from: number;
  below: number;
}

const bounds = [0, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];

/** Every class of low estimates, smallest first. */
export const estimateBands: readonly EstimateBand[] = bounds.map((from, i) => ({
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

export type RatioName = (typeof ratioNames)[number];

/** The prepared comparison of a record with its estimates. */
export type EstimateRatios = { band: string } & Partial<Record<`${ComparedPrice}_place`, Place>> &
  Partial<Record<RatioName, number>>;

/** The low and the high estimate of a record, where both are usable: above 0, and the high one not lower. */
export function estimatesOf({
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
