import { followImport } from '../ingest/cli/follow-import.ts';
import { withSession } from '../ingest/cli/session.ts';
import { enqueueImport } from '../ingest/import/enqueue.ts';
import type { ImportFilePayload } from '../ingest/queue/contract.ts';

/** Imports a file and says how long it took, from the enqueueing to the end. */
export function importFile(
  environment: Record<string, string>,
  payload: ImportFilePayload,
): Promise<{ seconds: number; records: number }> {
  return withSession(async (session) => {
    const start = performance.now();
    const id = await enqueueImport(session, 'import-file', { format: 'csv', ...payload });
    const entry = await followImport(id, session, () => undefined);
    const seconds = (performance.now() - start) / 1000;
    if (entry.state !== 'completed') throw new Error(`The import ended ${entry.state}: ${entry.reason}`);
    return { seconds, records: entry.indexed };
  }, environment);
}
