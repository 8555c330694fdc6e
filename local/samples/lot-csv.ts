import type { AuctionRecord } from '../../mappings/record.ts';

/** A generated lot, in the contract's fields, ready to be imported. */
export type RawLot = Omit<
  AuctionRecord,
  'price_per_carat_usd' | 'derived' | 'import' | 'updated_at' | 'duplicate_of' | 'stone_id' | 'stone_evidence'
>;

// What is null in every generated lot has no column.
const columns: readonly (keyof RawLot)[] = [
  'id',
  'title',
  'gem_type',
  'carat',
  'origin',
  'price_final_usd',
  'auction_house',
  'sale_status',
  'auction_date',
  'lot_number',
  'sale',
  'location',
  'treatment',
  'labs',
  'report_numbers',
  'object_type',
  'estimate_low_usd',
  'estimate_high_usd',
  'auction_date_precision',
  'price_basis',
  'price_hammer_usd',
  'price_premium_usd',
  'flags',
  'is_synthetic',
];

/** The header line of a file of generated lots. */
export const csvHeader = `${columns.join(',')}\n`;

/** A generated lot as one line of CSV, its line feed included. */
export function csvLine(lot: RawLot): string {
  let line = '';
  for (const column of columns) line += line === '' ? cell(lot[column]) : `,${cell(lot[column])}`;
  return `${line}\n`;
}

function cell(value: RawLot[keyof RawLot]): string {
  if (value === null) return '';
  const text = Array.isArray(value) ? value.join(';') : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
