import type { Queue } from 'bullmq';
import { queueImport } from './enqueue-import.ts';
import { type ListedImport, unfinishedStates } from './import-log.ts';
import { importJobId } from './queue.ts';
import type { ImportSteps } from './steps.ts';

/** A job that is being entered and queued right now is not missing yet. */
const settledAfterMs = 15_000;

/**
 * Compares the unfinished imports with the queue. One that the queue has lost is queued again: Redis was emptied, or
 * lost its last second, or the producer was cut short between the book and the queue. One whose job has failed without
 * a word, because it killed every worker that took it, is entered as failed.
 * @returns the numbers of the imports that were queued again.
 */
export async function reconcileImports(steps: ImportSteps, imports: Queue): Promise<number[]> {
  const queuedAgain: number[] = [];
  for (const listed of await steps.log.list(unfinishedStates)) {
    if (Date.now() - Date.parse(listed.created_at) < settledAfterMs) continue;
    const job = await imports.getJob(listed.job_id);
    // Another job can have the same id when Redis was emptied since.
    if (job?.data.number !== listed.id) {
      await queueAgain(listed, steps, imports);
      queuedAgain.push(listed.id);
    } else if (await job.isFailed()) {
      const reason = `The job failed: ${job.failedReason}`;
      const finished_at = new Date().toISOString();
      await steps.log.change(listed.id, unfinishedStates, { state: 'failed', reason, finished_at });
    }
  }
  return queuedAgain;
}

async function queueAgain({ id, run }: ListedImport, { log }: ImportSteps, imports: Queue): Promise<void> {
  const job_id = importJobId(id, run);
  await log.change(id, unfinishedStates, { job_id });
  await queueImport(imports, { ...(await log.find(id))!, job_id });
}
