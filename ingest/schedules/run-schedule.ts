import type { Queue } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { isTransient, shortenReason } from '../errors.ts';
import { enqueueOnce, scheduledKey } from '../import/enqueue.ts';
import { listSources, type Source } from '../source/list-sources.ts';
import type { Schedule, ScheduleRun } from '../store/schedules.ts';
import { endScheduler } from './sync-schedulers.ts';

/** The connections and stores of a run. */
interface RunServices {
  context: ImportContext;
  imports: Queue;
  /** The queue of the runs. */
  runs: Queue;
  signal: AbortSignal;
}

/**
 * Runs a schedule: imports each file or object of its path, unless the schedule has already imported this version. Only the
 * import log records that, so runs may overlap, be repeated, or find Redis empty.
 * @returns what it found; undefined when the schedule was removed or stopped
 */
export async function runSchedule(name: string, services: RunServices): Promise<ScheduleRun | undefined> {
  const { schedules } = services.context;
  const schedule = await schedules.find(name);
  if (!schedule) await endScheduler(name, services.context, services.runs);
  if (schedule?.state !== 'active') return undefined;
  const at = new Date().toISOString();
  try {
    const run = { at, ...(await importNew(schedule, services)), error: null };
    await schedules.change(schedule, { last_run: run });
    return run;
  } catch (error) {
    // An outage passes; the run is repeated.
    if (services.signal.aborted || isTransient(error)) throw error;
    const failed = { at, found: 0, enqueued: 0, error: shortenReason((error as Error).message) };
    await schedules.change(schedule, { last_run: failed });
    throw error;
  }
}

/** Number of files or objects that are looked up in the import log at once. */
const lookedUpAtOnce = 1_000;

async function importNew(
  { name, payload }: Schedule,
  { context, imports, signal }: RunServices,
): Promise<Pick<ScheduleRun, 'found' | 'enqueued'>> {
  const { config, objects, log } = context;
  const found = await listSources(payload.path, { importRoot: config.IMPORT_ROOT, objects }, signal);
  const keyOf = (source: Source) => scheduledKey(name, source.path, source.version);
  let enqueued = 0;
  for (let at = 0; at < found.length; at += lookedUpAtOnce) {
    const sources = found.slice(at, at + lookedUpAtOnce);
    const imported = await log.knownJobKeys(sources.map(keyOf));
    for (const source of sources.filter((one) => !imported.has(keyOf(one)))) {
      signal.throwIfAborted();
      const { path } = source;
      const job = { ...payload, path, name: path.slice(-maxNameLength) };
      if (await enqueueOnce({ log, imports }, job, name, keyOf(source))) enqueued++;
    }
  }
  return { found: found.length, enqueued };
}

/** Maximum length of a name; a longer path is cut at its beginning. */
const maxNameLength = 500;
