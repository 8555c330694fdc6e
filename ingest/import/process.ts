import { DelayedError, ErrorCode, type Job, UnrecoverableError, WaitingChildrenError } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { NewerMapping } from '../index/index-meta.ts';
import { grantWrites } from '../index/index-roles.ts';
import { planMigration } from '../index/migration/plan-migration.ts';
import { publishTitles } from '../index/publish-version.ts';
import { checkImportJob, type ImportJobData } from '../queue/contract.ts';
import { isTransient, retryWhileUnavailable } from '../retry/retry-while-unavailable.ts';
import { type ImportEntry, isUnfinished } from '../store/import-log.ts';
import { abandonImport, failImport } from './abandon.ts';
import { admit } from './admit.ts';
import { describeJob } from './enqueue.ts';
import { planImport } from './plan.ts';
import { publishImport } from './publish.ts';

/** After how long an import that must wait for another checks again. */
const recheckAfterMs = 500;

/**
 * Processes the job of an import. BullMQ runs it twice: the first run admits the import, plans its batches and waits
 * for them (index-batch.ts); the second publishes. Idempotent: it may be interrupted and run again at any point.
 * @param token of the job's lock, by which the worker owns the import
 * @throws UnrecoverableError with the reason when the import failed for good.
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
    await retrying(() => publishTitles(context, signal));
  } catch (error) {
    if (error instanceof NewerMapping) await recheckLater(job, token);
    if (!isFinal(error, job)) throw error;
    await retrying(() => failImport(entry.id, (error as Error).message, context, token));
    throw new UnrecoverableError((error as Error).message);
  }
}

/** Delays the job; any worker takes it again. */
async function recheckLater(job: Job, token: string): Promise<never> {
  await job.moveToDelayed(Date.now() + recheckAfterMs, token);
  throw new DelayedError();
}

/**
 * The import in the log. Our own jobs are in the log before they are queued; one of an external producer is added now.
 * @throws UnrecoverableError when the payload breaks its schema, or has a number that does not belong to this job.
 */
async function openEntry(job: Job<ImportJobData>, { log }: ImportContext): Promise<ImportEntry> {
  const { number, ...payload } = job.data ?? {};
  if (number !== undefined) {
    const entry = await log.find(number);
    if (entry?.job_id === job.id) return entry!;
    throw new UnrecoverableError(`The number ${number} does not belong to this job; leave it out.`);
  }
  const work = checkImportJob(job.name, payload);
  const jobKey = `${job.id}@${job.timestamp}`;
  // Present already where a worker was killed right after adding it.
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
  if (!(await retryWhileUnavailable(() => admit(entry, token, context), signal)))
    await recheckLater(job, token);
  const begun = (await retryWhileUnavailable(() => context.log.find(entry.id), signal))!;
  if (!isUnfinished(begun)) return;
  await retryWhileUnavailable(() => grantWrites(begun, context), signal);
  const plan = begun.job.name === 'migrate' ? planMigration : planImport;
  await plan(job, begun, context, signal);
  // Stored with the batches in Redis: if Redis loses them it loses this too, and they are planned again.
  await retryWhileUnavailable(() => job.updateData({ ...job.data, planned: true }), signal);
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
  if (!isUnfinished(ended)) await abandonImport(ended, context);
}

/** Whether an error ends the import: it is not transient, or it was the job's last attempt. */
function isFinal(error: unknown, job: Job): boolean {
  if (error instanceof UnrecoverableError || error instanceof ImportFailed) return true;
  const isSignal =
    error instanceof Error && ['DelayedError', 'WaitingChildrenError', 'ShuttingDown'].includes(error.name);
  if (isSignal || isLockLost(error) || isTransient(error)) return false;
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** Whether Redis was unavailable for longer than a lock lasts, or lost the job: another worker takes it over. */
function isLockLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return lostCodes.includes(code as ErrorCode);
}

const lostCodes = [ErrorCode.JobNotExist, ErrorCode.JobLockNotExist, ErrorCode.JobLockMismatch];
