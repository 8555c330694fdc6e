import type { AuctionRecord } from '../../../../mappings/record.ts';
import { columns, columnsOf, isSame, variedLot } from '../lots.ts';

/** Number of different ids in a storm, so few that most imports share them. */
const highestId = 8_000;

/** Number of ids of files with a profile, so few that a later replacement has more than half of all records. */
const profiledIds = 1_000;

/** One in so many lines of a file is invalid. */
const badEvery = 400;

export const isBadLine = (n: number) => n % badEvery === 0;

/**
 * The ids of a file with a profile follow those of the others: a profile that takes ids from a column is refused those of
 * other sources.
 */
export const startOf = (kind: string) => (kind === 'upsert with profile' ? highestId : 0);

/** The id in the nth line of an import. Some lines repeat the id of an earlier line. */
export function idOf(key: number, n: number, start = 0): number {
  // The factor is coprime to the number of ids, so that lines spread over all ids.
  const step = key % 5 === 2 ? 2 * key + 3 : 2 * key + 1;
  const ids = start === 0 ? highestId : profiledIds;
  return start + 1 + ((key * 977 + (n % 97 === 0 ? n - 50 : n) * step) % ids);
}

/**
 * The record in the nth line of an import. Its lot number names its source: "Import 3 line 17". In files with a profile the
 * date goes with the id: an import that would replace lots by others of another title and another date stops, and a file is
 * enqueued twice where its first command lost its connection.
 */
export function lotOf(key: number, n: number, start = 0): AuctionRecord {
  const id = idOf(key, n, start);
  const lot = variedLot(id, `Import ${key} line ${n}`, key * 31 + n);
  return start === 0 ? lot : { ...lot, auction_date: variedLot(id, '', id).auction_date };
}

/** Whether a record that was read equals a record that was written. */
export function isGenuine(record: AuctionRecord): boolean {
  const [, key, n] = /^Import (\d+) line (\d+)$/.exec(record.lot_number ?? '') ?? [];
  // Only a profile states the precision of dates.
  return (
    key !== undefined &&
    isSame(record, {
      ...lotOf(Number(key), Number(n), record.id > highestId ? highestId : 0),
      auction_date_precision: record.auction_date_precision,
    })
  );
}

/** The import that the records of a job come from. */
export const keyOfRecord = (record: Record<string, unknown>): number =>
  Number(/^Import (\d+) line/.exec(String(record.lot_number))?.[1]);

/** A record in the format of a producer; one in so many is invalid. */
export function fieldsOf(key: number, n: number, start = 0): Record<string, unknown> {
  const fields = columnsOf(lotOf(key, n, start));
  return isBadLine(n) ? { ...fields, id: 'none' } : fields;
}

/** The lines of a CSV file. */
export function csvOf(key: number, lines: number, header: readonly string[] = columns, start = 0): string {
  const rows = numbers(lines).map((n) =>
    Object.values(fieldsOf(key, n, start))
      .map((value) => value ?? '')
      .join(','),
  );
  return `${[header.join(','), ...rows].join('\n')}\n`;
}

/** The column names in a file that needs a profile. */
export const externalColumns = columns.map((column) => `Their ${column}`);

/** The profile of such a file. */
export const externalProfile = {
  name: 'storm',
  fields: Object.fromEntries(columns.map((column, i) => [column, externalColumns[i]])),
};

export function ndjsonOf(key: number, lines: number): string {
  return numbers(lines)
    .map((n) => `${JSON.stringify(fieldsOf(key, n))}\n`)
    .join('');
}

/** A file with only ids. */
export function idsOf(key: number, lines: number): string {
  const rows = numbers(lines).map((n) => (isBadLine(n) ? 'none' : idOf(key, n)));
  return `${['id', ...rows].join('\n')}\n`;
}

export const numbers = (lines: number) => Array.from({ length: lines }, (_, i) => i + 1);
