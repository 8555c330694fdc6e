import type { ListedImport, SourceOutage } from '../store/import-entry.ts';
import { unfinishedStates } from '../store/import-entry.ts';
import { exclusiveModes, isUnfinished } from '../store/import-log.ts';
import type { CliSession } from './session.ts';

/** What an import waits for: a worker, an earlier import, or its file or object, which cannot be read for now. */
export type WaitsFor =
  | { kind: 'worker' }
  | { kind: 'import'; import: number }
  | ({ kind: 'source' } & SourceOutage);

/** Reads what unfinished imports wait for. @returns a function of an import; undefined where it waits for nothing */
export async function readWaits({
  log,
  imports,
}: Pick<CliSession, 'log' | 'imports'>): Promise<(entry: ListedImport) => WaitsFor | undefined> {
  const unfinished = await log.list(unfinishedStates);
  // Without Redis it is not known, and a worker may run.
  const workers = unfinished.length === 0 ? 0 : await imports.getWorkersCount().catch(() => 1);
  return (entry) => {
    const { id, state, mode, source_outage } = entry;
    if (!isUnfinished(entry)) return undefined;
    if (workers === 0) return { kind: 'worker' };
    if (source_outage) return { kind: 'source', ...source_outage };
    if (state !== 'waiting') return undefined;
    // The oldest is the last one.
    const earlier = unfinished.findLast(
      (other) => other.id < id && (mode !== 'upsert' || exclusiveModes.some((one) => one === other.mode)),
    );
    return earlier && { kind: 'import', import: earlier.id };
  };
}

/** What an import waits for, as a text such as "waits for import 2". */
export function describeWait(waits: WaitsFor): string {
  if (waits.kind === 'worker') return 'waits for a worker; start one with npm run worker or npm start';
  if (waits.kind === 'import') return `waits for import ${waits.import}`;
  const seconds = Math.max(0, Math.ceil((Date.parse(waits.next_try_at) - Date.now()) / 1_000));
  return `waits for its source since ${waits.since.slice(11, 16)} UTC, next try in ${seconds} s: ${waits.reason}`;
}
