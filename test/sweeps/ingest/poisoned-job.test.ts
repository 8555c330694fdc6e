import { setTimeout as pause } from 'node:timers/promises';
import { type Job, Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerOptions } from '../../../ingest/queue/contract.ts';
import { aloneAfterLosses } from '../../../ingest/queue/job-runner.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess, type WorkerProcess } from '../../support/worker-process.ts';

let ingest: TestIngest;
let engine: FaultProxy;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
  engine = await startFaultProxy(ingest.environment.ELASTICSEARCH_URL.split(',')[0]!);
  // Each batch takes about a second, which is enough time to find and kill its worker.
  engine.delay(300);
});
afterAll(async () => {
  await ingest?.close();
  await engine?.close();
});

/** The lots of one full batch. */
const lots = (from: number) =>
  `id,title,gem_type\n${Array.from({ length: 1_000 }, (_, i) => `${from + i},${'Ruby '.repeat(300)},Ruby\n`).join('')}`;

describe('a poisoned job', () => {
  it('an import that kills every worker that takes it fails with the reason, while other imports complete', async () => {
    const { batches } = ingest.session;
    const workers = new Map<number, WorkerProcess>();
    const startOne = async () => {
      const worker = await startWorkerProcess({ ...ingest.environment, ELASTICSEARCH_URL: engine.url });
      workers.set(worker.process.pid!, worker);
    };
    await Promise.all([startOne(), startOne()]);
    for (const [name, from] of [
      ['poison.csv', 1],
      ['good.csv', 10_001],
      ['sound.csv', 20_001],
    ] as const) {
      await ingest.put(name, lots(from));
    }
    const poisoned = await ingest.enqueue({ path: 'poison.csv' });
    const others = [await ingest.enqueue({ path: 'good.csv' }), await ingest.enqueue({ path: 'sound.csv' })];

    const queues = [ingest.session.imports, batches];
    // The watchers check for stalled jobs more often than workers do, and take no jobs.
    const watchers = queues.map(
      ({ name }) =>
        new Worker(name, null, {
          ...{ ...workerOptions, stalledInterval: 200, autorun: false },
          connection: ingest.redis,
        }),
    );
    for (const watcher of watchers) await watcher.startStalledCheckTimer();
    // The import waits for its batch, so that no worker can lose the import itself.
    const waits = () => ingest.session.imports.getJobState(`import-${poisoned}`);
    while ((await waits()) !== 'waiting-children') await pause(10);

    const poison = async (): Promise<Job | undefined> => batches.getJob(`import-${poisoned}-batch-0`);
    /** Whether a worker works on a job. After an earlier loss, the worker returns its other jobs first. */
    const isAtWork = async (job: Job) => {
      if (!(await job.isActive())) return false;
      if (job.stalledCounter < aloneAfterLosses) return true;
      const active = (await Promise.all(queues.map((queue) => queue.getActive()))).flat();
      return active.every(({ id, processedBy }) => id === job.id || processedBy !== job.processedBy);
    };
    const starting: Promise<void>[] = [];
    let kills = 0;
    for (;;) {
      const job = await poison();
      if (await job?.isFailed()) break;
      expect(await job?.isCompleted(), `completed after ${kills} kills`).not.toBe(true);
      // Without this key, a watcher checks again before the interval has passed.
      for (const queue of queues) await ingest.redis.del(queue.toKey('stalled-check'));
      const victim = job && (await isAtWork(job)) && workers.get(Number(job.processedBy?.split(':').at(-1)));
      if (!victim) {
        await pause(10);
        continue;
      }
      await victim.kill('SIGKILL');
      workers.delete(victim.process.pid!);
      kills++;
      // This expires the locks of the killed worker at once.
      for (const queue of queues) {
        for (const { id, processedBy } of await queue.getActive()) {
          const isLost = processedBy?.endsWith(`:${victim.process.pid}`);
          if (isLost) await ingest.redis.del(`${queue.toKey(id!)}:lock`);
        }
      }
      starting.push(startOne());
    }
    await Promise.all(starting);
    await Promise.all(watchers.map((watcher) => watcher.close()));
    engine.delay(0);
    // Some workers had already returned the job when they were killed. Those kills do not count as losses of the job.
    expect(kills).toBeGreaterThan(workerOptions.maxStalledCount);

    const entry = await ingest.finished(poisoned);
    expect(entry.state).toBe('failed');
    expect(entry.reason).toMatch(
      /^1 of 1 batches failed: its worker was killed, stopped or cut off from Redis 6 times/,
    );
    for (const id of others)
      expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 1_000 });
    await Promise.all([...workers.values()].map((worker) => worker.kill('SIGTERM')));
  });
});
