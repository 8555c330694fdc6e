import type { Queue } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { queueRun, startScheduler } from '../queue/schedules.ts';
import type { Schedule } from '../store/schedules.ts';

type SyncContext = Pick<ImportContext, 'config' | 'redis' | 'schedules'>;

/** Redis hash by schedule name: `updated_at` of the schedule when its job scheduler was started. */
const startedKey = (indexAlias: string) => `gem-auctions:${indexAlias}:schedules`;

/** Starts the job scheduler of an active schedule, or changes its interval. */
export async function startSchedule(
  { name, every_ms, updated_at }: Schedule,
  { config, redis }: Pick<SyncContext, 'config' | 'redis'>,
  queue: Queue,
): Promise<void> {
  await startScheduler(queue, name, every_ms);
  await redis.hset(startedKey(config.INDEX_ALIAS), name, updated_at);
}

/**
 * Compares the schedules with BullMQ's job schedulers. A job scheduler that Redis lost, or that has no next run, is started
 * again. If somebody removed it, which the dashboard can do, its schedule is stopped. The job scheduler of a removed
 * schedule ends itself in `runSchedule`.
 * @param lost next runs that were missing at the last comparison; a run missing once may just have been removed
 */
export async function syncSchedulers(
  context: SyncContext,
  queue: Queue,
  lost: Map<string, number | undefined>,
): Promise<void> {
  const schedules = await context.schedules.list();
  const { started, present } = await readStarted(context, queue);
  const schedulers = new Map((await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
  for (const schedule of schedules.filter(({ state }) => state === 'active')) {
    const { name, every_ms, updated_at } = schedule;
    const scheduler = schedulers.get(name);
    // Started or removed between the two reads; the next comparison decides.
    if (present.has(name) !== schedulers.has(name)) continue;
    if (!scheduler && started[name] === updated_at) {
      await context.schedules.change(schedule, { state: 'stopped' });
    } else if (scheduler?.every !== every_ms) {
      await startSchedule(schedule, context, queue);
    } else if (await hasNextRun(queue, name, scheduler.next)) {
      lost.delete(name);
    } else if (lost.get(name) !== scheduler.next) {
      lost.set(name, scheduler.next);
    } else {
      // The job scheduler continues after the lost run, which is made up for now.
      await startSchedule(schedule, context, queue);
      await queueRun(queue, name);
    }
  }
}

/**
 * Reads the marks of started job schedulers and the names of the present ones atomically, because Redis may be emptied or
 * another process may start one at any time.
 */
async function readStarted({ redis, config }: SyncContext, queue: Queue) {
  const keys = [startedKey(config.INDEX_ALIAS), queue.toKey('repeat')];
  const [marks, present] = (await redis.eval(readBoth, keys.length, ...keys)) as [string[], string[]];
  const started: Record<string, string | undefined> = {};
  for (let at = 0; at < marks.length; at += 2) started[marks[at]!] = marks[at + 1];
  return { started, present: new Set(present) };
}

const readBoth = `return {redis.call('HGETALL', KEYS[1]), redis.call('ZRANGE', KEYS[2], 0, -1)}`;

/** Whether the next run of a job scheduler exists; Redis may have lost it, or refused it when it was full. */
async function hasNextRun(queue: Queue, name: string, next: number | undefined): Promise<boolean> {
  const job = await queue.getJob(`repeat:${name}:${next}`);
  return job !== undefined && job.finishedOn === undefined;
}

/** Ends the job scheduler of a removed schedule. */
export async function endScheduler(
  name: string,
  { config, redis }: Pick<SyncContext, 'config' | 'redis'>,
  queue: Queue,
): Promise<void> {
  await queue.removeJobScheduler(name);
  await redis.hdel(startedKey(config.INDEX_ALIAS), name);
}
