import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Queue, type WorkerOptions as QueueWorkerOptions, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { createImportContext } from './context.ts';
import { outageOf, ShuttingDown } from './errors.ts';
import { processImport } from './import/process-job.ts';
import { requeueImports } from './import/requeue.ts';
import { removeLeftovers } from './index/live-index.ts';
import { ingestMetrics } from './operations/metrics.ts';
import { serverProbes } from './operations/probe-servers.ts';
import { reportImports } from './operations/report-imports.ts';
import { startOperations } from './operations/start-operations.ts';
import { type ImportJobData, importsQueueName } from './queue/contract.ts';
import { jobRunner, reportErrors, reportJobs, throttledWarnings } from './queue/job-runner.ts';
import * as policy from './retries.ts';
import {
  keepSchedulers,
  type RunScheduleData,
  runSchedule,
  schedulesQueueName,
} from './schedules/run-schedules.ts';
import type { IngestServices } from './services.ts';

export interface WorkerOptions {
  /** How often unfinished imports and schedules are compared with the queues. */
  reconcileEveryMs?: number;
  /** Overrides of the lock settings in retries.ts. */
  locks?: Partial<Pick<QueueWorkerOptions, 'lockDuration' | 'stalledInterval'>>;
}

/** A running worker. */
export interface RunningWorker {
  /** URL of its health, metrics and dashboard, if WORKER_PORT is set. */
  operationsUrl: string | undefined;
  /** Returns the import in progress to the queue. */
  close(): Promise<void>;
}

/** Starts to process imports, one at a time for all workers of an index; resolves once Redis is connected. */
export async function startWorker(
  services: IngestServices,
  logger: Logger,
  { reconcileEveryMs = policy.reconcileEveryMs, locks = {} }: WorkerOptions = {},
): Promise<RunningWorker> {
  const { config, redis: connection } = services;
  const shutdown = new AbortController();
  const imports = new Queue<ImportJobData>(importsQueueName(config.INDEX_ALIAS), { connection });
  const schedules = new Queue<RunScheduleData>(schedulesQueueName(config.INDEX_ALIAS), { connection });
  const queues = [imports, schedules];
  const probes = serverProbes(services, queues);
  const metrics = ingestMetrics(probes);
  const context = createImportContext(services, metrics, reportImports(metrics, logger), shutdown.signal);

  const run = jobRunner(context.retry);
  // BullMQ stores the name with each job as `processedBy`.
  const name = `${hostname()}:${process.pid}`;
  // They run once the queue takes one import at a time.
  const options = { ...policy.workerOptions, ...locks, name, connection, autorun: false };
  const workers = [
    new Worker<ImportJobData>(
      imports.name,
      run((job) => processImport(job, context)),
      options,
    ),
    new Worker<RunScheduleData>(
      schedules.name,
      run(({ data }) => runSchedule(data.schedule, imports, context)),
      options,
    ),
  ];
  const runOneByOne = () => Promise.all(queues.map((queue) => queue.setGlobalConcurrency(1)));
  const logError = throttledWarnings(logger);
  for (const part of [...queues, ...workers]) reportErrors(part, logError);
  const onRetry = (error: unknown) => {
    metrics.retried(outageOf(error)!);
    logError(error, 'retrying');
  };
  policy.retries.subscribe(onRetry);
  for (const worker of workers) {
    reportJobs(worker, logger);
    worker.on('stalled', () => metrics.takenOver.inc());
  }
  const missed = new Set<number>();
  const reconcile = async () => {
    for (;;) {
      try {
        // Redis may have lost it, or have refused it at the start.
        await runOneByOne();
        const lost = await requeueImports(context, imports, missed);
        if (lost.length > 0) logger.warn({ imports: lost }, 'imports queued again');
        await removeLeftovers(context);
        await keepSchedulers(context.schedules, schedules);
      } catch (error) {
        logger.debug({ err: error }, 'imports could not be compared with the queue');
      }
      await wait(reconcileEveryMs, undefined, { signal: shutdown.signal });
    }
  };
  const operations =
    config.WORKER_PORT === undefined
      ? undefined
      : await startOperations(config.WORKER_PORT, config, probes, metrics, queues, logger);
  if (operations) logger.info({ url: operations.url }, 'operations port open');

  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  await runOneByOne().catch((error) => logError(error, 'queue error'));
  for (const worker of workers) worker.run().catch((error) => logError(error, 'queue error'));
  // The shutdown ends it.
  reconcile().catch(() => {});

  return {
    operationsUrl: operations?.url,
    async close() {
      policy.retries.unsubscribe(onRetry);
      shutdown.abort(new ShuttingDown());
      await operations?.close();
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
