import type { Queue } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { importJobId } from '../queue/contract.ts';
import { type ListedImport, unfinishedStates } from '../store/import-entry.ts';
import { queueImport } from './enqueue.ts';

/**
 * Queues unfinished imports without a job again, the oldest first: Redis was emptied or lost its last second, or the
 * producer crashed between log and queue.
 * @param missed imports whose job was missing at the last check; a job that is missing once may just be being queued
 * @returns the numbers of the imports that were queued again
 */
export async function requeueImports(
  { log, metrics }: ImportContext,
  imports: Queue,
  missed: Set<number>,
): Promise<number[]> {
  const queuedAgain: number[] = [];
  const unfinished = (await log.list(unfinishedStates)).reverse();
  metrics.oldestUnfinished.set(ageInSeconds(unfinished[0]));
  const missing = new Set<number>();
  for (const { id, run, job_id } of unfinished) {
    const job = await imports.getJob(job_id);
    // After Redis was emptied another job may have the same id.
    const isOwn = job?.data.number === id;
    if (isOwn && job!.finishedOn === undefined) continue;
    missing.add(id);
    if (!missed.has(id)) continue;
    if (isOwn) await job!.remove();
    const again = await log.change(id, unfinishedStates, { job_id: importJobId(id, run) });
    if (!again) continue;
    await queueImport({ imports }, again);
    queuedAgain.push(id);
  }
  missed.clear();
  for (const id of missing) missed.add(id);
  return queuedAgain;
}

function ageInSeconds(entry: ListedImport | undefined): number {
  return entry ? Math.max(0, (Date.now() - Date.parse(entry.created_at)) / 1_000) : 0;
}
