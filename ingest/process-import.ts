import { DelayedError, type Job, UnrecoverableError, WaitingChildrenError } from 'bullmq';
import { describeJob } from './enqueue-import.ts';
import { type ImportEntry, isUnfinished, unfinishedStates } from './import-log.ts';
import { nextImportNumber } from './import-number.ts';
import { liveIndex, recordsIndexName } from './live-index.ts';
import { planImport } from './plan-import.ts';
import { ImportFailed, publishImport, removeFiles } from './publish-import.ts';
import { checkImportJob, type ImportJobData } from './queue.ts';
import { catchUp, refreshAndName, showChanges } from './show-data.ts';
import type { ImportSteps } from './steps.ts';
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
    if (!isUnfinished(entry)) {
      await untilAvailable(() => abandon(entry, steps), signal);
      return await untilAvailable(() => catchUp(steps, signal), signal);
    }
    if (!job.data.planned) {
      if (await untilAvailable(() => mustWait(entry, steps), signal)) {
        await job.moveToDelayed(Date.now() + standAsideMs, token);
        throw new DelayedError();
      }
      const planned = await planImport(job, entry, steps, signal);
      await job.updateData({ ...job.data, planned });
    }
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
    await untilAvailable(() => finish(job, entry.id, steps, signal), signal);
    await untilAvailable(() => catchUp(steps, signal), signal);
  } catch (error) {
    if (!isFinal(error, job)) throw error;
    await untilAvailable(() => fail(entry.id, (error as Error).message, steps), signal);
    throw new UnrecoverableError((error as Error).message);
  }
}

/** The import in the book. A job of a foreign producer has none yet, and perhaps no number either. */
async function openEntry(job: Job<ImportJobData>, { redis, log, config }: ImportSteps): Promise<ImportEntry> {
  const work = checkImportJob(job.name, job.data);
  const id = job.data.number ?? (await nextImportNumber(redis, config.INDEX_ALIAS));
  if (job.data.number === undefined) await job.updateData({ ...job.data, number: id });
  await log.open({ id, ...describeJob(work), job: work });
  return (await log.find(id))!;
}

/** Publishes, unless the import was cancelled or failed while its batches ran. */
async function finish(
  job: Job<ImportJobData>,
  id: number,
  steps: ImportSteps,
  signal: AbortSignal,
): Promise<void> {
  const entry = (await steps.log.find(id))!;
  if (isUnfinished(entry)) await publishImport(job, entry, job.data.planned!, steps, signal);
  else await abandon(entry, steps);
}

/**
 * Whether an import has to wait: a replacement for all that was enqueued before it, everything for a replacement that
 * was enqueued before it. So the index that an import writes to stays the live one until it ends.
 * @throws ImportFailed when it comes too late: what was enqueued after it is already written.
 */
async function mustWait(entry: ImportEntry, { elasticsearch, config, log }: ImportSteps): Promise<boolean> {
  const imports = await log.list();
  const replaces = entry.mode === 'replace';
  if (replaces) {
    const later = imports.find(
      ({ id, state }) =>
        id > entry.id && (state === 'running' || state === 'publishing' || state === 'completed'),
    );
    if (later)
      throw new ImportFailed(
        `Import ${later.id} was written meanwhile; import the file again to replace it.`,
      );
  } else {
    const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
    const builder = imports.find(
      ({ index, mode }) => mode === 'replace' && index !== undefined && index === live,
    );
    if (builder && builder.id > entry.id) {
      throw new ImportFailed(
        `Import ${builder.id} replaced all data since; nothing older is written any more.`,
      );
    }
  }
  return imports.some(
    (other) => other.id < entry.id && isUnfinished(other) && (replaces || other.mode === 'replace'),
  );
}

/** Whether an error ends the import: it cannot pass by itself, or it was the job's last attempt. */
function isFinal(error: unknown, job: Job): boolean {
  if (error instanceof UnrecoverableError || error instanceof ImportFailed) return true;
  const isSignal =
    error instanceof Error && ['DelayedError', 'WaitingChildrenError', 'ShuttingDown'].includes(error.name);
  return !isSignal && job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

async function fail(id: number, reason: string, steps: ImportSteps): Promise<void> {
  await abandon((await steps.log.find(id))!, steps);
  await steps.log.change(id, unfinishedStates, {
    state: 'failed',
    reason,
    finished_at: new Date().toISOString(),
  });
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
  if (entry.state === 'cancelled') await removeFiles(entry, config.IMPORT_ROOT);
}
