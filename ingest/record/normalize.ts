import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Flag } from '../../mappings/flags.ts';
import { fieldOfParameter } from '../../mappings/named-fields.ts';
import {
  type AuctionRecord,
  recordFieldNames,
  recordFields,
  type SaleStatus,
} from '../../mappings/record.ts';
import { pricePerCarat } from '../../mappings/round.ts';
import { gemTypes } from '../../mappings/vocabulary/gem-types.ts';
import { laboratories } from '../../mappings/vocabulary/laboratories.ts';
import { clean, fold, withoutZeroWidth } from '../../mappings/vocabulary/vocabulary.ts';
import { meant, shorten } from '../errors.ts';
import { completePrices } from './complete-prices.ts';
import { type InputField, inputFields, inputSchema, knownColumns, requiredFields } from './input.ts';
import { type RejectCode, type Rejection, reasonProperty } from './rejection.ts';

/** A record ready to be indexed, and its values that the vocabulary does not know. */
interface Normalized {
  record: AuctionRecord;
  /** Values kept as written because the vocabulary does not know them; an unknown object is stored as other. */
  unknown: { field: string; value: string }[];
}

/** The import that writes a record. */
interface Writer {
  /** Its number. */
  id: number;
  /** When it was enqueued: an ISO 8601 time in UTC. */
  created_at: string;
  /** How its lots were chosen, where they are not all of their sales. */
  selection?: 'hand_picked' | undefined;
}

/** The fields of a valid input. */
type Given = Partial<AuctionRecord> & Pick<AuctionRecord, 'id' | 'title' | 'gem_type'>;

/** The named fields with a vocabulary that have one value. */
const namedFields = Object.values(fieldOfParameter).filter(({ field }) => field !== 'labs');

/** Every field of a record without a value. */
const absent = {
  ...Object.fromEntries(recordFieldNames.map((field) => [field, 'items' in recordFields[field] ? [] : null])),
  is_synthetic: false,
} as unknown as AuctionRecord;

/**
 * Builds a record from the fields of a file: converts types, checks values, and uses canonical names. Pure.
 * @returns the record, or the rejection of its first bad field
 */
export function normalize(fields: Record<string, unknown>, writer: Writer): Normalized | Rejection {
  const { lab = [], ...input } = typed(fields);
  const rejection = rejectionOfRecord({ ...input, lab }) ?? rejectionOfUnknown(fields);
  if (rejection) return rejection;

  const given = input as unknown as Given;
  const unknown: Normalized['unknown'] = [];
  const names: Record<string, string | null> = {};
  for (const { field, vocabulary, isClosed } of namedFields) {
    const text = given[field] as string | null | undefined;
    // In a request `none` means no origin, so it cannot be a value.
    if (!text || (field === 'origin' && fold(text) === 'none')) names[field] = null;
    else {
      const name = vocabulary.canonical(text);
      if (name === undefined) unknown.push({ field, value: text });
      names[field] = name ?? (isClosed ? 'other' : text);
    }
  }
  const labs = laboratories.namesIn([...(given.labs ?? []), ...(lab as string[])]);
  const unknownLabs = labs.filter((value) => laboratories.canonical(value) === undefined);
  unknown.push(...unknownLabs.map((value) => ({ field: 'labs', value })));
  const sale = settleSale(given);
  const { price_final_usd: price } = sale;

  const record: AuctionRecord = {
    ...absent,
    ...given,
    ...names,
    ...sale,
    price_per_carat_usd: price === null || !given.carat ? null : pricePerCarat(price, given.carat),
    labs,
    report_numbers: [...new Set(given.report_numbers?.map(clean).filter((number) => number !== ''))],
    auction_date_precision: given.auction_date ? (given.auction_date_precision ?? null) : null,
    import: writer.id,
    updated_at: writer.created_at,
  };
  record.flags = flagsOf(given, record, writer);
  return { record: { ...record, ...completePrices(record) }, unknown };
}

/** The id of the record to delete, or the rejection. */
export function normalizeDeletion(fields: Record<string, unknown>): { id: number } | Rejection {
  const input = typed({ id: fields.id });
  return rejectionOfField('id', input.id, checks[0]!.check, true) ?? (input as { id: number });
}

export function isRejection(value: object): value is Rejection {
  return 'code' in value;
}

/** Texts that requests compare as a whole. They are cleaned as requests are, so that every value can be requested. */
const comparedFields = new Set<string>([
  ...namedFields.map(({ field }) => field),
  'lot_number',
  'sale',
  'location',
]);

/** Converts the fields of a record: texts to NFC, trimmed or cleaned, others to their type; undefined for no value. */
function typed(fields: Record<string, unknown>): Partial<Record<InputField, unknown>> {
  const input: Partial<Record<InputField, unknown>> = {};
  for (const { field, type } of checks) {
    const value = fields[field];
    if (isEmpty(value)) continue;
    if (typeof value !== 'string') input[field] = value;
    else if (comparedFields.has(field)) {
      if (clean(value) !== '') input[field] = clean(value);
    }
    // A title is kept as written; what searches it ignores characters without width.
    else
      input[field] = readText(
        (field === 'title' ? value : withoutZeroWidth(value)).normalize('NFC').trim(),
        type,
      );
  }
  return input;
}

/** Converts a text to `type`; a text that does not fit stays text and is rejected later. */
function readText(text: string, type: string | undefined): unknown {
  // A whole number has only digits: 9007199254740990.6 would be rounded to another record's id.
  if (type === 'integer' && /^-?[0-9]+(\.0+)?$/.test(text)) return Number(text);
  if (type === 'number' && /^-?[0-9]+(\.[0-9]+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'array') return text.split(';').map((element) => element.trim());
  return text;
}

// The schemas are the project's own, so checking them against JSON Schema at each start is unnecessary.
const ajv = new Ajv2020({ strict: true, verbose: true, validateSchema: false });
ajv.addVocabulary(['x-choice', 'x-open-values']);
formats.default(ajv, ['date']);

const codes: Record<string, RejectCode> = {
  type: 'wrong_type',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  maxItems: 'too_long',
  maxLength: 'too_long',
  minLength: 'required',
  format: 'bad_date',
  enum: 'not_allowed',
  pattern: 'not_allowed',
};

/** Each field with its type and its validator. */
const checks = inputFields.map((field) => ({
  field,
  type: inputSchema(field).type,
  check: ajv.compile(inputSchema(field)),
  required: requiredFields.includes(field),
}));
const known = new Set<string>([...knownColumns, reasonProperty]);

/** Rejects the first bad field in the record's order; undefined if all are good. */
function rejectionOfRecord(fields: Record<string, unknown>): Rejection | undefined {
  for (const { field, check, required } of checks) {
    const rejection = rejectionOfField(field, fields[field], check, required);
    if (rejection) return rejection;
  }
  return rejectionOfStatus(fields);
}

/** Rejects a status that contradicts `is_sold`. */
function rejectionOfStatus({ is_sold: isSold, sale_status: status }: Record<string, unknown>) {
  if (isSold === undefined || status === undefined || status === 'unknown') return undefined;
  if (isSold === (status === 'sold')) return undefined;
  const message = `sale_status is "${status}", but is_sold is ${isSold}.`;
  return { field: 'sale_status', code: 'not_allowed', message } as const;
}

/** Rejects the first field that is unknown and not empty. */
function rejectionOfUnknown(fields: Record<string, unknown>): Rejection | undefined {
  const unknown = Object.keys(fields).find((field) => !known.has(field) && !isEmpty(fields[field]));
  if (unknown === undefined) return undefined;
  const field = shorten(unknown, 100);
  const message = `"${field}" is not a known field${meant(field, knownColumns)}.`;
  return { field, code: 'unknown_field', message };
}

/** Whether a value is absent: undefined, null, or only spaces. */
function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && withoutZeroWidth(value).trim() === '')
  );
}

function rejectionOfField(
  field: string,
  value: unknown,
  check: ValidateFunction,
  required: boolean,
): Rejection | undefined {
  if (value === undefined) {
    return required ? { field, code: 'required', message: `${field} is missing.` } : undefined;
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    return {
      field,
      code: 'bad_encoding',
      message: `${field} contains half of a character (a lone surrogate).`,
    };
  }
  if (!check(value)) {
    const error = check.errors![0]!;
    return { field, code: codes[error.keyword] ?? 'wrong_type', message: describe(error, field) };
  }
  return field === 'auction_date' ? rejectionOfYear(value as string) : undefined;
}

function rejectionOfYear(date: string): Rejection | undefined {
  const year = Number(date.slice(0, 4));
  if (year >= 1600 && year <= 2100) return undefined;
  const message = `auction_date must be in the years 1600 to 2100; it is "${date}".`;
  return { field: 'auction_date', code: 'out_of_range', message };
}

function describe(error: ErrorObject, field: string): string {
  if (error.keyword === 'format')
    return `${field}: ${shorten(String(error.data), 100)} is not a date. Use YYYY-MM-DD, or a profile with a format.`;
  const allowed =
    error.keyword === 'enum'
      ? `must be one of ${error.params.allowedValues.join(', ')}`
      : field.endsWith('url') && error.keyword === 'pattern'
        ? `must be an ${field === 'url' ? 'http or ' : ''}https URL${/^[^/]*\/\/[^/?#]*@/.test(String(error.data)) ? ' without user and password' : ''}`
        : error.message;
  return `${field} ${allowed}; it is ${shorten(JSON.stringify(error.data), 100)}.`;
}

function flagsOf(given: Given, record: AuctionRecord, writer: Writer): Flag[] {
  const { gem_type, auction_date: date, auction_date_precision: precision, sale_status: status } = record;
  const flags = new Set<Flag>(given.flags ?? []);
  if (writer.selection) flags.add('HAND_PICKED');
  if (gemTypes.term(gem_type)?.family === 'Synthetic') flags.add('LAB_GROWN');
  if (record.is_sold && !hasPrice(given)) {
    flags.add(record.price_original === null ? 'SOLD_WITHOUT_PRICE' : 'NOT_CONVERTED');
  }
  const isOffered = status === 'unsold' || status === 'withdrawn';
  if (isOffered && given.price_final_usd !== undefined) flags.add('UNSOLD_WITH_PRICE');
  if (precision === 'month' || precision === 'year') flags.add('DATE_PARTIAL');
  if (record.is_sold && date && date > writer.created_at.slice(0, 10)) flags.add('FUTURE_SALE');
  return [...flags];
}

const withoutPrices = {
  price_hammer_usd: null,
  price_hammer_usd_source: null,
  price_premium_usd: null,
  price_premium_usd_source: null,
};

/**
 * Decides the outcome of a lot and its price. Only a sold lot has a price; a price of any other lot, such as the asking
 * price of a listing, is kept as the original.
 */
function settleSale(given: Given) {
  const sale_status = statusOf(given);
  const is_sold = sale_status === 'unknown' ? null : sale_status === 'sold';
  const { price_final_usd: price = null, price_original = null } = given;
  if (is_sold) return { sale_status, is_sold, price_final_usd: price };
  const original =
    price === null || price_original !== null ? {} : { price_original: price, currency: 'USD' };
  return { sale_status, is_sold, price_final_usd: null, ...withoutPrices, ...original };
}

/**
 * The given status, else the one that `is_sold` implies, else sold if there is a price. If the source calls the status
 * unknown it stays unknown: the price may be an estimate or an asking price.
 */
function statusOf(given: Partial<AuctionRecord>): SaleStatus {
  const { sale_status: status, is_sold: isSold } = given;
  if (status !== undefined && status !== 'unknown') return status;
  if (isSold !== undefined && isSold !== null) return isSold ? 'sold' : 'unsold';
  return status === undefined && hasPrice(given) ? 'sold' : 'unknown';
}

/** Whether the source gives a price at which the lot sold. */
function hasPrice(given: Partial<AuctionRecord>): boolean {
  return [given.price_final_usd, given.price_hammer_usd, given.price_premium_usd].some(
    (price) => price !== undefined && price !== null,
  );
}
