import { rm } from 'node:fs/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { builderOf } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { readRoles, writerOf } from '../index/index-roles.ts';
import { pruneNames } from '../index/suggested-names.ts';
import { explainFailure, importJobId } from '../queue/contract.ts';
import { spooledCopies } from '../source/plain-file.ts';
import { type ListedImport, unfinishedStates } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import { queueImport } from './enqueue.ts';
import { deleteUnpublished, failImport } from './process.ts';

/** Jobs are delayed by seconds. A job due much later was delayed by a worker with a wrong clock. */
const maxDelayMs = 60_000;

/**
 * Compares the unfinished imports with the queue. A lost job is queued again: Redis was emptied, lost its last second, or
 * the producer crashed between log and queue. An import whose job failed unreported, because it killed every worker that
 * took it, is marked as failed.
 * @param missed imports whose job was missing at the last check; a job that is missing once may just be being queued
 * @returns the numbers of the imports that were queued again
 */
export async function reconcileImports(
  context: ImportContext,
  imports: Queue,
  missed: Set<number>,
): Promise<number[]> {
  const queuedAgain: number[] = [];
  const unfinished = await context.log.list(unfinishedStates);
  context.metrics.oldestUnfinished.set(ageInSeconds(unfinished.at(-1)));
  const missing = new Set<number>();
  for (const listed of unfinished) {
    const job = await imports.getJob(listed.job_id);
    // After Redis was emptied another job may have the same id.
    if (job?.data.number !== listed.id) {
      missing.add(listed.id);
      if (!missed.has(listed.id)) continue;
      if (await queueAgain(listed, context, imports)) queuedAgain.push(listed.id);
    } else if (await job.isFailed()) {
      // Read again, because the job may have failed after it was read.
      const { failedReason } = (await imports.getJob(listed.job_id)) ?? job;
      await failImport(listed, `The job failed: ${explainFailure(failedReason)}`, context);
    }
  }
  missed.clear();
  for (const id of missing) missed.add(id);
  for (const queue of [imports, context.batches]) await promoteDelayed(queue, context.redis);
  return queuedAgain;
}

function ageInSeconds(entry: ListedImport | undefined): number {
  return entry ? Math.max(0, (Date.now() - Date.parse(entry.created_at)) / 1_000) : 0;
}

/** Queues an import again, unless it has ended. @returns whether it was queued */
async function queueAgain(
  { id, run }: ListedImport,
  { log }: ImportContext,
  imports: Queue,
): Promise<boolean> {
  const unfinished = await log.change(id, unfinishedStates, { job_id: importJobId(id, run) });
  if (unfinished) await queueImport({ imports }, unfinished);
  return unfinished !== undefined;
}

/** Promotes jobs that were delayed by a wrong clock. A job promoted too early is only delayed again. */
async function promoteDelayed(queue: Queue, redis: Redis): Promise<void> {
  const delayed = await redis.zrange(queue.toKey('delayed'), '0', '-1', 'WITHSCORES');
  for (let i = 0; i < delayed.length; i += 2) {
    // BullMQ keeps the time in all but the last 12 bits of the score.
    const dueMs = Number(delayed[i + 1]) / 0x1000;
    if (dueMs - Date.now() < maxDelayMs) continue;
    const job = await queue.getJob(delayed[i]!);
    // It may have been started meanwhile.
    await job?.promote().catch(() => {});
  }
}

/**
 * Removes leftovers of killed workers: write access, indices that were never live, names of deleted indices, and copies in
 * the import folder of this machine.
 */
export async function removeLeftovers(context: ImportContext): Promise<void> {
  const { elasticsearch, config, log } = context;
  const indexAlias = config.INDEX_ALIAS;
  for (const { index, role, writers } of await readRoles(elasticsearch, indexAlias)) {
    let isBuilding = false;
    for (const alias of writers) {
      const { id, run } = writerOf(indexAlias, alias);
      const entry = await log.find(id);
      if (entry && isUnfinished(entry) && entry.run === run) isBuilding = true;
      else await elasticsearch.indices.deleteAlias({ index, name: alias }, { ignore: [404] });
    }
    if (isBuilding || role === 'live' || role === 'kept') continue;
    const builder = await log.find(builderOf(indexAlias, index));
    if (builder && !isUnfinished(builder)) await deleteUnpublished(index, context);
  }
  for (const { path, id, run } of await spooledCopies(config.IMPORT_ROOT, indexAlias)) {
    const entry = await log.find(id);
    if (entry && !(isUnfinished(entry) && entry.run === run)) await rm(path, { force: true });
  }
  await pruneNames(elasticsearch, indexAlias);
}
