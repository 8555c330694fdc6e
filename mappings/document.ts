import { createHash } from 'node:crypto';
import { caratBandOf } from './carat-bands.ts';
import { type FormerRecord, type StoredRecord, statusOf, toFormerRecord } from './former-records.ts';
import { type HedonicFields, hedonicMomentsOf } from './hedonic-moments.ts';
import { type AmountName, amountsOf, type EstimateRatios, estimateRatiosOf } from './price-amounts.ts';
import type { AuctionRecord } from './record.ts';
import { mappingVersion, preparedSince, publishedSince, undatedDay } from './records-index.ts';
import { type SaleKeys, saleKeysOf } from './sale-keys.ts';
import { laboratories } from './vocabulary/laboratories.ts';
import { fold } from './vocabulary/vocabulary.ts';

/** The stored document of a record: its fields, and fields computed for sorting and grouping. */
export type RecordDocument = Partial<AuctionRecord | FormerRecord> &
  Partial<HedonicFields> & {
    auction_day: number;
    year?: number;
    carat_band?: string;
    sale_keys?: SaleKeys;
    amounts?: Partial<Record<AmountName, number>>;
    estimates?: EstimateRatios;
    duplicate_keys?: string[];
  };

const msPerDay = 86_400_000;

/**
 * The document of a record: the published record, so that it can be sent as stored, and the computed fields.
 * @param version the mapping version of the target index; an older one is strict and lacks some fields
 */
export function toDocument(record: AuctionRecord, version: number = mappingVersion): RecordDocument {
  const published = version < publishedSince ? toFormerRecord(record, version) : record;
  const document: RecordDocument = { ...published, auction_day: undatedDay };
  if (record.auction_date !== null) {
    document.auction_day = Date.parse(record.auction_date) / msPerDay;
    document.year = Number(record.auction_date.slice(0, 4));
  }
  if (record.carat !== null) document.carat_band = caratBandOf(record.carat, version);
  const amounts = version < preparedSince.amounts ? undefined : amountsOf(record);
  if (amounts) document.amounts = amounts;
  Object.assign(document, hedonicFieldsOf(record, amounts, version));
  const { auction_date } = record;
  if (version >= preparedSince.sale_keys && document.hedonic && auction_date !== null)
    document.sale_keys = saleKeysOf({ ...record, auction_date });
  const estimates = version < preparedSince.estimates ? undefined : estimateRatiosOf(record);
  if (estimates) document.estimates = estimates;
  const keys = version < preparedSince.duplicate_keys ? [] : duplicateKeysOf(record);
  if (keys.length > 0) document.duplicate_keys = keys;
  return document;
}

/** The moments that an index of a version has: before those of other prices, only those of published ones. */
function hedonicFieldsOf(
  record: AuctionRecord,
  amounts: RecordDocument['amounts'],
  version: number,
): Partial<HedonicFields> | undefined {
  const moments = version < preparedSince.hedonic ? undefined : hedonicMomentsOf(record, amounts);
  if (version >= preparedSince.hedonic_of || !moments) return moments;
  return moments.hedonic.y === undefined ? undefined : { hedonic: moments.hedonic };
}

/** The published record of a stored one of any version: every field present, the unknown ones null, empty or false. */
export function toRecord(source: StoredRecord): AuctionRecord {
  return {
    id: source.id!,
    title: source.title!,
    gem_type: source.gem_type!,
    carat: source.carat ?? null,
    origin: source.origin ?? null,
    price_final_usd: source.price_final_usd ?? null,
    auction_house: source.auction_house ?? null,
    is_sold: source.is_sold ?? null,
    sale_status: source.sale_status ?? statusOf(source.is_sold),
    auction_date: source.auction_date ?? null,
    price_per_carat_usd: source.price_per_carat_usd ?? null,
    lot_number: source.lot_number ?? null,
    sale: source.sale ?? null,
    location: source.location ?? null,
    treatment: source.treatment ?? null,
    labs: source.labs ?? (source.lab ? laboratories.namesIn([source.lab]) : []),
    report_numbers: source.report_numbers ?? [],
    object_type: source.object_type ?? null,
    url: source.url ?? null,
    estimate_low_usd: source.estimate_low_usd ?? null,
    estimate_high_usd: source.estimate_high_usd ?? null,
    auction_date_precision: source.auction_date_precision ?? null,
    price_original: source.price_original ?? null,
    currency: source.currency ?? null,
    price_basis: source.price_basis ?? null,
    price_hammer_usd: source.price_hammer_usd ?? null,
    price_hammer_usd_source: source.price_hammer_usd_source ?? null,
    price_premium_usd: source.price_premium_usd ?? null,
    price_premium_usd_source: source.price_premium_usd_source ?? null,
    derived: source.derived ?? [],
    flags: source.flags ?? [],
    is_synthetic: source.is_synthetic ?? false,
    import: source.import ?? null,
    updated_at: source.updated_at ?? null,
    duplicate_of: source.duplicate_of ?? null,
  };
}

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
