import { hostname } from 'node:os';
import { Queue, type WorkerOptions as QueueWorkerOptions, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { createImportContext } from './context.ts';
import { outageOf, retries, ShuttingDown } from './errors.ts';
import { processBatch } from './import/index-batch.ts';
import { processImport } from './import/process.ts';
import { reconcileImports, removeLeftovers } from './import/reconcile.ts';
import { warnOfMapping } from './index/live-index.ts';
import { ingestMetrics } from './operations/metrics.ts';
import { reportImports } from './operations/report-imports.ts';
import { startOperations } from './operations/start-operations.ts';
import {
  type BatchJobData,
  type BatchResult,
  batchesQueueName,
  type ImportJobData,
  importsQueueName,
  workerOptions,
} from './queue/contract.ts';
import { jobRunner, reportErrors, reportJobs, throttledWarnings } from './queue/job-runner.ts';
import { checkRun, type RunScheduleData, schedulesQueueName } from './queue/schedules.ts';
import { runSchedule } from './schedules/run-schedule.ts';
import { syncSchedulers } from './schedules/sync-schedulers.ts';
import type { IngestServices } from './services.ts';

/** Concurrent batches of one process, so that one is parsed while others wait for Elasticsearch. */
const batchConcurrency = 3;

/** Concurrent imports that one process plans or publishes. */
const importConcurrency = 4;

export interface WorkerOptions {
  /** How often unfinished imports are compared with the queue. */
  reconcileEveryMs?: number;
  /** Overrides of the lock settings in queue/contract.ts. */
  locks?: Partial<Pick<QueueWorkerOptions, 'lockDuration' | 'stalledInterval'>>;
}

/** A running worker. */
export interface RunningWorker {
  /** URL of its health, metrics and dashboard, if WORKER_PORT is set. */
  operationsUrl: string | undefined;
  /** Finishes the batches in progress, or returns them to the queue. */
  close(): Promise<void>;
}

/** Starts to process imports and batches; resolves once Redis is connected. */
export async function startWorker(
  services: IngestServices,
  logger: Logger,
  { reconcileEveryMs = 15_000, locks = {} }: WorkerOptions = {},
): Promise<RunningWorker> {
  const { config, redis: connection } = services;
  const shutdown = new AbortController();
  const imports = new Queue<ImportJobData>(importsQueueName(config.INDEX_ALIAS), { connection });
  const batches = new Queue<BatchJobData, BatchResult>(batchesQueueName(config.INDEX_ALIAS), { connection });
  const schedules = new Queue<RunScheduleData>(schedulesQueueName(config.INDEX_ALIAS), { connection });
  const metrics = ingestMetrics();
  const context = createImportContext(services, batches, metrics, reportImports(metrics, logger));

  const run = jobRunner(context, shutdown.signal);
  // BullMQ stores the name with each job as `processedBy`.
  const name = `${hostname()}:${process.pid}`;
  const options = { ...workerOptions, ...locks, name, connection };
  const importWorker = new Worker<ImportJobData>(imports.name, run(processImport), {
    ...options,
    concurrency: importConcurrency,
  });
  const batchWorker = new Worker<BatchJobData, BatchResult>(batches.name, run(processBatch), {
    ...options,
    concurrency: batchConcurrency,
  });
  const scheduleWorker = new Worker<RunScheduleData>(
    schedules.name,
    run(async ({ name, data }, _token, context, signal) => {
      checkRun(name, data);
      return runSchedule(data.schedule, { context, imports, runs: schedules, signal });
    }),
    options,
  );
  const queues = [imports, batches, schedules];
  const workers = [importWorker, batchWorker, scheduleWorker];
  const logError = throttledWarnings(logger);
  for (const part of [...queues, ...workers]) reportErrors(part, logError);
  const onRetry = (error: unknown) => {
    metrics.retried(outageOf(error)!);
    logError(error, 'retrying');
  };
  retries.subscribe(onRetry);
  for (const worker of workers) reportJobs(worker, logger);

  const missed = new Set<number>();
  const lostRuns = new Map<string, number | undefined>();
  let isReconciling = false;
  const reconcile = async () => {
    if (isReconciling) return;
    isReconciling = true;
    try {
      const lost = await reconcileImports(context, imports, missed);
      if (lost.length > 0) logger.warn({ imports: lost }, 'imports queued again');
      await removeLeftovers(context);
      await syncSchedulers(context, schedules, lostRuns);
    } catch (error) {
      logger.debug({ err: error }, 'imports could not be compared with the queue');
    } finally {
      isReconciling = false;
    }
  };
  metrics.watchBatches(batchWorker);
  for (const worker of workers) worker.on('stalled', () => metrics.takenOver.inc());
  const operations =
    config.WORKER_PORT === undefined
      ? undefined
      : await startOperations(config.WORKER_PORT, services, metrics, queues, logger);
  if (operations) logger.info({ url: operations.url }, 'operations port open');

  const timer = setInterval(reconcile, reconcileEveryMs);
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  void reconcile();
  warnOfMapping(context, logger).catch((error) =>
    logger.debug({ err: error }, 'the mapping of the live index could not be read'),
  );

  return {
    operationsUrl: operations?.url,
    async close() {
      clearInterval(timer);
      retries.unsubscribe(onRetry);
      shutdown.abort(new ShuttingDown());
      await operations?.close();
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
