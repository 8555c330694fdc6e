import type { AuctionRecord, RecordField, SaleStatus } from './record.ts';
import { statusesSince } from './records-index.ts';

/*
 * The form of records in older indices. Before version 6 of the mapping there was no `duplicate_of`. Before version 4
 * whether a lot sold was known of all, one text named all laboratories, and there was nothing of the fields in
 * `addedFields`. Before version 3 a document also omitted what is not known.
 */

const addedFields = [
  'sale_status',
  'labs',
  'report_numbers',
  'object_type',
  'price_hammer_usd',
  'price_hammer_usd_source',
  'price_premium_usd',
  'price_premium_usd_source',
  'updated_at',
  'duplicate_of',
] as const satisfies RecordField[];

type AddedField = (typeof addedFields)[number];

/** A record as the indices before version 4 store it. */
export type FormerRecord = Omit<AuctionRecord, AddedField | 'is_sold'> & {
  is_sold: boolean;
  lab: string | null;
};

/** A stored record of an index of any version. */
export type StoredRecord = Partial<AuctionRecord> & Pick<Partial<FormerRecord>, 'lab'>;

/** Separates the names in `lab`. */
const separator = ', ';

/** Since this version documents have every field. */
const wholeSince = 3;

/**
 * A record as an index before version 6 stores it. What one before version 4 cannot express is lost: a lot of unknown
 * status becomes unsold, and so do withdrawn ones and listings.
 */
export function toFormerRecord(
  record: AuctionRecord,
  version: number,
): Partial<FormerRecord> | Omit<AuctionRecord, 'duplicate_of'> {
  if (version >= statusesSince) {
    const { duplicate_of: _unknown, ...former } = record;
    return former;
  }
  const lab = record.labs.length > 0 ? record.labs.join(separator) : null;
  const former = Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'is_sold') return [[name, value ?? false]];
      // In the place that it had.
      if (name === 'labs') return [['lab', lab]];
      return (addedFields as readonly string[]).includes(name) ? [] : [[name, value]];
    }),
  );
  return version < wholeSince ? withoutUnknown(former) : former;
}

function withoutUnknown(record: Record<string, unknown>): Record<string, unknown> {
  const isKnown = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => isKnown(value)));
}

/** The status of a lot of which only is known whether it sold. */
export function statusOf(isSold: boolean | null | undefined): SaleStatus {
  return isSold == null ? 'unknown' : isSold ? 'sold' : 'unsold';
}

/** The stored fields, of an index of any version, that some published fields are read from. */
export function storedFieldsFor(fields: readonly RecordField[]): string[] {
  const former: Partial<Record<RecordField, string>> = { sale_status: 'is_sold', labs: 'lab' };
  return fields.flatMap((field) => [field, former[field] ?? []].flat());
}
