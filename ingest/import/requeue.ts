import type { Queue } from 'bullmq';
import { builderOf } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { readRoles, writerOf } from '../index/index-roles.ts';
import { pruneNames } from '../index/suggested-names.ts';
import { importJobId } from '../queue/contract.ts';
import { type ListedImport, unfinishedStates } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import { queueImport } from './enqueue.ts';
import { deleteUnpublished } from './process-job.ts';

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
  // A lost Redis forgets this, too.
  await imports.setGlobalConcurrency(1);
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

/** Removes leftovers of killed workers: write access, indices that were never live, and names of deleted indices. */
export async function removeLeftovers(context: ImportContext): Promise<void> {
  const { elasticsearch, config, log } = context;
  const indexAlias = config.INDEX_ALIAS;
  for (const { index, role, writers } of await readRoles(elasticsearch, indexAlias)) {
    let isBuilding = false;
    for (const alias of writers) {
      const { id, claim } = writerOf(indexAlias, alias);
      const entry = await log.find(id);
      // A worker that has just claimed it grants the access before it is logged here.
      if (entry && isUnfinished(entry) && entry.claim === claim) isBuilding = true;
      else await elasticsearch.indices.deleteAlias({ index, name: alias }, { ignore: [404] });
    }
    if (isBuilding || role === 'live' || role === 'kept') continue;
    const builder = await log.find(builderOf(indexAlias, index));
    if (builder && !isUnfinished(builder)) await deleteUnpublished(index, context);
  }
  await pruneNames(elasticsearch, indexAlias);
}
