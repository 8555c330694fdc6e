import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { ImportEntry, ImportLog } from './import-log.ts';
import { nextImportNumber } from './import-number.ts';
import { type ImportKind, type ImportPayloads, importJobId, importJobOptions } from './queue.ts';

/** What is needed to enqueue an import. */
export interface EnqueueServices {
  redis: Redis;
  log: ImportLog;
  imports: Queue;
  indexAlias: string;
}

/**
 * Gives an import its number, enters it in the book, and queues its job: in this order, so that an import which is
 * cut short in between is seen as waiting and can be retried.
 * @returns the number.
 */
export async function enqueueImport<Kind extends ImportKind>(
  { redis, log, imports, indexAlias }: EnqueueServices,
  name: Kind,
  payload: ImportPayloads[Kind],
): Promise<number> {
  const id = await nextImportNumber(redis, indexAlias);
  const job = { name, payload } as ImportEntry['job'];
  await log.open({ id, ...describeJob(job), job });
  await queueImport(imports, id, job);
  return id;
}

/** Queues the job of an import; once, however often it is called. */
export async function queueImport(imports: Queue, id: number, job: ImportEntry['job']): Promise<void> {
  await imports.add(
    job.name,
    { ...job.payload, number: id },
    { ...importJobOptions, jobId: importJobId(id) },
  );
}

/** What the book shows of a job: its mode, and where its records come from. */
export function describeJob(job: ImportEntry['job']): Pick<ImportEntry, 'mode' | 'source'> {
  if (job.name === 'upsert-records') return { mode: 'upsert', source: 'records of the job' };
  return { mode: job.payload.mode ?? 'upsert', source: job.payload.name ?? job.payload.path };
}
