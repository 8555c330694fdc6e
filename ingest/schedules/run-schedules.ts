import type { Queue } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { isTransient, shortenReason } from '../errors.ts';
import { enqueueOnce, scheduledKey } from '../import/enqueue.ts';
import { jobOptions } from '../retries.ts';
import { listSources } from '../source/list-sources.ts';
import type { ScheduleStore } from '../store/schedules.ts';

/** The queue into which BullMQ's job schedulers put the runs of schedules. */
export const schedulesQueueName = (indexAlias: string) => `${indexAlias}-schedules`;

/** A run; everything else is read from the schedule when it runs. */
export interface RunScheduleData {
  schedule: string;
}

/**
 * Gives each schedule its job scheduler, and removes those of removed schedules. A job scheduler is started again, with a
 * run at once, if its interval changed, Redis lost it or its next run, or a clock that was ahead has put that run further
 * away than an interval.
 */
export async function keepSchedulers(store: ScheduleStore, runs: Queue<RunScheduleData>): Promise<void> {
  const schedulers = new Map((await runs.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
  for (const { name, every_ms } of await store.list()) {
    const { every, next = 0 } = schedulers.get(name) ?? {};
    schedulers.delete(name);
    const isNear = Math.abs(next - Date.now()) <= every_ms;
    if (every === every_ms && isNear && (await runs.getJob(`repeat:${name}:${next}`))) continue;
    await runs.removeJobScheduler(name);
    const template = { name: 'run-schedule', data: { schedule: name }, opts: jobOptions };
    await runs.upsertJobScheduler(name, { every: every_ms }, template);
  }
  for (const name of schedulers.keys()) await runs.removeJobScheduler(name);
}

/** Number of files or objects that are looked up in the import log at once. */
const lookedUpAtOnce = 1_000;

/** Maximum length of a name; a longer path is cut at its beginning. */
const maxNameLength = 500;

/**
 * Imports each file or object of the path of a schedule that is new or has changed: whose version the import log does not
 * have for this schedule. So runs may overlap, be repeated, or find Redis empty.
 */
export async function runSchedule(name: string, imports: Queue, context: ImportContext): Promise<void> {
  const { config, objects, log, schedules, signal } = context;
  const schedule = await schedules.find(name);
  if (!schedule) return;
  const run = { at: new Date().toISOString(), found: 0, enqueued: 0, error: null };
  const keyOf = ({ path, version }: { path: string; version: string }) => scheduledKey(name, path, version);
  try {
    const { path: where } = schedule.payload;
    const found = await listSources(where, { importRoot: config.IMPORT_ROOT, objects }, signal);
    run.found = found.length;
    for (let at = 0; at < found.length; at += lookedUpAtOnce) {
      const sources = found.slice(at, at + lookedUpAtOnce);
      const imported = await log.knownJobKeys(sources.map(keyOf));
      for (const source of sources.filter((one) => !imported.has(keyOf(one)))) {
        signal.throwIfAborted();
        const { path } = source;
        const payload = { ...schedule.payload, path, name: path.slice(-maxNameLength) };
        if (await enqueueOnce({ log, imports }, payload, name, keyOf(source))) run.enqueued++;
      }
    }
    await schedules.ran(name, run);
  } catch (error) {
    // An outage passes; the run is repeated.
    if (!signal.aborted && !isTransient(error)) {
      await schedules.ran(name, { ...run, error: shortenReason((error as Error).message) });
    }
    throw error;
  }
}
