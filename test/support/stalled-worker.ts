import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { openServices, readIngestConfig } from '../../ingest/services.ts';
import { startWorker } from '../../ingest/start-worker.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { expireLocks, type TestIngest } from './start-ingest.ts';

const silent = pino({ level: 'silent' });
const never = 2 ** 31 - 1;

export interface StalledWorker {
  /** Resolves when the worker has reached the request. It has lost its jobs by then. */
  stalled: Promise<void>;
  /** Sends the request, lets the worker continue, and resolves when it has nothing more to do. */
  wakeUp(): Promise<void>;
}

/**
 * Starts a worker that stalls right before a request to Elasticsearch, like a process that is stopped or swapped out: it is
 * cut off from Redis, and the locks of its jobs expire at once.
 * @param isLast whether a request, from its first line to the beginning of its body, is the one
 */
export async function startStalledWorker(
  ingest: TestIngest,
  isLast: (request: string) => boolean,
): Promise<StalledWorker> {
  const { environment } = ingest;
  const engine = await startFaultProxy(environment.ELASTICSEARCH_URL.split(',')[0]!);
  const queues = await startFaultProxy(environment.REDIS_URL);
  engine.holdWhen(isLast);
  const settings = { ...environment, ELASTICSEARCH_URL: engine.url, REDIS_URL: queues.url };
  const services = openServices(readIngestConfig(settings));
  const worker = await startWorker(services, silent, { reconcileEveryMs: never });
  let isClosed = false;
  const stalled = (async () => {
    while (engine.waiting() === 0 && !isClosed) await pause(5);
    queues.freeze();
    await expireLocks(ingest);
  })();
  const release = () => {
    queues.thaw();
    engine.release();
  };
  onTestFinished(async () => {
    isClosed = true;
    await stalled;
    release();
    await worker.close();
    await services.close();
    await Promise.all([engine.close(), queues.close()]);
  });
  return {
    stalled,
    async wakeUp() {
      release();
      while (engine.quietMs() < 1_000) await pause(50);
    },
  };
}

/** Starts another worker, which checks for stalled jobs often and soon takes over the job. */
export async function startRescuer(environment: NodeJS.ProcessEnv): Promise<void> {
  const services = openServices(readIngestConfig(environment));
  const worker = await startWorker(services, silent, {
    locks: { stalledInterval: 300 },
    reconcileEveryMs: 300,
  });
  onTestFinished(async () => {
    await worker.close();
    await services.close();
  });
}
