import { hash } from 'node:crypto';
import { caratBands } from './carat-bands.ts';
import {
  type AmountName,
  type ComparedPrice,
  comparedPrices,
  type EstimateRatios,
  estimateBands,
  priceFieldOf,
  priceKinds,
  storedCpi,
} from './price-amounts.ts';
import type { AuctionRecord } from './record.ts';
import { undatedDay } from './records-index.ts';
import { pricePerCarat } from './round.ts';
import { cpiOfSale } from './us-cpi.ts';
import { fold, withoutZeroWidth } from './vocabulary/vocabulary.ts';

const msPerDay = 86_400_000;

/**
 * The stored document of a record: the published record, so that it can be sent as stored, and fields for sorting and grouping.
 * Those that are undefined are not sent.
 */
export function toDocument(record: AuctionRecord) {
  const { auction_date: day, price_per_carat_usd: perCarat, carat } = record;
  const number = lotNumberOf(record);
  return {
    ...record,
    title_words: withoutZeroWidth(record.title),
    ln_price_per_carat: perCarat ? Math.log(perCarat) : undefined,
    auction_day: day === null ? undatedDay : Date.parse(day) / msPerDay,
    last_day: day === null ? undefined : lastDayOf(day, record.auction_date_precision),
    year: day === null ? undefined : Number(day.slice(0, 4)),
    lot_place: number === null ? undefined : lotPlaceOf(number),
    carat_band: carat === null ? undefined : caratBandOf(carat),
    amounts: amountsOf(record),
    estimates: estimateRatiosOf(record),
    duplicate_keys: duplicateKeysOf(record),
  };
}

/** The last day of a known day, month or year. */
function lastDayOf(day: string, precision: AuctionRecord['auction_date_precision']): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const last = { day: Date.parse(day), month: Date.UTC(year, month, 0), year: Date.UTC(year, 12, 0) };
  return last[precision ?? 'day'] / msPerDay;
}

/** The name of the size class that a stone of `carat` carats belongs to. */
export const caratBandOf = (carat: number): string => caratBands.find((band) => carat < band.below)!.name;

/**
 * The computed prices of a record, without those that are unknown. A lot without a date, or
 * sold before the index begins, has no real price.
 */
export function amountsOf(record: AuctionRecord): Partial<Record<AmountName, number>> {
  const { auction_date: day, auction_date_precision: precision } = record;
  const cpi = day === null ? undefined : cpiOfSale(day, precision);
  const amounts: Partial<Record<AmountName, number>> = {};
  for (const kind of priceKinds) {
    const price = record[priceFieldOf[kind]];
    if (price === null) continue;
    const { carat } = record;
    if (kind !== 'published' && carat !== null) amounts[`${kind}_per_carat`] = pricePerCarat(price, carat);
    if (cpi === undefined) continue;
    amounts[`real_${kind}`] = (price * storedCpi) / cpi;
    // Not from the price per carat in cents, which is rounded.
    if (carat !== null) amounts[`real_${kind}_per_carat`] = (price * storedCpi) / (carat * cpi);
  }
  return amounts;
}

/** The comparison of a record with its estimates; undefined unless both are known and above 0, the high one not lower. */
function estimateRatiosOf(record: AuctionRecord): EstimateRatios | undefined {
  const { estimate_low_usd: low, estimate_high_usd: high } = record;
  if (low === null || high === null || low <= 0 || high < low) return undefined;
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

/**
 * The duplicate keys of a record. Records from different sources that share a key may be the same lot (docs/importing.md).
 * One key contains the lot number; the other, for sources without lot numbers, title, price and weight. A lot without an
 * exact day or a known house has no keys.
 * @returns hashes of a fixed length
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
    // A title alone is shared by many lots.
    ...(title === '' || (price === null && carat === null)
      ? []
      : [hashOf('title', ...sale, title, price, carat)]),
  ];
}

/** A normalized lot number: "LOT 0012a" and "12A" are equal; null without one. */
export function lotNumberOf({ lot_number }: Pick<AuctionRecord, 'lot_number'>): string | null {
  const number = fold(lot_number ?? '')
    .replace(/^lot(?![a-z])/, '')
    .trim()
    .replace(/(?<=\d) (?=[a-z])/g, '')
    .replace(/^0+(?=\d)/, '');
  return number === '' ? null : number;
}

/** Longest key of a lot number: a cursor contains it. */
const maxPlaceLength = 60;

/** A key that sorts normalized lot numbers as a catalog does: 2, 10, 10A, 10B. Each number follows the count of its digits. */
export const lotPlaceOf = (number: string): string =>
  number
    .replace(/\d+/g, (digits) => {
      const whole = digits.replace(/^0+(?=\d)/, '');
      return String(whole.length).padStart(3, '0') + whole;
    })
    .slice(0, maxPlaceLength)
    .toWellFormed();

const hashOf = (...parts: unknown[]) => hash('sha1', JSON.stringify(parts), 'base64url').slice(0, 16);
