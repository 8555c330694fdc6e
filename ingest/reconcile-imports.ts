import type { Queue } from 'bullmq';
import { queueImport } from './enqueue-import.ts';
import { unfinishedStates } from './import-log.ts';
import { importJobId } from './queue.ts';
import type { ImportSteps } from './steps.ts';

/**
 * Queues every unfinished import again that the queue has lost: Redis was emptied, or lost its last second, or the
 * producer was cut short between the book and the queue.
 * @returns the numbers of the imports that were queued again.
 */
export async function reconcileImports({ log }: ImportSteps, imports: Queue): Promise<number[]> {
  const lost: number[] = [];
  for (const { id } of await log.list({ states: unfinishedStates })) {
    if (await imports.getJob(importJobId(id))) continue;
    const { job } = (await log.find(id))!;
    await queueImport(imports, id, job);
    lost.push(id);
  }
  return lost;
}
