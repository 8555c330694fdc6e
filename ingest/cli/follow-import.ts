import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { retryWhileUnavailable } from '../retry/retry-while-unavailable.ts';
import { type ImportEntry, isUnfinished } from '../store/import-log.ts';
import type { CliSession } from './session.ts';

/** The progress of an import. */
export interface Progress {
  entry: ImportEntry;
  /** Records of the batches that have ended; an estimate within one batch. */
  done: number;
  /** Records of the file; undefined until it was read through. */
  total: number | undefined;
  /** Whether no worker is running. */
  noWorker: boolean;
}

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
