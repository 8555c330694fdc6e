import { DelayedError, ErrorCode, type Job, UnrecoverableError, WaitingChildrenError } from 'bullmq';
import { describeJob } from './enqueue-import.ts';
import { ImportFailed } from './import-failed.ts';
import { type ImportEntry, isUnfinished, unfinishedStates } from './import-log.ts';
import { nextImportNumber } from './import-number.ts';
import { liveIndex, recordsIndexName } from './live-index.ts';
import { planMigration } from './migration/plan-migration.ts';
import { planImport } from './plan-import.ts';
import { publishImport } from './publish-import.ts';
import { checkImportJob, type ImportJobData } from './queue.ts';
import { removeFiles, removeSpooled } from './remove-files.ts';
import { catchUp, refreshAndName, showChanges } from './show-data.ts';
import type { ImportSteps } from './steps.ts';
import { takeTurn } from './take-turn.ts';
import { untilAvailable } from './until-available.ts';

/** How long an import that must wait for another stands aside before it looks again. */
const standAsideMs = 500;

/**
 * The job of an import. BullMQ runs it twice: first it plans the batches and waits for them, then it publishes.
 * However often it is cut short, running it again leads to the same end.
 * @throws UnrecoverableError with the reason when the import failed for good.
 */
export async function processImport(
  job: Job<ImportJobData>,
  token: string,
  steps: ImportSteps,
  signal: AbortSignal,
): Promise<void> {
  const entry = await untilAvailable(() => openEntry(job, steps), signal);
  try {
    if (isUnfinished(entry)) {
      if (!job.data.planned) await begin(job, token, entry, steps, signal);
      if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
    }
    await untilAvailable(() => finish(job, entry.id, steps, signal), signal);
    await untilAvailable(() => catchUp(steps, signal), signal);
  } catch (error) {
    if (!isFinal(error, job)) throw error;
    await untilAvailable(() => fail(entry.id, (error as Error).message, steps), signal);
    throw new UnrecoverableError((error as Error).message);
  }
}

/**
 * The import in the book. Our own jobs are entered before they are queued; one of a foreign producer is entered now.
 * @throws UnrecoverableError when the payload breaks its schema, or names a number that was not drawn for this job.
 */
async function openEntry(job: Job<ImportJobData>, { redis, log, config }: ImportSteps): Promise<ImportEntry> {
  const { number, ...payload } = job.data ?? {};
  if (number !== undefined) {
    const entry = await log.find(number);
    if (entry?.job_id === job.id) return entry!;
    throw new UnrecoverableError(`The number ${number} was not drawn for this job; leave it out.`);
  }
  const work = checkImportJob(job.name, payload);
  const job_key = `${job.id}@${job.timestamp}`;
  // Entered already where a worker was killed right after it.
  const id = (await entered(job_key, log))?.id ?? (await nextImportNumber(redis, config.INDEX_ALIAS));
  await log.open({ id, job_id: job.id!, job_key, job: work, ...describeJob(work) });
  await job.updateData({ ...payload, number: id } as ImportJobData);
  return (await log.find(id))!;
}

async function entered(jobKey: string, log: ImportSteps['log']) {
  await log.prepare();
  return log.some({ jobKey });
}

/** Plans the batches when the import's turn has come; else the job stands aside and looks again later. */
async function begin(
  job: Job<ImportJobData>,
  token: string,
  entry: ImportEntry,
  steps: ImportSteps,
  signal: AbortSignal,
): Promise<void> {
  if (!(await untilAvailable(() => takeTurn(entry, steps), signal))) {
    await job.moveToDelayed(Date.now() + standAsideMs, token);
    throw new DelayedError();
  }
  const plan = entry.job.name === 'migrate' ? planMigration : planImport;
  await plan(job, entry, steps, signal);
  // Kept with the batches in Redis: a Redis that has lost those has lost this too, and they are planned again.
  await job.updateData({ ...job.data, planned: true });
}

/** Publishes, unless the import was cancelled or failed while its batches ran. */
async function finish(
  job: Job<ImportJobData>,
  id: number,
  steps: ImportSteps,
  signal: AbortSignal,
): Promise<void> {
  const entry = (await steps.log.find(id))!;
  if (isUnfinished(entry)) await publishImport(job, entry, steps, signal);
  else await abandon(entry, steps);
}

/** Whether an error ends the import: it cannot pass by itself, or it was the job's last attempt. */
function isFinal(error: unknown, job: Job): boolean {
  if (error instanceof UnrecoverableError || error instanceof ImportFailed) return true;
  const isSignal =
    error instanceof Error && ['DelayedError', 'WaitingChildrenError', 'ShuttingDown'].includes(error.name);
  return !isSignal && !isLockLost(error) && job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** Whether Redis was away for longer than a lock lasts: the job is taken over, as from a worker that is gone. */
function isLockLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === ErrorCode.JobLockNotExist || code === ErrorCode.JobLockMismatch;
}

async function fail(id: number, reason: string, steps: ImportSteps): Promise<void> {
  const finished_at = new Date().toISOString();
  await steps.log.change(id, unfinishedStates, { state: 'failed', reason, finished_at });
  await abandon((await steps.log.find(id))!, steps);
}

/**
 * Leaves the data as it should be after an import that did not complete: the index of a replacement is deleted; what
 * an upsert or a deletion wrote already stays, and is named as a new state of the data.
 */
async function abandon(entry: ImportEntry, steps: ImportSteps): Promise<void> {
  const { elasticsearch, config } = steps;
  if (entry.state === 'completed') return;
  if (entry.mode === 'replace') {
    const index = recordsIndexName(config.INDEX_ALIAS, entry.id);
    if ((await liveIndex(elasticsearch, config.INDEX_ALIAS)) !== index) {
      await elasticsearch.indices.delete({ index, ignore_unavailable: true });
    }
  } else if (entry.index) {
    await refreshAndName(entry.index, steps);
    await showChanges(entry, 0, steps);
  }
  if (entry.state === 'cancelled') await removeFiles(entry, config);
  // A failed import may be retried: its file stays, the decompressed copy is made anew.
  else await removeSpooled(entry, config);
}
