import type { Queue } from 'bullmq';
import { isTransient } from '../errors.ts';
import {
  checkImportJob,
  type ImportFilePayload,
  type ImportKind,
  type ImportPayloads,
  importJobId,
} from '../queue/contract.ts';
import { jobOptions } from '../retries.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import type { ImportLog } from '../store/import-log.ts';

/** The import log and the queue of imports. */
export interface EnqueueServices {
  log: ImportLog;
  imports: Queue;
  /**
   * Called when an import is in the log, and Redis accepts no job for now; a worker queues it later. Without this function
   * that is an error.
   */
  onUnqueued?: (id: number) => void;
}

/**
 * Creates an import in the log, which gives it its number, then queues its job. After a crash in between, a worker finds
 * the waiting import and queues it.
 * @returns the number.
 * @throws UnrecoverableError naming every fault of the payload.
 */
export async function enqueueImport<Kind extends ImportKind>(
  services: EnqueueServices,
  name: Kind,
  payload: ImportPayloads[Kind],
): Promise<number> {
  const job = checkImportJob(name, payload);
  const entry = await services.log.create({ job, ...describeJob(job) }, importJobId);
  await queueImport(services, entry);
  return entry.id;
}

/** The key in the import log of a version of a file that a schedule imports. */
export function scheduledKey(schedule: string, path: string, version: string): string {
  return `schedule ${schedule}: ${path} ${version}`;
}

/**
 * Enqueues an import of a schedule under its key. If two runs do so at once, the first entry counts.
 * @returns whether this call enqueued it
 */
export async function enqueueOnce(
  services: EnqueueServices,
  payload: ImportFilePayload,
  schedule: string,
  job_key: string,
): Promise<boolean> {
  const job = checkImportJob('import-file', payload);
  const entry = { job, ...describeJob(job), schedule, job_key };
  const { id, isOwn } = await services.log.createOnce(entry, importJobId);
  if (isOwn) await queueImport(services, { id, job_id: importJobId(id), job });
  return isOwn;
}

/** Queues the job of an import. Idempotent. */
export async function queueImport(
  { imports, onUnqueued }: Pick<EnqueueServices, 'imports' | 'onUnqueued'>,
  { id, job_id, job }: Pick<ImportEntry, 'id' | 'job_id' | 'job'>,
): Promise<void> {
  try {
    await imports.add(job.name, { ...job.payload, number: id }, { ...jobOptions, jobId: job_id });
  } catch (error) {
    if (!onUnqueued || !isTransient(error)) throw error;
    onUnqueued(id);
  }
}

/** Describes a job for the import log: its mode and its source. */
export function describeJob(job: ImportEntry['job']): Pick<ImportEntry, 'mode' | 'source'> {
  if (job.name === 'upsert-records') return { mode: 'upsert', source: 'records of the job' };
  const { mode = 'upsert', path, name = path } = job.payload;
  return { mode, source: name };
}
