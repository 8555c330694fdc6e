import type { Flag } from '../../mappings/flags.ts';
import type { AuctionRecord, RecordField } from '../../mappings/record.ts';
import { pricePerCarat } from '../../mappings/round.ts';
import { auctionHouses, fold, gemTypes, origins } from '../../mappings/vocabulary/index.ts';
import {
  inputFields,
  inputSchema,
  isEmpty,
  rejectionOfDeletion,
  rejectionOfRecord,
  rejectionOfUnknown,
} from './input.ts';
import type { Rejection } from './rejection.ts';

/** A record ready to be indexed, with the fields whose value the vocabulary does not know. */
export interface Normalized {
  record: AuctionRecord;
  /** Fields kept as written because the vocabulary does not know their value. */
  unknown: ('gem_type' | 'origin' | 'auction_house')[];
}

/**
 * The record that a file's fields describe: typed, checked, canonical names in place. Pure.
 * @returns the record, or the rejection that names its first bad field.
 */
export function normalize(fields: Record<string, unknown>, importNumber: number): Normalized | Rejection {
  const input = typed(fields);
  const rejection = rejectionOfRecord(input) ?? rejectionOfUnknown(fields);
  if (rejection) return rejection;

  const given = input as Partial<AuctionRecord> & Pick<AuctionRecord, 'id' | 'title' | 'gem_type'>;
  const gemType = canonical(gemTypes, given.gem_type);
  // In a request `none` means no origin, so it cannot be a value.
  const isNamed = given.origin !== undefined && given.origin !== null && fold(given.origin) !== 'none';
  const origin = isNamed ? canonical(origins, given.origin!) : undefined;
  const house = given.auction_house ? canonical(auctionHouses, given.auction_house) : undefined;
  const sale = settle(given);
  const carat = given.carat ?? null;

  const record: AuctionRecord = {
    id: given.id,
    title: given.title,
    gem_type: gemType.name,
    carat,
    origin: origin?.name ?? null,
    price_final_usd: sale.price,
    auction_house: house?.name ?? null,
    is_sold: sale.isSold,
    auction_date: given.auction_date ?? null,
    price_per_carat_usd: sale.price === null || carat === null ? null : pricePerCarat(sale.price, carat),
    lot_number: given.lot_number ?? null,
    sale: given.sale ?? null,
    location: given.location ?? null,
    treatment: given.treatment ? collapse(given.treatment) : null,
    lab: given.lab ? collapse(given.lab) : null,
    url: given.url ?? null,
    estimate_low_usd: given.estimate_low_usd ?? null,
    estimate_high_usd: given.estimate_high_usd ?? null,
    auction_date_precision: given.auction_date ? (given.auction_date_precision ?? null) : null,
    price_original: sale.priceOriginal,
    currency: sale.currency,
    price_basis: given.price_basis ?? null,
    derived: given.derived ?? [],
    flags: flagsOf(given, sale),
    is_synthetic: given.is_synthetic ?? false,
    import: importNumber,
  };
  const unknown: Normalized['unknown'] = [];
  if (!gemType.known) unknown.push('gem_type');
  if (origin?.known === false) unknown.push('origin');
  if (house?.known === false) unknown.push('auction_house');
  return { record, unknown };
}

/** The id of the record to delete, or the rejection. */
export function normalizeDeletion(fields: Record<string, unknown>): { id: number } | Rejection {
  const input = typed({ id: fields.id });
  return rejectionOfDeletion(input) ?? (input as { id: number });
}

export function isRejection(value: object): value is Rejection {
  return 'code' in value;
}

const types = inputFields.map((field) => ({ field, type: inputSchema(field).type }));

/** All fields without values: copies share one hidden class, which is faster. */
const nothing: Partial<Record<RecordField, unknown>> = Object.fromEntries(
  inputFields.map((field) => [field, undefined]),
);

/** The fields of a record: texts trimmed and, where the field is no text, read as its type; undefined where there is no value. */
function typed(fields: Record<string, unknown>): Partial<Record<RecordField, unknown>> {
  const input = { ...nothing };
  for (const { field, type } of types) {
    const value = fields[field];
    if (isEmpty(value)) continue;
    input[field] = typeof value === 'string' ? readText(value.trim(), type) : value;
  }
  return input;
}

/** A text read as `type`; a text of another type stays text, and is rejected later. */
function readText(text: string, type: string | undefined): unknown {
  // A whole number has only digits: 9007199254740990.6 would be rounded to another record's id.
  if (type === 'integer' && /^-?[0-9]+(\.0+)?$/.test(text)) return Number(text);
  if (type === 'number' && /^-?[0-9]+(\.[0-9]+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'array') return text.split(';').map((element) => element.trim());
  return text;
}

interface Settled {
  isSold: boolean;
  price: number | null;
  priceOriginal: number | null;
  currency: string | null;
}

/** Whether the lot sold, and its price: an unsold lot has none, and one that is given is kept as the original. */
function settle(given: Partial<AuctionRecord>): Settled {
  const price = given.price_final_usd ?? null;
  const isSold = given.is_sold ?? price !== null;
  const priceOriginal = given.price_original ?? null;
  const currency = given.currency ?? null;
  if (isSold || price === null) return { isSold, price, priceOriginal, currency };
  return priceOriginal === null
    ? { isSold, price: null, priceOriginal: price, currency: 'USD' }
    : { isSold, price: null, priceOriginal, currency };
}

function flagsOf(given: Partial<AuctionRecord>, sale: Settled): Flag[] {
  const flags = new Set<Flag>(given.flags ?? []);
  if (sale.isSold && sale.price === null) flags.add('SOLD_WITHOUT_PRICE');
  if (!sale.isSold && given.price_final_usd !== undefined) flags.add('UNSOLD_WITH_PRICE');
  const precision = given.auction_date_precision;
  if (given.auction_date && (precision === 'month' || precision === 'year')) flags.add('DATE_PARTIAL');
  return [...flags];
}

/** A value by its canonical name, or as written with its spaces collapsed. */
function canonical(vocabulary: { canonical(text: string): string | undefined }, text: string) {
  const name = vocabulary.canonical(text);
  return { name: name ?? collapse(text), known: name !== undefined };
}

function collapse(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
