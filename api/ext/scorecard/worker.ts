import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { Counter } from '@prometheus-io/client';
import { Queue, WaitingError, Worker, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { redisOptions } from '../../../config/clients.ts';
import { createLogger } from '../../../config/create-logger.ts';
import { processMetrics } from '../../../config/process-metrics.ts';
import { readSettings, SettingsError, withLocalStack } from '../../../config/read-settings.ts';
import { type ScorecardJobData, scorecardJob, scorecardsQueueName } from '../../../mappings/scorecard.ts';
import { readConfig } from '../../config.ts';
import { usualCheckMs, watchIndexStates } from '../../search/data-version.ts';
import { closeServices, connectServices } from '../../search/services.ts';
import { type ScorecardLimits, usualLimits } from './compute-scorecard.ts';
import { type ScorecardOutcome, updateScorecard } from './update-scorecard.ts';

/** Maximum time of one search in milliseconds: nobody waits for it. */
const searchTimeoutMs = 60_000;

/** After SIGTERM the process ends at the latest after this time. */
const shutdownMs = 9_000;

/** The settings of the scorecard process: those of the API's connections, and its own. */
type ScorecardConfig = ReturnType<typeof readScorecardConfig>;

/** @throws SettingsError naming every invalid setting */
export function readScorecardConfig(environment: NodeJS.ProcessEnv) {
  const names = ['SCORECARD', 'SCORECARD_QUIET_S', 'SCORECARD_PORT'] as const;
  const { SCORECARD, SCORECARD_QUIET_S, SCORECARD_PORT } = readSettings(names, environment);
  return {
    ...readConfig(environment),
    elasticsearchTimeoutMs: searchTimeoutMs,
    isOn: SCORECARD === 'on',
    quietMs: SCORECARD_QUIET_S * 1000,
    operationsPort: SCORECARD_PORT,
  };
}

type ScorecardMetrics = ReturnType<typeof scorecardMetrics>;

/** The metrics of the scorecard process; docs/operations/observability.md explains them. */
export function scorecardMetrics() {
  const registry = processMetrics();
  const jobs = new Counter({
    name: 'gem_scorecard_jobs_total',
    help: 'Scorecards by outcome: stored, unchanged, superseded, or failed after the last attempt.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Start at 0: alerts on an increase would miss the first failure otherwise.
  for (const outcome of ['stored', 'unchanged', 'superseded', 'failed']) jobs.inc({ outcome }, 0);
  return { registry, jobs };
}

/** Options that tests change. */
export interface ScorecardOptions {
  limits?: Partial<ScorecardLimits>;
  /** How often the data version is read from the index, besides its announcements. */
  checkEveryMs?: number;
  locks?: Pick<WorkerOptions, 'lockDuration' | 'stalledInterval'>;
}

/**
 * Computes the scorecard of each data version that stays for a while. Any number of processes may run: each adds the job
 * of a new version, which has the version as its id, and one of them does it.
 * @returns a function that ends it and gives a job in progress back to the queue
 */
export function startScorecard(
  config: ScorecardConfig,
  log: Logger,
  { jobs }: ScorecardMetrics,
  { limits, checkEveryMs = usualCheckMs, locks }: ScorecardOptions = {},
): () => Promise<void> {
  const { indexAlias, quietMs, elasticsearchTimeoutMs: timeoutMs } = config;
  const services = connectServices(config);
  // BullMQ demands null for workers: their blocking reads outlive any number of reconnections.
  const connection = new Redis(config.redisUrl, {
    ...redisOptions(config.redisCaFile),
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  connection.on('error', () => undefined);
  const states = watchIndexStates(services.elasticsearch, services.subscriber, {
    ...{ indexAlias, timeoutMs, checkEveryMs, log },
  });
  const name = scorecardsQueueName(indexAlias);
  const queue = new Queue<ScorecardJobData>(name, { connection });
  states.onChange(() => {
    const version = states.lastRead()?.state.dataVersion;
    if (version === undefined) return;
    const job = scorecardJob(version, quietMs);
    queue.add(job.name, job.data, job.opts).catch((error) => logError(error));
  });

  const shutdown = new AbortController();
  const context = { services, states, indexAlias, timeoutMs, limits: { ...usualLimits, ...limits } };
  const worker = new Worker<ScorecardJobData, ScorecardOutcome>(
    name,
    async (job, token) => {
      try {
        return await updateScorecard(job.data.data_version, context, shutdown.signal);
      } catch (error) {
        if (!shutdown.signal.aborted) throw error;
        // Another process takes it; no attempt is counted.
        await job.moveToWait(token!);
        throw new WaitingError();
      }
    },
    { connection, name: `${hostname()}:${process.pid}`, maxStalledCount: 5, ...locks },
  );
  worker.on('completed', (job, outcome) => {
    jobs.inc({ outcome });
    const { data_version } = job.data;
    log.info({ data_version, outcome, ms: Date.now() - job.processedOn! }, 'scorecard job done');
  });
  worker.on('failed', (job, err) => {
    const isLast = !job || job.attemptsMade >= job.opts.attempts!;
    if (isLast) jobs.inc({ outcome: 'failed' });
    log.warn({ ...job?.data, err, attempt: job?.attemptsMade, isLast }, 'scorecard job failed');
  });
  const logError = onceEach((err) => log.warn({ err }, 'queue error'));
  queue.on('error', logError);
  worker.on('error', logError);

  return async () => {
    shutdown.abort();
    states.close();
    await worker.close();
    await queue.close();
    connection.disconnect();
    await closeServices(services);
  };
}

/** Calls back with an error unless it is the same as the one before: an outage causes one per attempt to reconnect. */
function onceEach(report: (error: Error) => void): (error: Error) => void {
  let last: string | undefined;
  return (error) => {
    const cause = error.message || (error as NodeJS.ErrnoException).code;
    if (cause !== last) report(error);
    last = cause;
  };
}

/** Serves /healthz and /metrics; resolves with the URL. The server ends with the process. */
async function serveOperations(port: number, host: string, { registry }: ScorecardMetrics): Promise<string> {
  const server = createServer(async ({ url }, response) => {
    if (url === '/healthz') response.end('{"status":"ok"}');
    else if (url === '/metrics')
      response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

async function main(): Promise<void> {
  // Registered first: the first process of a container ignores signals without a listener.
  const stopSignal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  try {
    const config = readScorecardConfig(withLocalStack(process.env));
    const log = createLogger({ level: config.logLevel, name: 'scorecard' });
    const metrics = scorecardMetrics();
    if (config.operationsPort !== undefined) {
      const url = await serveOperations(config.operationsPort, config.host, metrics);
      log.info({ url }, 'operations port open');
    }
    const stop = config.isOn ? startScorecard(config, log, metrics) : undefined;
    log.info(config.isOn ? 'scorecard process ready' : 'SCORECARD=off: no scorecard is computed');
    // Keeps the process running where nothing else does.
    const alive = setInterval(() => undefined, 2 ** 30);
    await stopSignal;
    clearInterval(alive);
    setTimeout(() => process.exit(1), shutdownMs).unref();
    await stop?.();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.main) await main();
