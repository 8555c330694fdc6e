import { DelayedError, ErrorCode, type Job, UnrecoverableError, WaitingChildrenError } from 'bullmq';
import { recordsIndexName } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, isTransient, outageOf, reasonOf, retryWhileUnavailable } from '../errors.ts';
import { grantWrites, readRoles, revokeWrites } from '../index/index-roles.ts';
import {
  checkMapping,
  checkNotNewer,
  createRecordsIndex,
  deleteIndices,
  ensureLiveIndex,
  liveIndex,
  NewerMapping,
} from '../index/live-index.ts';
import { refresh } from '../index/publish-version.ts';
import { checkImportJob, type ImportJobData } from '../queue/contract.ts';
import { removeFiles } from '../source/open-data.ts';
import { removeSpool } from '../source/plain-file.ts';
import { prepareIdentities } from '../store/claim-ids.ts';
import { type ImportEntry, unfinishedStates } from '../store/import-entry.ts';
import { exclusiveModes, isUnfinished, profileOf } from '../store/import-log.ts';
import { describeJob } from './enqueue.ts';
import { planImport, planOfNoRecords } from './plan.ts';
import { completeWithoutRecords, publishImport } from './publish.ts';
import { waitForSource } from './wait-for-source.ts';

/** Interval at which an import that waits for another checks again. */
const recheckAfterMs = 500;

/**
 * Processes the job of an import in several runs. A waiting import tries to be admitted every half second. The run that
 * is admitted plans the batches (index-batch.ts processes them); the run after the last batch publishes. Idempotent: a run
 * may be interrupted and repeated at any point.
 * @param token of the job's lock, by which the worker owns the import
 * @throws UnrecoverableError with the reason when the import failed
 */
export async function processImport(
  job: Job<ImportJobData>,
  token: string,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const retrying = <T>(call: () => Promise<T>) => retryWhileUnavailable(call, signal);
  const entry = await retrying(() => openEntry(job, context));
  try {
    if (isUnfinished(entry)) {
      await retrying(() => context.log.change(entry.id, ['running', 'publishing'], { owner: token }));
      // Once publishing has started the import log has everything, even if the queue was lost.
      if (entry.state !== 'publishing') {
        if (!job.data.planned) await admitAndPlan(job, token, entry, context, signal);
        if (await retrying(() => job.moveToWaitingChildren(token))) throw new WaitingChildrenError();
      }
    }
    await retrying(() => publishOrAbandon(job, token, entry.id, context, signal));
  } catch (error) {
    if (error instanceof NewerMapping) await recheckLater(job, token);
    if (!isFinal(error, job)) throw error;
    const reason = reasonOf(error);
    await retrying(() => failImport(entry, reason, context, token));
    throw new UnrecoverableError(reason);
  }
}

/** Delays the job; any worker takes it again. */
async function recheckLater(job: Job, token: string): Promise<never> {
  await job.moveToDelayed(Date.now() + recheckAfterMs, token);
  throw new DelayedError();
}

/**
 * Finds the import in the log. Our own jobs are logged before they are queued; a job of an external producer is added now.
 * @throws UnrecoverableError when the payload breaks its schema, or has a number that does not belong to this job.
 */
async function openEntry(job: Job<ImportJobData>, { log }: ImportContext): Promise<ImportEntry> {
  const { number, ...payload } = job.data ?? {};
  if (number !== undefined) {
    const entry = await log.find(number);
    if (entry?.job_id === job.id) return entry!;
    throw new UnrecoverableError(`The number ${number} does not belong to this job. Omit it.`);
  }
  const work = checkImportJob(job.name, payload);
  // Only the command line, which logs its imports itself, places files that may be deleted.
  if (work.name === 'import-file') delete work.payload.temporary;
  const jobKey = `${job.id}@${job.timestamp}`;
  // It exists already if a worker was killed right after adding it.
  const entered = await log.findFirst({ jobKey });
  // A stalled worker may add it at the same time.
  const { id } =
    entered ?? (await log.createOnce({ job_key: jobKey, job: work, ...describeJob(work) }, () => job.id!));
  await job.updateData({ ...payload, number: id } as ImportJobData);
  return (await log.find(id))!;
}

/** Plans the batches once the import is admitted; until then the job is delayed and checks again. */
async function admitAndPlan(
  job: Job<ImportJobData>,
  token: string,
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  if (!(await retryWhileUnavailable(() => admit(entry, token, context), signal))) {
    if (await endWithoutRecords(job, token, entry, context, signal)) return;
    await recheckLater(job, token);
  }
  const begun = (await retryWhileUnavailable(() => context.log.find(entry.id), signal))!;
  if (!isUnfinished(begun)) return;
  await retryWhileUnavailable(() => grantWrites(begun, context), signal);
  await planImport(job, begun, context, signal).catch((error) =>
    outageOf(error) === 'files'
      ? waitForSource(job, token, begun, error, context, signal)
      : Promise.reject(error),
  );
  // Stored in Redis like the batches: if Redis loses both, they are planned again.
  await retryWhileUnavailable(() => job.updateData({ ...job.data, planned: true }), signal);
}

/** Ends a waiting upsert or deletion of no records, which has nothing to wait for. Looks into its source once. */
async function endWithoutRecords(
  job: Job<ImportJobData>,
  token: string,
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<boolean> {
  if (job.data.hasRecords || entry.mode === 'replace') return false;
  const found = await planOfNoRecords(entry, context, signal);
  if (found) await retryWhileUnavailable(() => completeWithoutRecords(entry, found, token, context), signal);
  else await retryWhileUnavailable(() => job.updateData({ ...job.data, hasRecords: true }), signal);
  return found !== undefined;
}

/** Publishes, unless the import was cancelled or failed while its batches ran. */
async function publishOrAbandon(
  job: Job<ImportJobData>,
  token: string,
  id: number,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const entry = (await context.log.find(id))!;
  if (isUnfinished(entry)) await publishImport(job, token, entry, context, signal);
  const ended = (await context.log.find(id))!;
  if (!isUnfinished(ended)) await cleanUpImport(ended, context);
}

/** Whether an error ends the import: it is not transient, and it cannot pass or this was the last attempt. */
function isFinal(error: unknown, job: Job): boolean {
  if (error instanceof UnrecoverableError || error instanceof ImportFailed) return true;
  const isInterruption =
    error instanceof Error && ['DelayedError', 'WaitingChildrenError', 'ShuttingDown'].includes(error.name);
  if (isInterruption || isLockLost(error) || isTransient(error)) return false;
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** Whether the lock of the job expired or Redis lost the job, so that another worker takes it over. */
function isLockLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return lostCodes.includes(code as ErrorCode);
}

const lostCodes = [ErrorCode.JobNotExist, ErrorCode.JobLockNotExist, ErrorCode.JobLockMismatch];

/** States of an import that may have written. */
const begunStates = ['running', 'publishing', 'completed'] as const;

/**
 * Admits an import once it may run: a replacement or a deletion after all earlier imports, an upsert after all earlier
 * replacements and deletions. So its index stays live until it ends, and nothing older overwrites a deletion. The import
 * log keeps this order for all workers; a concurrency limit in one process (p-queue) could not.
 * @returns false when it has to wait; true when it has started or was cancelled
 * @throws ImportFailed when an import that was enqueued later has already written
 */
async function admit(entry: ImportEntry, owner: string, context: ImportContext): Promise<boolean> {
  if (entry.state === 'running') return true;
  if (await mustWait(entry, context)) return false;
  const index = await prepareIndex(entry, context);
  const started_at = entry.started_at ?? new Date().toISOString();
  const begun = { state: 'running', owner, index, started_at } as const;
  if (!(await context.log.change(entry.id, ['waiting'], begun))) return true;
  // Two imports may have started at once. The log shows both now, and the one that must wait goes back.
  if (!(await mustWait(entry, context))) return true;
  await context.log.change(entry.id, ['running'], { state: 'waiting', owner: undefined }, owner);
  return false;
}

async function mustWait({ id, mode }: ImportEntry, { log }: ImportContext): Promise<boolean> {
  const laterImport = await log.findFirst({
    idAbove: id,
    states: begunStates,
    hasRecords: true,
    ...(mode !== 'replace' && { modes: exclusiveModes }),
  });
  if (laterImport) throw new ImportFailed(explain(laterImport));
  const earlier = await log.findFirst({
    idBelow: id,
    states: unfinishedStates,
    ...(mode === 'upsert' && { modes: exclusiveModes }),
  });
  return earlier !== undefined;
}

function explain({ id, mode }: Pick<ImportEntry, 'id' | 'mode'>): string {
  const what = { replace: 'replaced all data', delete: 'deleted records', upsert: 'wrote records' }[mode];
  return `Import ${id}, which was enqueued later, already ${what}. Import the file as a new one.`;
}

/** The index to write to: the live one, or a new one for a replacement. */
async function prepareIndex(entry: ImportEntry, context: ImportContext): Promise<string> {
  const { elasticsearch, config, rejects } = context;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (live) await (entry.mode === 'replace' ? checkNotNewer : checkMapping)(elasticsearch, live);
  await rejects.prepare();
  if (profileOf(entry)?.identity) await prepareIdentities(elasticsearch, config.INDEX_ALIAS);
  if (entry.mode !== 'replace') return ensureLiveIndex(context);
  const index = recordsIndexName(config.INDEX_ALIAS, entry.id);
  await createRecordsIndex(elasticsearch, index, config);
  return index;
}

/**
 * Ends a run of an import as failed and cleans up after it. Nothing happens if the import was retried meanwhile.
 * @param owner the worker that fails it; nothing happens when another worker has taken the import over
 */
export async function failImport(
  { id, run }: Pick<ImportEntry, 'id' | 'run'>,
  reason: string,
  context: ImportContext,
  owner?: string,
): Promise<void> {
  const finished_at = new Date().toISOString();
  const failed = { state: 'failed', reason, finished_at } as const;
  const changed = await context.log.change(id, unfinishedStates, failed, owner, run);
  const entry = changed ?? (await context.log.find(id))!;
  if (!isUnfinished(entry)) await cleanUpImport(entry, context);
}

/**
 * Cleans up after an import that did not complete. The index of a replacement is deleted. The writes of an upsert or a
 * deletion stay and become visible; their names are suggested after the next import. Idempotent.
 */
async function cleanUpImport(entry: ImportEntry, context: ImportContext): Promise<void> {
  if (entry.state === 'completed') return;
  const { index, mode } = entry;
  if (index) {
    await revokeWrites(entry, context);
    if (mode === 'replace') await deleteUnpublished(index, context);
    else if ((await liveIndex(context.elasticsearch, context.config.INDEX_ALIAS)) === index)
      await refresh(index, context);
  }
  if (entry.state === 'cancelled') {
    // The command that cancelled it has only marked it.
    context.reportImport(entry);
    await removeFiles(entry, context.config);
  }
  // A failed import may be retried: its file stays, the decompressed copy is rebuilt.
  else await removeSpool(context.config.IMPORT_ROOT, context.config.INDEX_ALIAS, entry);
}

/** Deletes the index of a replacement, unless it was ever live. */
export async function deleteUnpublished(
  index: string,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
): Promise<void> {
  const indices = await readRoles(elasticsearch, config.INDEX_ALIAS);
  const own = indices.find((other) => other.index === index);
  if (!own || own.place !== undefined || own.role === 'live') return;
  const live = indices.find(({ role }) => role === 'live')?.index;
  if (live) await deleteIndices(elasticsearch, config.INDEX_ALIAS, live, [index]);
  else await elasticsearch.indices.delete({ index, ignore_unavailable: true });
}
