import { type Job, UnrecoverableError } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { reasonOf, ShuttingDown, StaleWriter } from '../errors.ts';
import { grantWrites } from '../index/index-roles.ts';
import { liveIndex, removeLeftovers } from '../index/live-index.ts';
import { publishWrites } from '../index/publish-version.ts';
import { checkImportJob, type ImportJobData } from '../queue/contract.ts';
import { maxCrashes } from '../retries.ts';
import { removeTemporary } from '../source/remove-temporary.ts';
import { type ImportEntry, unfinishedStates } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import { countWritten } from './check-counts.ts';
import { describeJob } from './enqueue.ts';
import { runImport } from './run-import.ts';

/**
 * Processes the job of an import, after every earlier import of the log that has not ended: the log keeps the order where
 * Redis lost jobs, or two producers queued theirs in another order.
 * @throws UnrecoverableError with the reason when the import failed
 */
export async function processImport(job: Job<ImportJobData>, context: ImportContext): Promise<void> {
  const { log, retry } = context;
  const { id } = await retry(() => openEntry(job, context));
  const earliest = () => retry(() => log.findFirst({ idBelow: id, states: unfinishedStates }));
  for (let earlier = await earliest(); earlier; earlier = await earliest()) {
    await runClaimed(earlier.id, job.stalledCounter, context);
  }
  const ended = await runClaimed(id, job.stalledCounter, context);
  if (ended.state === 'failed') throw new UnrecoverableError(ended.reason ?? 'The import failed.');
}

/**
 * Finds the import in the log. Our own jobs are logged before they are queued; a job of an external producer is added now.
 * @throws UnrecoverableError when the payload breaks its schema, or has a number that does not belong to this job.
 */
async function openEntry(job: Job<ImportJobData>, { log }: ImportContext): Promise<Pick<ImportEntry, 'id'>> {
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
  return { id };
}

/** Claims an import and runs it to its end, unless it has ended. @returns the ended import */
async function runClaimed(id: number, stalls: number, context: ImportContext): Promise<ImportEntry> {
  const { log, retry } = context;
  const entry = await retry(() => log.claim(id));
  if (entry) {
    try {
      if (entry.index) await retry(() => grantWrites(entry, context));
      if (isUnfinished(entry)) {
        refusePoisoned(entry, stalls);
        await runImport(entry, stalls, context);
      }
    } catch (error) {
      if (error instanceof ShuttingDown) throw error;
      await retry(() => endEarly(entry, error, context));
    }
  }
  const ended = (await retry(() => log.find(id)))!;
  if (entry && ended.state !== 'completed') await retry(() => cleanUp(ended, context));
  return ended;
}

/** @throws UnrecoverableError when the import itself seems to crash its workers */
function refusePoisoned({ claim, checkpoint }: ImportEntry, stalls: number): void {
  const before = checkpoint ?? { claim: 1, stalls: 0, place: undefined };
  // A job stalls also while Elasticsearch is away, and an import is claimed also by a worker after an orderly stop.
  if (Math.min(claim - before.claim, stalls - before.stalls) < maxCrashes) return;
  const where = before.place ? `after line ${before.place.line}` : 'before the first record was written';
  throw new UnrecoverableError(
    `The import was given up ${where}: its worker was killed, stopped or cut off from Redis ${maxCrashes} times there; the import itself may crash the workers.`,
  );
}

/**
 * Ends an import as failed, unless it was cancelled. What it has written is counted and shown first.
 * @throws StaleWriter when another worker has claimed it
 */
async function endEarly({ id, claim }: ImportEntry, error: unknown, context: ImportContext): Promise<void> {
  const { elasticsearch, log } = context;
  const entry = (await log.find(id))!;
  if (entry.claim !== claim) throw new StaleWriter();
  if (!isUnfinished(entry)) return;
  const { index } = entry;
  let reason = reasonOf(error);
  if (error instanceof StaleWriter) {
    const isThere = index !== undefined && (await elasticsearch.indices.exists({ index }));
    reason = isThere
      ? 'The live index was switched while the import ran. Import the file as a new one.'
      : 'An index that the import needs was deleted. Check gem-auctions indices, and retry the import.';
  }
  const written = await showWritten(entry, context);
  const failed = { state: 'failed', reason, finished_at: new Date().toISOString() } as const;
  await log.change(id, unfinishedStates, { ...failed, ...written }, claim);
}

/** Shows what an upsert or a deletion has written before it ended early, and counts it. */
async function showWritten(entry: ImportEntry, context: ImportContext): Promise<Partial<ImportEntry>> {
  const { index, mode } = entry;
  const { elasticsearch, config } = context;
  if (!index || mode === 'replace' || (await liveIndex(elasticsearch, config.INDEX_ALIAS)) !== index)
    return {};
  // Not through its alias, which any worker removes once the import has ended. No other import runs meanwhile.
  await publishWrites(index, context);
  const { superseded: _, ...written } = await countWritten(entry, context);
  return written;
}

/**
 * Cleans up after an import that did not complete. The index of a replacement is deleted; the writes of an upsert or a
 * deletion stay, and their names are suggested after the next import. Idempotent.
 */
async function cleanUp(entry: ImportEntry, context: ImportContext): Promise<void> {
  if (entry.state === 'cancelled') {
    const written = await showWritten(entry, context);
    await context.log.change(entry.id, ['cancelled'], written, entry.claim);
    // The command that cancelled it has only marked it.
    context.reportImport(entry);
    await removeTemporary(entry.job, context.config.IMPORT_ROOT);
  }
  if (entry.index) await removeLeftovers(context);
}
