import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { retryWhileUnavailable } from '../retry/retry-while-unavailable.ts';
import { type ImportEntry, isUnfinished } from '../store/import-log.ts';
import { exitCodeOf, exitCodes, worstOf } from './exit-codes.ts';
import { type Progress, type ProgressView, progressView } from './progress.ts';
import type { CliSession } from './session.ts';

const pollMs = 250;
const neverAborted = new AbortController().signal;

/** Reports the progress of an import until it has ended, and returns the ended import. */
export async function followImport(
  id: number,
  { log, imports }: Pick<CliSession, 'log' | 'imports'>,
  report: (progress: Progress) => void,
): Promise<ImportEntry> {
  for (;;) {
    // The watching survives a restart of Elasticsearch, as the import does.
    const entry = await retryWhileUnavailable(() => log.find(id), neverAborted);
    if (!entry) throw new Error(`Import ${id} is not in the import log.`);
    report({ entry, ...(await queueProgress(entry, imports)) });
    if (!isUnfinished(entry)) return entry;
    await wait(pollMs);
  }
}

/** The progress by the queue; none while Redis is unavailable, which does not stop the import. */
async function queueProgress(entry: ImportEntry, imports: Queue): Promise<Omit<Progress, 'entry'>> {
  if (!isUnfinished(entry)) return { done: entry.read, total: entry.read, noWorker: false };
  const { planned } = entry;
  try {
    const noWorker = entry.state === 'waiting' && (await imports.getWorkersCount()) === 0;
    const job = planned && planned.batches > 0 ? await imports.getJob(entry.job_id) : undefined;
    const { processed = 0 } = (await job?.getDependenciesCount({ processed: true })) ?? {};
    const done = planned ? Math.round((processed / Math.max(planned.batches, 1)) * planned.records) : 0;
    return { done, total: planned?.records, noWorker };
  } catch {
    return { done: 0, total: planned?.records, noWorker: false };
  }
}

/**
 * Shows the progress of imports until all have ended, and sets the exit code of the process by how they ended. Ctrl-C ends
 * the watching, not the imports.
 */
export async function watchImports(
  imports: readonly { id: number; name: string }[],
  session: CliSession,
  view: ProgressView,
): Promise<ImportEntry[]> {
  const onInterrupt = () => {
    view.stop();
    for (const { id } of imports) {
      console.error(
        `Import ${id} continues. Follow it: npx gem-auctions imports ${id}; stop it: npx gem-auctions cancel ${id}`,
      );
    }
    process.exit(exitCodes.interrupted);
  };
  process.once('SIGINT', onInterrupt);
  const ended = await Promise.all(imports.map(({ id, name }) => followImport(id, session, view.add(name))));
  process.off('SIGINT', onInterrupt);
  view.stop();
  process.exitCode = worstOf(ended.map(exitCodeOf));
  return ended;
}

/** Watches one import. */
export async function watchImport(
  { id, source }: ImportEntry,
  session: CliSession,
  { json }: { json?: boolean },
): Promise<ImportEntry> {
  const view = progressView(process.stderr, json === true);
  return (await watchImports([{ id, name: source }], session, view))[0]!;
}
