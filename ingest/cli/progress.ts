import { type ListedImport, type SourceOutage, unfinishedStates } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import type { CliSession } from './session.ts';

/** What an import waits for: a worker, an earlier import, or its file or object, which cannot be read for now. */
export type WaitsFor =
  | { kind: 'worker' }
  | { kind: 'import'; import: number }
  | ({ kind: 'source' } & SourceOutage);

/** How far an import is that has not ended. */
export interface Progress {
  phase: 'waiting' | 'reading' | 'publishing';
  /** Lines of the file that have been read and written. */
  lines: number;
  /** Share of the bytes of the file that have been read, from 0 to 1: it is ahead of the lines. */
  share: number;
  /** Records a second since the import began; null before the first. */
  records_per_second: number | null;
  waits_for?: WaitsFor | undefined;
}

/** Reads how far unfinished imports are. @returns a function of an import; undefined where it has ended */
export async function readProgress({
  log,
  imports,
}: Pick<CliSession, 'log' | 'imports'>): Promise<(entry: ListedImport) => Progress | undefined> {
  // Imports run one at a time: all others wait for the earliest.
  const earliest = await log.findFirst({ states: unfinishedStates });
  // Without Redis it is not known, and a worker may run.
  const workers = earliest ? await imports.getWorkersCount().catch(() => 1) : 0;
  const waitsFor = ({ id, state, source_outage }: ListedImport): WaitsFor | undefined => {
    if (workers === 0) return { kind: 'worker' };
    if (source_outage) return { kind: 'source', ...source_outage };
    const waits = state === 'waiting' && earliest && earliest.id < id;
    return waits ? { kind: 'import', import: earliest.id } : undefined;
  };
  return (entry) => {
    if (!isUnfinished(entry)) return undefined;
    const { state, checkpoint, read, started_at } = entry;
    const seconds = checkpoint ? (Date.parse(checkpoint.at) - Date.parse(started_at!)) / 1_000 : 0;
    return {
      phase: state === 'waiting' || state === 'publishing' ? state : 'reading',
      lines: checkpoint ? checkpoint.place.line - 1 : 0,
      share: checkpoint?.share ?? 0,
      records_per_second: seconds > 0 ? Math.round(read / seconds) : null,
      waits_for: waitsFor(entry),
    };
  };
}
