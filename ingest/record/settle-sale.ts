import type { AuctionRecord, SaleStatus } from '../../mappings/record.ts';

type Prices = Pick<
  AuctionRecord,
  'price_hammer_usd' | 'price_hammer_usd_source' | 'price_premium_usd' | 'price_premium_usd_source'
>;

/** What became of a lot, and its prices. */
export interface Sale {
  status: SaleStatus;
  isSold: boolean | null;
  price: number | null;
  priceOriginal: number | null;
  currency: string | null;
  prices: Prices;
}

/**
 * What became of a lot by the fields of its source, and its price: only a sold lot has one. A price that is given for
 * another, such as the asking price of a listing, is kept as the original.
 */
export function settleSale(given: Partial<AuctionRecord>): Sale {
  const status = statusOf(given);
  const isSold = status === 'unknown' ? null : status === 'sold';
  const price = given.price_final_usd ?? null;
  const original = { priceOriginal: given.price_original ?? null, currency: given.currency ?? null };
  if (isSold) return { status, isSold, price, ...original, prices: pricesOf(given) };
  const kept =
    price !== null && original.priceOriginal === null ? { priceOriginal: price, currency: 'USD' } : original;
  return { status, isSold, price: null, ...kept, prices: pricesOf({}) };
}

/**
 * The given status, or what follows from `is_sold` or, where the source says nothing at all, from a price. A source that
 * calls the status unknown is believed: its price may be an estimate or an asking price.
 */
function statusOf(given: Partial<AuctionRecord>): SaleStatus {
  const { sale_status: status, is_sold: isSold } = given;
  if (status !== undefined && status !== 'unknown') return status;
  if (isSold !== undefined && isSold !== null) return isSold ? 'sold' : 'unsold';
  return status === undefined && hasPrice(given) ? 'sold' : 'unknown';
}

/** Whether a source gives what a lot sold for. */
export function hasPrice(given: Partial<AuctionRecord>): boolean {
  return [given.price_final_usd, given.price_hammer_usd, given.price_premium_usd].some(
    (price) => price !== undefined && price !== null,
  );
}

function pricesOf(given: Partial<AuctionRecord>): Prices {
  const hammer = given.price_hammer_usd ?? null;
  const premium = given.price_premium_usd ?? null;
  return {
    price_hammer_usd: hammer,
    price_hammer_usd_source: hammer === null ? null : (given.price_hammer_usd_source ?? 'given'),
    price_premium_usd: premium,
    price_premium_usd_source: premium === null ? null : (given.price_premium_usd_source ?? 'given'),
  };
}
