import type { Queue } from 'bullmq';
import {
  checkImportJob,
  type ImportFilePayload,
  type ImportKind,
  type ImportPayloads,
  importJobId,
  importJobOptions,
} from '../queue/contract.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import type { ImportLog } from '../store/import-log.ts';

/** The import log and the queue of imports. */
export interface EnqueueServices {
  log: ImportLog;
  imports: Queue;
}

/**
 * Creates an import in the log, which gives it its number, then queues its job. After a crash in between, a worker finds
 * the waiting import and queues it.
 * @returns the number.
 * @throws UnrecoverableError naming every fault of the payload.
 */
export async function enqueueImport<Kind extends ImportKind>(
  { log, imports }: EnqueueServices,
  name: Kind,
  payload: ImportPayloads[Kind],
): Promise<number> {
  const job = checkImportJob(name, payload);
  const entry = await log.create({ job, ...describeJob(job) }, importJobId);
  await queueImport(imports, entry);
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
  { log, imports }: EnqueueServices,
  payload: ImportFilePayload,
  schedule: string,
  job_key: string,
): Promise<boolean> {
  const job = checkImportJob('import-file', payload);
  const { id, isOwn } = await log.createOnce({ job, ...describeJob(job), schedule, job_key }, importJobId);
  if (isOwn) await queueImport(imports, { id, job_id: importJobId(id), job });
  return isOwn;
}

/** Queues the job of an import. Idempotent. */
export async function queueImport(
  imports: Queue,
  { id, job_id, job }: Pick<ImportEntry, 'id' | 'job_id' | 'job'>,
): Promise<void> {
  await imports.add(job.name, { ...job.payload, number: id }, { ...importJobOptions, jobId: job_id });
}

/** Describes a job for the import log: its mode and its source. */
export function describeJob(job: ImportEntry['job']): Pick<ImportEntry, 'mode' | 'source'> {
  if (job.name === 'upsert-records') return { mode: 'upsert', source: 'records of the job' };
  if (job.name === 'migrate') {
    const source = `migration to version ${job.payload.mapping_version} of the mapping`;
    return { mode: 'replace', source };
  }
  const { mode = 'upsert', path, name = path } = job.payload;
  return { mode, source: name };
}
