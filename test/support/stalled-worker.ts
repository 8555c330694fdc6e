import { Worker } from 'bullmq';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createImportContext } from '../../ingest/context.ts';
import { processImport } from '../../ingest/import/process-job.ts';
import { type ImportJobData, importsQueueName } from '../../ingest/queue/contract.ts';
import { openServices, readIngestConfig } from '../../ingest/services.ts';
import { startWorker } from '../../ingest/start-worker.ts';

/** A request to Elasticsearch as the client makes it. */
export interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
  bulkBody?: unknown;
}

export interface StalledWorker {
  /** Resolves when the worker has reached the request. */
  stalled: Promise<void>;
  /** Sends the request and continues. Resolves with the result. */
  goOn(): Promise<PromiseSettledResult<unknown>>;
  close(): Promise<void>;
}

/**
 * A worker that stalls right before a request to Elasticsearch, like a process that is stopped or swapped out. It does not
 * renew the lock of its job, so that another worker takes the job over. Other requests pass.
 */
export async function startStalledWorker(
  environment: NodeJS.ProcessEnv,
  isLast: (request: SentRequest) => boolean,
): Promise<StalledWorker> {
  const services = openServices(readIngestConfig(environment));
  const met = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<PromiseSettledResult<unknown>>();
  const { transport } = services.elasticsearch;
  const request = transport.request.bind(transport);
  let isStalled = false;
  transport.request = (async (params: SentRequest, options: never) => {
    if (isStalled || !isLast(params)) return request(params as never, options);
    isStalled = true;
    met.resolve();
    await gate.promise;
    const answer = request(params as never, options);
    void Promise.allSettled([answer]).then(([outcome]) => sent.resolve(outcome));
    return answer;
  }) as typeof transport.request;

  const { config, redis: connection } = services;
  const context = createImportContext(services);
  const { signal } = new AbortController();
  const locks = { connection, skipLockRenewal: true, skipStalledCheck: true, lockDuration: 5_000 };
  const worker = new Worker<ImportJobData>(
    importsQueueName(config.INDEX_ALIAS),
    (job) => processImport(job, context, signal),
    locks,
  );
  worker.on('error', () => {});
  // It takes no other job either.
  void met.promise.then(() => worker.pause(true));
  const close = async () => {
    gate.resolve();
    await worker.close();
    await services.close();
  };
  let closed: Promise<void> | undefined;
  const closeOnce = () => (closed ??= close());
  onTestFinished(closeOnce);
  return {
    stalled: met.promise,
    async goOn() {
      gate.resolve();
      return sent.promise;
    },
    close: closeOnce,
  };
}

/** Another worker, which checks for stalled jobs often and soon takes over the job. */
export async function startRescuer(environment: NodeJS.ProcessEnv): Promise<void> {
  const services = openServices(readIngestConfig(environment));
  const worker = await startWorker(services, pino({ level: 'silent' }), {
    locks: { stalledInterval: 500 },
    reconcileEveryMs: 500,
  });
  onTestFinished(async () => {
    await worker.close();
    await services.close();
  });
}
