import type { EventEmitter } from 'node:events';
import { type Job, Queue, WaitingError, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { checkBatch } from './check-batch.ts';
import { indexBatch } from './index-batch.ts';
import { copyBatch } from './migration/copy-batch.ts';
import { tellOfMigration } from './migration/tell-of-migration.ts';
import { ingestMetrics } from './operations/metrics.ts';
import { startOperations } from './operations/start-operations.ts';
import { processImport } from './process-import.ts';
import {
  type AnyBatch,
  type BatchJobData,
  type BatchResult,
  batchesQueueName,
  type CopyJobData,
  type ImportJobData,
  importsQueueName,
  workerOptions,
} from './queue.ts';
import { reconcileImports } from './reconcile-imports.ts';
import type { IngestServices } from './services.ts';
import { type ImportSteps, importSteps } from './steps.ts';
import { ShuttingDown } from './until-available.ts';

/** Batches that one process works on at a time: one is parsed while others wait for Elasticsearch. */
const batchConcurrency = 3;

/** Imports that one process plans or publishes at a time. */
const importConcurrency = 4;

/** How often unfinished imports are compared with the queue. */
const reconcileEveryMs = 15_000;

/** A running worker. */
export interface RunningWorker {
  /** Where its health, metrics and dashboard are, if WORKER_PORT is set. */
  operationsUrl: string | undefined;
  /** Finishes the batches in hand, or returns them to the queue. */
  close(): Promise<void>;
}

/** Starts to work on imports and batches, and resolves when Redis is there. */
export async function startWorker(services: IngestServices, logger: Logger): Promise<RunningWorker> {
  const { config, redis: connection } = services;
  const shutdown = new AbortController();
  const imports = new Queue<ImportJobData>(importsQueueName(config.INDEX_ALIAS), { connection });
  const batches = new Queue<AnyBatch, BatchResult>(batchesQueueName(config.INDEX_ALIAS), { connection });
  const metrics = ingestMetrics();
  metrics.watchQueues([imports, batches]);
  const steps = importSteps(services, batches, metrics);

  const importWorker = new Worker<ImportJobData>(
    imports.name,
    (job, token) => returnOnShutdown(job, token!, () => processImport(job, token!, steps, shutdown.signal)),
    { ...workerOptions, connection, concurrency: importConcurrency },
  );
  const batchWorker = new Worker<AnyBatch, BatchResult>(
    batches.name,
    (job, token) => returnOnShutdown(job, token!, () => workOn(job, steps, shutdown.signal)),
    { ...workerOptions, connection, concurrency: batchConcurrency },
  );
  for (const part of [imports, batches, importWorker, batchWorker]) reportTrouble(part, logger);
  for (const worker of [importWorker, batchWorker]) reportJobs(worker, logger);

  const reconcile = () =>
    reconcileImports(steps, imports).then(
      (lost) => lost.length > 0 && logger.warn({ imports: lost }, 'imports queued again'),
      (error) => logger.debug({ err: error }, 'imports could not be compared with the queue'),
    );
  batchWorker.on('completed', (_job, result: BatchResult) => metrics.batchDone(result));
  batchWorker.on('failed', () => metrics.batchFailed());
  for (const worker of [importWorker, batchWorker]) worker.on('stalled', () => metrics.takenOver.inc());
  const operations =
    config.WORKER_PORT === undefined
      ? undefined
      : await startOperations(config.WORKER_PORT, services, metrics, [imports, batches]);
  if (operations) logger.info({ url: operations.url }, 'operations port open');

  const timer = setInterval(reconcile, reconcileEveryMs);
  await Promise.all([importWorker.waitUntilReady(), batchWorker.waitUntilReady()]);
  void reconcile();
  tellOfMigration(steps, logger).catch((error) =>
    logger.debug({ err: error }, 'the mapping of the live index could not be read'),
  );

  return {
    operationsUrl: operations?.url,
    async close() {
      clearInterval(timer);
      shutdown.abort();
      await operations?.close();
      await Promise.all([importWorker.close(), batchWorker.close()]);
      await Promise.all([imports.close(), batches.close()]);
    },
  };
}

async function workOn(
  { name, data }: Job<AnyBatch>,
  steps: ImportSteps,
  signal: AbortSignal,
): Promise<BatchResult> {
  checkBatch(name, data);
  return name === 'copy-batch'
    ? copyBatch(data as CopyJobData, steps, signal)
    : indexBatch(data as BatchJobData, steps, signal);
}

/** A job that the shutdown interrupts goes back to the queue, and no attempt is counted. */
async function returnOnShutdown<T>(job: Job, token: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ShuttingDown)) throw error;
    await job.moveToWait(token);
    throw new WaitingError();
  }
}

/** Writes what goes wrong to the log. BullMQ goes on by itself once Redis is back. */
function reportTrouble(part: EventEmitter & { name: string }, logger: Logger): void {
  part.on('error', (error) => logger.warn({ err: error, queue: part.name }, 'queue trouble'));
}

function reportJobs(worker: Worker, logger: Logger): void {
  worker.on('failed', (job, error) =>
    logger.warn({ job: job?.id, attempt: job?.attemptsMade, reason: error.message }, 'job failed'),
  );
  worker.on('stalled', (job) => logger.warn({ job }, 'job taken over from a worker that is gone'));
  worker.on('completed', (job) => logger.debug({ job: job.id }, 'job done'));
}
