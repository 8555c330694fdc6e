import type { AuctionRecord } from '../../../mappings/record.ts';
import { buildAuction } from '../build-auction.ts';

/** The data of a scenario. The lot number names the source line: "File 345". */
type Origin = 'Base' | 'File' | 'Job';

/** The lots of a scenario: before the fault, imported during the fault, and expected at the end. */
export interface ScenarioLots {
  /** Imported before the fault. */
  baseCsv: string;
  /** Imported during the fault: overwrites half of the base, repeats ids, and has invalid lines. */
  fileCsv: string;
  /** Physical lines of the file that must be rejected. */
  badLines: number[];
  /** Records of jobs by another producer, enqueued after the file. They overwrite some of its lots. */
  jobs: Record<string, unknown>[][];
  /** The expected records at the end, by id. */
  final: Map<number, AuctionRecord>;
}

const baseCount = 3_000;
const jobCount = 2;
const recordsOfJob = 50;

/** @param lines number of records of the file */
export function scenarioLots(lines: number): ScenarioLots {
  const base = Array.from({ length: baseCount }, (_, i) => lotOf('Base', i + 1));
  const file = Array.from({ length: lines }, (_, i) => lotOf('File', i + 1));
  const jobs = Array.from({ length: jobCount }, (_, job) =>
    Array.from({ length: recordsOfJob }, (_, i) => lotOf('Job', job * recordsOfJob + i + 1)),
  );
  const good = file.filter((_, i) => !isBad(i + 1));
  return {
    baseCsv: csvOf(base),
    fileCsv: csvOf(file, isBad),
    badLines: file.flatMap((_, i) => (isBad(i + 1) ? [i + 2] : [])),
    jobs: jobs.map((records) => records.map(columnsOf)),
    final: new Map([...base, ...good, ...jobs.flat()].map((lot) => [lot.id, lot])),
  };
}

/** Whether a record that was read equals a record that was written. */
export function isGenuine(record: AuctionRecord): boolean {
  const [, origin, n] = /^(Base|File|Job) (\d+)$/.exec(record.lot_number ?? '') ?? [];
  return origin !== undefined && isSame(record, lotOf(origin as Origin, Number(n)));
}

/** Whether a record equals a lot that was written, apart from import number, time and flags, which the import sets. */
export function isSame(record: AuctionRecord, lot: AuctionRecord): boolean {
  const { import: _import, flags: _flags, updated_at: _time, ...expected } = lot;
  return Object.entries(expected).every(
    ([field, value]) => JSON.stringify(record[field as keyof AuctionRecord]) === JSON.stringify(value),
  );
}

const isBad = (line: number) => line % 500 === 0;

/** The file overwrites half of the base; each job overwrites some lots of the file, and adds new ones. */
function idOf(origin: Origin, n: number): number {
  if (origin === 'Base') return n;
  if (origin === 'File') return baseCount / 2 + (n % 97 === 0 ? n - 50 : n);
  return n % 2 === 0 ? baseCount - 100 + n : 1_000_000 + n;
}

const gems = ['Ruby', 'Sapphire', 'Spinel', 'Emerald'];
// Few names, so that an import does not spend its time on suggestions.
const titles = ['A ring', 'A brooch of 1925', 'A pair of earrings', 'An important necklace'];
const origins = ['Myanmar', 'Sri Lanka', null];
const dateOf = (n: number) => new Date(Date.UTC(2000, 0, 1 + (n % 7_000))).toISOString().slice(0, 10);

const lotOf = (origin: Origin, n: number) => variedLot(idOf(origin, n), `${origin} ${n}`, n);

/** The nth lot; lots differ in most fields. */
export function variedLot(id: number, lotNumber: string, n: number): AuctionRecord {
  return buildAuction({
    id,
    title: titles[n % titles.length]!,
    lot_number: lotNumber,
    gem_type: gems[n % gems.length]!,
    carat: 1 + (n % 40) / 4,
    origin: origins[n % origins.length]!,
    price_final_usd: 1_000 + ((n * 7_919) % 90_000),
    auction_date: n % 11 === 0 ? null : dateOf(n),
  });
}

/** The columns of a file of lots. */
export const columns = [
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

/** A lot in the format of a producer. */
export function columnsOf(lot: AuctionRecord): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, lot[column]]));
}

function csvOf(lots: AuctionRecord[], isBroken: (line: number) => boolean = () => false): string {
  const lines = lots.map((lot, i) =>
    columns
      .map((column) => (column === 'carat' && isBroken(i + 1) ? 'heavy' : (lot[column] ?? '')))
      .join(','),
  );
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}
