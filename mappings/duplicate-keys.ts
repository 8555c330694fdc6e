import { createHash } from 'node:crypto';
import type { AuctionRecord } from './record.ts';
import { fold } from './vocabulary/fold.ts';

/**
 * What a lot has in common with the record of the same lot from another source: records that share a key may be one lot
 * (docs/importing.md). The first kind names the lot number; the second, for sources without lot numbers, title, price and
 * weight. Nothing is known of the day of a sale that is dated by month or year, nor of a lot whose house is not known.
 * @returns hashes of a fixed length; [] where no other record can be known to be the same lot
 */
export function duplicateKeysOf(record: AuctionRecord): string[] {
  const { auction_house: house, auction_date: day, auction_date_precision: precision } = record;
  if (house === null || day === null || precision === 'month' || precision === 'year') return [];
  const sale = [fold(house) || house, day, fold(record.gem_type) || record.gem_type, record.is_synthetic];
  const number = lotNumberOf(record);
  const title = fold(record.title);
  const { price_final_usd: price, carat } = record;
  return [
    ...(number === null ? [] : [hashOf('number', ...sale, number)]),
    // A title alone is that of many lots.
    ...(title === '' || (price === null && carat === null)
      ? []
      : [hashOf('title', ...sale, title, price, carat)]),
  ];
}

/** A lot number as it is compared: "LOT 0012a" and "12A" are one; null without one. */
export function lotNumberOf({ lot_number }: Pick<AuctionRecord, 'lot_number'>): string | null {
  const number = fold(lot_number ?? '')
    .replace(/^lot(?![a-z])/, '')
    .trim()
    .replace(/(?<=\d) (?=[a-z])/g, '')
    .replace(/^0+(?=\d)/, '');
  return number === '' ? null : number;
}

const hashOf = (...parts: unknown[]) =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
