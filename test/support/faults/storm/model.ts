import type { ImportEntry, ListedImport } from '../../../../ingest/store/import-entry.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { idOf, isBadLine, lotOf, numbers, startOf } from './lots.ts';
import type { PlannedImport } from './plan.ts';

/** An import that has ended, with its planned content. */
export interface EndedImport {
  entry: ImportEntry | ListedImport;
  planned: PlannedImport;
}

/** The expected data. */
export interface Expected {
  /** Number of the import that built the live index. */
  live: number;
  /** Its records by id, with the numbers of the imports that wrote them. */
  records: Map<number, AuctionRecord>;
}

/**
 * The expected data after imports in the order of their numbers, computed with plain maps in which later lines win. Only
 * completed imports count.
 * @param rollbacks numbers of imports after which the index before the live one became live again
 */
export function modelOf(imports: readonly EndedImport[], rollbacks: readonly number[]): Expected {
  const past: Expected[] = [];
  const steps = imports
    .filter(({ entry }) => entry.state === 'completed')
    .map(({ entry, planned }) => ({ after: entry.id, apply: () => applyImport(past, entry.id, planned) }));
  const returns = rollbacks.map((number) => ({ after: number + 0.5, apply: () => void past.pop() }));
  for (const { apply } of [...steps, ...returns].sort((a, b) => a.after - b.after)) apply();
  return past.at(-1)!;
}

function applyImport(past: Expected[], number: number, { kind, key, lines }: PlannedImport): void {
  if (kind.startsWith('replace')) past.push({ live: number, records: new Map() });
  const { records } = past.at(-1)!;
  for (const n of numbers(lines)) {
    if (isBadLine(n)) continue;
    if (kind === 'delete') records.delete(idOf(key, n));
    else {
      const lot = lotOf(key, n, startOf(kind));
      records.set(lot.id, { ...readLot(kind, lot), import: number });
    }
  }
}

/** Adds the precision of the date, which only a profile states. */
function readLot(kind: PlannedImport['kind'], lot: AuctionRecord): AuctionRecord {
  const isDated = kind === 'upsert with profile' && lot.auction_date !== null;
  return isDated ? { ...lot, auction_date_precision: 'day' } : lot;
}

/** Number of lines of an import that must be rejected. */
export const badLinesOf = ({ lines }: PlannedImport) => numbers(lines).filter(isBadLine).length;
