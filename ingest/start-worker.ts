import type { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import {
  DelayedError,
  type Job,
  Queue,
  type WorkerOptions as QueueWorkerOptions,
  WaitingError,
  Worker,
} from 'bullmq';
import type { Logger } from 'pino';
import type { ScorecardLimits } from '../scorecard/compute-scorecard.ts';
import { createImportContext, type ImportContext } from './context.ts';
import { StaleWriter, shortenReason } from './errors.ts';
import { indexBatch } from './import/index-batch.ts';
import { processImport } from './import/process.ts';
import { reconcileImports, removeLeftovers } from './import/reconcile.ts';
import { NewerMapping } from './index/live-index.ts';
import { warnOfMappingVersion } from './index/migration/check-migration.ts';
import { copyBatch } from './index/migration/copy-batch.ts';
import { ingestMetrics } from './operations/metrics.ts';
import { startOperations } from './operations/start-operations.ts';
import {
  type AnyBatch,
  type BatchJobData,
  type BatchResult,
  type CopyJobData,
  checkBatch,
  emptyResult,
} from './queue/batches.ts';
import { batchesQueueName, type ImportJobData, importsQueueName, workerOptions } from './queue/contract.ts';
import { runAloneAfterLosses } from './queue/run-alone.ts';
import { checkRun, type RunScheduleData, schedulesQueueName } from './queue/schedules.ts';
import { checkScorecardJob, type ScorecardJobData, scorecardsQueueName } from './queue/scorecards.ts';
import { outageOf, retries, retryWhileUnavailable, ShuttingDown } from './retry/retry-while-unavailable.ts';
import { throttledWarnings } from './retry/throttled-warnings.ts';
import { runSchedule } from './schedules/run-schedule.ts';
import { syncSchedulers } from './schedules/sync-schedulers.ts';
import { requestScorecard } from './scorecards/request-scorecard.ts';
import { updateScorecard } from './scorecards/update-scorecard.ts';
import type { IngestServices } from './services.ts';

/** Concurrent batches of one process: one is parsed while others wait for Elasticsearch. */
const batchConcurrency = 3;

/** Concurrent imports that one process plans or publishes. */
const importConcurrency = 4;

/** Delay of a batch for a newer mapping, so that a worker of a newer build takes it. */
const recheckAfterMs = 2_000;

export interface WorkerOptions {
  /** How often unfinished imports are compared with the queue. */
  reconcileEveryMs?: number;
  /** Overrides of the lock settings in queue/contract.ts. */
  locks?: Partial<Pick<QueueWorkerOptions, 'lockDuration' | 'stalledInterval'>>;
  /** Up to this many lots an import rebuilds all suggestions; 50,000 by default. */
  maxLotsRebuilt?: number;
  /** Overrides of how much a scorecard backtests. */
  scorecardLimits?: Partial<ScorecardLimits>;
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
  { reconcileEveryMs = 15_000, locks = {}, maxLotsRebuilt, scorecardLimits }: WorkerOptions = {},
): Promise<RunningWorker> {
  const { config, redis: connection } = services;
  const shutdown = new AbortController();
  const imports = new Queue<ImportJobData>(importsQueueName(config.INDEX_ALIAS), { connection });
  const batches = new Queue<AnyBatch, BatchResult>(batchesQueueName(config.INDEX_ALIAS), { connection });
  const schedules = new Queue<RunScheduleData>(schedulesQueueName(config.INDEX_ALIAS), { connection });
  const scorecards = new Queue<ScorecardJobData>(scorecardsQueueName(config.INDEX_ALIAS), { connection });
  const metrics = ingestMetrics();
  const context = { ...createImportContext(services, batches, metrics), maxLotsRebuilt };

  const run = runAloneAfterLosses();
  // Kept with each job as `processedBy`: which process works on it, or worked on it last.
  const name = `${hostname()}:${process.pid}`;
  const importWorker = new Worker<ImportJobData>(
    imports.name,
    (job, token) => runJob(job, token!, () => processImport(job, token!, context, shutdown.signal)),
    { ...workerOptions, ...locks, name, connection, concurrency: importConcurrency },
  );
  const batchWorker = new Worker<AnyBatch, BatchResult>(
    batches.name,
    (job, token) => runJob(job, token!, () => workOn(job, token!, context, shutdown.signal)),
    { ...workerOptions, ...locks, name, connection, concurrency: batchConcurrency },
  );
  const scheduleWorker = new Worker<RunScheduleData>(
    schedules.name,
    (job, token) =>
      runJob(job, token!, () => {
        checkRun(job.name, job.data);
        return runSchedule(job.data.schedule, { context, imports, runs: schedules, signal: shutdown.signal });
      }),
    { ...workerOptions, ...locks, name, connection },
  );
  const scorecardWorker = new Worker<ScorecardJobData>(
    scorecards.name,
    // Not with the others in `runJob`: they never wait for it.
    (job, token) =>
      returnOnShutdown(job, token!, async () => {
        checkScorecardJob(job.name, job.data);
        return updateScorecard(job.data, context, shutdown.signal, scorecardLimits);
      }),
    { ...workerOptions, ...locks, name, connection },
  );
  const queues = [imports, batches, schedules, scorecards];
  const workers = [importWorker, batchWorker, scheduleWorker, scorecardWorker];
  const logError = throttledWarnings(logger);
  for (const part of [...queues, ...workers]) reportErrors(part, logError);
  const onRetry = (error: unknown) => {
    metrics.retried(outageOf(error)!);
    logError(error, 'retrying');
  };
  retries.subscribe(onRetry);
  for (const worker of workers) reportJobs(worker, logger);

  /** Runs a job, retries it while a server or its files are unavailable, and returns it to the queue on shutdown. */
  function runJob<T>(job: Job, token: string, work: () => Promise<T>): Promise<T> {
    return returnOnShutdown(job, token, () =>
      run(job, token, () => retryWhileUnavailable(work, shutdown.signal)),
    );
  }

  const missed = new Set<number>();
  const lostRuns = new Map<string, number | undefined>();
  let isReconciling = false;
  const reconcile = async () => {
    if (isReconciling) return;
    isReconciling = true;
    try {
      const lost = await reconcileImports(context, imports, missed);
      if (lost.length > 0) logger.warn({ imports: lost }, 'imports queued again');
      await removeLeftovers(context, imports);
      await syncSchedulers(context, schedules, lostRuns);
      if (config.SCORECARD === 'on') await requestScorecard(context, scorecards);
    } catch (error) {
      logger.debug({ err: error }, 'imports could not be compared with the queue');
    } finally {
      isReconciling = false;
    }
  };
  batchWorker.on('completed', (_job, result: BatchResult) => metrics.batchDone(result));
  batchWorker.on('failed', () => metrics.batchFailed());
  for (const worker of workers) worker.on('stalled', () => metrics.takenOver.inc());
  const operations =
    config.WORKER_PORT === undefined
      ? undefined
      : await startOperations(config.WORKER_PORT, services, metrics, queues, logger);
  if (operations) logger.info({ url: operations.url }, 'operations port open');

  const timer = setInterval(reconcile, reconcileEveryMs);
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  void reconcile();
  warnOfMappingVersion(context, logger).catch((error) =>
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

async function workOn(
  job: Job<AnyBatch>,
  token: string,
  context: ImportContext,
  signal: AbortSignal,
): Promise<BatchResult> {
  const { name, data } = job;
  checkBatch(name, data);
  try {
    return name === 'copy-batch'
      ? await copyBatch(data as CopyJobData, context, signal)
      : await indexBatch(data as BatchJobData, context, signal);
  } catch (error) {
    if (error instanceof NewerMapping) {
      await job.moveToDelayed(Date.now() + recheckAfterMs, token);
      throw new DelayedError();
    }
    if (!(error instanceof StaleWriter)) throw error;
    const entry = await retryWhileUnavailable(() => context.log.find(data.import), signal);
    // The import ended while this worker was stopped or disconnected: its batches no longer count.
    if (entry?.state !== 'running' || entry.run !== data.run) return emptyResult;
    throw error;
  }
}

/** Returns a job that the shutdown interrupts to the queue, without counting an attempt. */
async function returnOnShutdown<T>(job: Job, token: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // It becomes the reason of the job, and of the import.
    if (error instanceof Error) error.message = shortenReason(error.message);
    if (!(error instanceof ShuttingDown)) throw error;
    await job.moveToWait(token);
    throw new WaitingError();
  }
}

/** Logs the errors of a queue or worker. BullMQ continues by itself once Redis is back. */
function reportErrors(
  part: EventEmitter & { name: string },
  log: ReturnType<typeof throttledWarnings>,
): void {
  part.on('error', (error) => log(error, 'queue error', { queue: part.name }));
}

function reportJobs(worker: Worker, logger: Logger): void {
  worker.on('failed', (job, error) =>
    logger.warn({ job: job?.id, attempt: job?.attemptsMade, reason: error.message }, 'job failed'),
  );
  worker.on('stalled', (job) => logger.warn({ job }, 'job taken over from a stopped worker'));
  worker.on('completed', (job) => logger.debug({ job: job.id }, 'job done'));
}
