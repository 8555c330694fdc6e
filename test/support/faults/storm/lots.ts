import type { AuctionRecord } from '../../../../mappings/record.ts';
import { buildAuction } from '../../build-auction.ts';

/** Ids that the records of a storm have: so few that its imports meet in most of them. */
export const highestId = 8_000;

/** Every so many lines of a file one is not valid. */
const badEvery = 400;

export const isBadLine = (n: number) => n % badEvery === 0;

/** The id in the nth line of an import. Now and then a line has the id of an earlier one. */
export function idOf(key: number, n: number): number {
  // Without a factor in common with the number of ids, so that the lines spread over all of them.
  const step = key % 5 === 2 ? 2 * key + 3 : 2 * key + 1;
  return 1 + ((key * 977 + (n % 97 === 0 ? n - 50 : n) * step) % highestId);
}

/**
 * The record in the nth line of an import; its lot number tells where it comes from: "Import 3 line 17".
 */
export function lotOf(key: number, n: number): AuctionRecord {
  const mixed = key * 31 + n;
  return buildAuction({
    id: idOf(key, n),
    title: titles[mixed % titles.length]!,
    lot_number: `Import ${key} line ${n}`,
    gem_type: gems[mixed % gems.length]!,
    carat: 1 + (mixed % 40) / 4,
    origin: origins[mixed % origins.length]!,
    price_final_usd: 1_000 + ((mixed * 7_919) % 90_000),
    auction_date: mixed % 11 === 0 ? null : dateOf(mixed),
  });
}

/** Whether a record that was read is one that was written, whole and unmixed. */
export function isGenuine(record: AuctionRecord): boolean {
  const [, key, n] = /^Import (\d+) line (\d+)$/.exec(record.lot_number ?? '') ?? [];
  if (!key) return false;
  // A profile alone says how precise a date is.
  const {
    import: _import,
    flags: _flags,
    auction_date_precision: _precision,
    ...expected
  } = lotOf(Number(key), Number(n));
  return Object.entries(expected).every(
    ([field, value]) => JSON.stringify(record[field as keyof AuctionRecord]) === JSON.stringify(value),
  );
}

/** The import that the records of a job come from. */
export const keyOfRecord = (record: Record<string, unknown>): number =>
  Number(/^Import (\d+) line/.exec(String(record.lot_number))?.[1]);

const gems = ['Ruby', 'Sapphire', 'Spinel', 'Emerald'];
// Few, so that an import does not spend its time on what is suggested.
const titles = ['A ring', 'A brooch of 1925', 'A pair of earrings', 'An important necklace'];
const origins = ['Myanmar', 'Sri Lanka', null];
const dateOf = (n: number) => new Date(Date.UTC(2000, 0, 1 + (n % 7_000))).toISOString().slice(0, 10);

const columns = [
  'id',
  'title',
  'lot_number',
  'gem_type',
  'carat',
  'origin',
  'price_final_usd',
  'auction_house',
  'is_sold',
  'auction_date',
] as const;

/** A record as a producer sends it; every so many are not valid. */
export function fieldsOf(key: number, n: number): Record<string, unknown> {
  const lot = lotOf(key, n);
  const fields = Object.fromEntries(columns.map((column) => [column, lot[column]]));
  return isBadLine(n) ? { ...fields, carat: 'heavy' } : fields;
}

/** The lines of a CSV file. */
export function csvOf(key: number, lines: number, header: readonly string[] = columns): string {
  const rows = numbers(lines).map((n) =>
    Object.values(fieldsOf(key, n))
      .map((value) => value ?? '')
      .join(','),
  );
  return `${[header.join(','), ...rows].join('\n')}\n`;
}

/** The names that the columns have in a file that needs a profile. */
export const foreignColumns = columns.map((column) => `Their ${column}`);

/** The profile of such a file. */
export const foreignProfile = {
  name: 'storm',
  fields: Object.fromEntries(columns.map((column, i) => [column, foreignColumns[i]])),
};

export function ndjsonOf(key: number, lines: number): string {
  return numbers(lines)
    .map((n) => `${JSON.stringify(fieldsOf(key, n))}\n`)
    .join('');
}

/** A file that names ids alone. */
export function idsOf(key: number, lines: number): string {
  const rows = numbers(lines).map((n) => (isBadLine(n) ? 'none' : idOf(key, n)));
  return `${['id', ...rows].join('\n')}\n`;
}

export const numbers = (lines: number) => Array.from({ length: lines }, (_, i) => i + 1);
