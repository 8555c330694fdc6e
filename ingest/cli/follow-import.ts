import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import { type ImportEntry, isUnfinished } from '../import-log.ts';
import { type ImportJobData, importJobId } from '../queue.ts';
import { untilAvailable } from '../until-available.ts';
import type { CliSession } from './session.ts';

/** How far an import is. */
export interface Progress {
  entry: ImportEntry;
  /** Records of the batches that have ended; an estimate within one batch. */
  done: number;
  /** Records of the file; undefined until it was read through. */
  total: number | undefined;
  /** Nobody is there to work on it. */
  noWorker: boolean;
}

const pollMs = 250;
const neverAborted = new AbortController().signal;

/** Reports how far an import is until it has ended, and returns it as it ended. */
export async function followImport(
  id: number,
  { log, imports }: Pick<CliSession, 'log' | 'imports'>,
  report: (progress: Progress) => void,
): Promise<ImportEntry> {
  for (;;) {
    // A person who watches stays through a restart of the engine, as the import does.
    const entry = await untilAvailable(() => log.find(id), neverAborted);
    if (!entry) throw new Error(`Import ${id} is not in the book.`);
    const job: Job<ImportJobData> | undefined = await imports.getJob(importJobId(id));
    report({ entry, ...(await progressOf(entry, job)), noWorker: await lacksWorker(entry, imports) });
    if (!isUnfinished(entry)) return entry;
    await wait(pollMs);
  }
}

async function progressOf(entry: ImportEntry, job: Job<ImportJobData> | undefined) {
  const total = entry.state === 'completed' ? entry.read : job?.data.planned?.records;
  if (entry.state === 'completed') return { done: entry.read, total };
  const planned = job?.data.planned;
  if (!planned || planned.batches === 0) return { done: 0, total };
  const { processed = 0 } = await job!.getDependenciesCount({ processed: true });
  return { done: Math.round((processed / planned.batches) * planned.records), total };
}

async function lacksWorker(entry: ImportEntry, imports: Queue): Promise<boolean> {
  return entry.state === 'waiting' && (await imports.getWorkersCount()) === 0;
}
