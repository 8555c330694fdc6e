import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulesQueueName } from '../../../../ingest/schedules/run-schedules.ts';
import { openServices, readIngestConfig } from '../../../../ingest/services.ts';
import { type RunningWorker, startWorker } from '../../../../ingest/start-worker.ts';
import type { ScheduleRun } from '../../../../ingest/store/schedules.ts';
import {
  canRunObjectStore,
  startObjectStore,
  type TestStore,
} from '../../../support/object-store/start-object-store.ts';
import { startOwnRedis } from '../../../support/own-redis.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const lot = (id: number) => `id,title,gem_type\n${id},Lot ${id},Ruby\n`;

let redis: Awaited<ReturnType<typeof startOwnRedis>>;
let store: TestStore | undefined;
let ingest: TestIngest;
let runs: Queue;
let services: ReturnType<typeof openServices>;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  redis = await startOwnRedis();
  store = canRunObjectStore() ? await startObjectStore() : undefined;
  ingest = await startIngest({ worker: false, redisUrl: redis.url, settings: store?.settings ?? {} });
  runs = new Queue(schedulesQueueName(ingest.alias), { connection: ingest.redis });
  await mkdir(join(ingest.importRoot, 'inbox'));
});
afterAll(async () => {
  await stop();
  await runs?.close();
  await ingest?.close();
  await store?.close();
  await redis?.close();
});

/** Starts the worker, which compares schedules and Redis twice a second. */
async function start(): Promise<void> {
  services = openServices(readIngestConfig(ingest.environment));
  worker = await startWorker(services, pino({ level: 'silent' }), { reconcileEveryMs: 500 });
}
async function stop(): Promise<void> {
  await worker?.close();
  if (worker) await services.close();
  worker = undefined;
}

const run = (...args: string[]) => runCommand(args, ingest.environment);
async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}
const findSchedule = async (name: string) => {
  const all: { name: string; last_run: ScheduleRun | null; next_run_at: string }[] = await json('schedules');
  return all.find((schedule) => schedule.name === name);
};
/** Queues a run of a schedule, and waits for its end. */
async function runNow(name: string): Promise<ScheduleRun> {
  const before = (await findSchedule(name))?.last_run?.at;
  await runs.add('run-schedule', { schedule: name });
  return waitFor(async () => {
    const last = (await findSchedule(name))?.last_run;
    return last && last.at !== before && last;
  });
}
/** The sources of all imports of a schedule after they have ended, oldest first. */
async function imported(schedule: string): Promise<string[]> {
  for (;;) {
    const all = (await ingest.session.log.list()).filter((entry) => entry.schedule === schedule);
    if (all.every(({ state }) => ['completed', 'failed'].includes(state)))
      return all.map(({ source }) => source).reverse();
    await pause(20);
  }
}
async function waitFor<T>(look: () => Promise<T | undefined | null | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await pause(20);
  }
}

describe('import schedules', () => {
  it('a schedule that is added before a worker runs imports its files once one runs', async () => {
    await writeFile(join(ingest.importRoot, 'inbox/a.csv'), lot(1));
    await json('schedules', 'add', 'inbox', 'inbox/', '--every', '1h');
    await start();
    await waitFor(async () => (await findSchedule('inbox'))?.last_run);
    expect(await imported('inbox')).toEqual(['inbox/a.csv']);
  });

  it('a schedule imports a file once, and again after a change, the oldest file first', async () => {
    await writeFile(join(ingest.importRoot, 'inbox/b.csv'), lot(2));
    await writeFile(join(ingest.importRoot, 'inbox/c.csv'), lot(3));
    await writeFile(join(ingest.importRoot, 'inbox/notes.md'), 'not to be imported');
    await utimes(join(ingest.importRoot, 'inbox/c.csv'), 1_700_000_000, 1_700_000_000);
    expect(await runNow('inbox')).toMatchObject({ found: 3, enqueued: 2, error: null });
    expect(await runNow('inbox')).toMatchObject({ found: 3, enqueued: 0 });
    expect(await imported('inbox')).toEqual(['inbox/a.csv', 'inbox/c.csv', 'inbox/b.csv']);
    await writeFile(join(ingest.importRoot, 'inbox/a.csv'), lot(11));
    expect(await runNow('inbox')).toMatchObject({ found: 3, enqueued: 1 });
    expect((await imported('inbox')).slice(3)).toEqual(['inbox/a.csv']);
    expect((await ingest.records()).map(({ id }) => id)).toEqual([1, 2, 3, 11]);
  });

  it('a failed import is not repeated until its file changes', async () => {
    await writeFile(join(ingest.importRoot, 'bad.csv'), 'id,titel\n1,a\n');
    await json('schedules', 'add', 'bad', 'bad.csv', '--every', '1d');
    await waitFor(async () => (await findSchedule('bad'))?.last_run);
    expect(await imported('bad')).toEqual(['bad.csv']);
    expect(await runNow('bad')).toMatchObject({ found: 1, enqueued: 0 });
    await writeFile(join(ingest.importRoot, 'bad.csv'), lot(40));
    expect(await runNow('bad')).toMatchObject({ found: 1, enqueued: 1 });
    await imported('bad');
  });

  it('a schedule continues after Redis was emptied, and imports nothing twice', async () => {
    const before = await imported('inbox');
    await ingest.redis.flushall();
    await waitFor(async () => (await runs.getJobSchedulers()).length === 2);
    await waitFor(async () => (await runs.getJobCounts('completed')).completed);
    expect(await imported('inbox')).toEqual(before);
  });

  it('a schedule whose next run a clock that was ahead put too far away runs within one interval', async () => {
    const nextRun = async () => Date.parse((await findSchedule('inbox'))!.next_run_at) - Date.now();
    const late = { every: 3_600_000, startDate: Date.now() + 9_000_000 };
    await runs.removeJobScheduler('inbox');
    await runs.upsertJobScheduler('inbox', late, { name: 'run-schedule', data: { schedule: 'inbox' } });
    const runsBefore = (await runs.getJobCounts('completed')).completed!;
    await waitFor(async () => (await nextRun()) <= 3_600_000);
    await waitFor(async () => (await runs.getJobCounts('completed')).completed! > runsBefore);
    const { next_run_at } = (await findSchedule('inbox'))!;
    expect((await run('schedules')).stdout).toContain(next_run_at.slice(0, 19).replace('T', ' '));
  });

  it('a removed schedule does not run again', async () => {
    expect(await json('schedules', 'remove', 'bad')).toEqual({ name: 'bad', removed: true });
    expect(await findSchedule('bad')).toBeUndefined();
    // A worker that has read the schedule before may start it again, and removes it with its next look.
    await waitFor(async () => !(await runs.getJobScheduler('bad')));
  });

  it.skipIf(!canRunObjectStore())(
    'objects are imported by prefix and glob, once for each version',
    async () => {
      await store!.put('new/a.csv', lot(50));
      await store!.put('new/b.csv', lot(51));
      await json('schedules', 'add', 'objects', 's3://lots/new/*.csv', '--every', '1d');
      await waitFor(async () => (await findSchedule('objects'))?.last_run);
      expect((await imported('objects')).sort()).toEqual(['s3://lots/new/a.csv', 's3://lots/new/b.csv']);
      // The object is written again with the same content, so its version is the same.
      await store!.put('new/a.csv', lot(50));
      expect(await runNow('objects')).toMatchObject({ found: 2, enqueued: 0 });
      await store!.put('new/a.csv', lot(52));
      await store!.put('new/c.csv', lot(53));
      expect(await runNow('objects')).toMatchObject({ found: 3, enqueued: 2 });
      expect(await imported('objects')).toHaveLength(4);
      expect((await ingest.records()).map(({ id }) => id)).toEqual(expect.arrayContaining([50, 51, 52, 53]));
    },
  );

  it.each([
    [['add', 'x', 'inbox/', '--every', '5'], /a whole number followed by s, m, h or d/],
    [['add', 'x', 'inbox/', '--every', '1s'], /from 10s to 366d/],
    [['add', 'x', 'inbox/'], /required option '--every <interval>' not specified/],
    [['add', 'X y', 'inbox/', '--every', '1h'], /lower-case letters, digits and hyphens/],
    [['add', 'x', '../etc', '--every', '1h'], /is outside IMPORT_ROOT/],
    [['add', 'x', 's3://bucket', '--every', '1h'], /is not the URL of an object/],
    [['remove', 'none'], /There is no schedule "none"/],
  ])('the invalid command %j names the error and exits with 1', async (args, message) => {
    const { code, stderr } = await run('schedules', ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
