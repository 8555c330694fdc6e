import { anyFreePorts } from '../../../local/process/ports.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { startIngest, type TestIngest } from '../start-ingest.ts';
import { startWorkerProcess, type WorkerProcess } from '../worker-process.ts';
import type { Servers } from './service.ts';

/** One process of the service, with its own connections to both servers. */
export interface Part {
  /** For logs: "worker 1". */
  name: string;
  /** The URL of the API, or of the operations port of the worker; the same after a restart. */
  url: string;
  toElasticsearch: FaultProxy;
  toRedis: FaultProxy;
  /** Starts the process; resolves when it is ready. Does nothing if it runs already. */
  start(): Promise<void>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
  /** Stops it by SIGSTOP. */
  suspend(): void;
  /** Lets it go on by SIGCONT. */
  resume(): void;
  /** The lines of its log since the first start. */
  log(): string[];
}

/** Two workers and two APIs over one alias, not started yet. */
export interface RedundantService {
  /** Bypasses all proxies. */
  ingest: TestIngest;
  workers: [Part, Part];
  apis: [Part, Part];
  parts: Part[];
  close(): Promise<void>;
}

/** Prepares two workers and two APIs on one Elasticsearch node and one Redis. */
export async function prepareRedundantService(servers: Servers): Promise<RedundantService> {
  const ingest = await startIngest({ worker: false, ...servers });
  const ports = await anyFreePorts(4);
  const plans = (['worker 1', 'worker 2', 'API 1', 'API 2'] as const).map((name, i) => ({
    name,
    port: ports[i]!,
  }));
  const parts = await Promise.all(plans.map(({ name, port }) => preparePart(name, port, servers, ingest)));
  return {
    ingest,
    workers: [parts[0]!, parts[1]!],
    apis: [parts[2]!, parts[3]!],
    parts,
    async close() {
      await Promise.all(parts.map((part) => part.kill()));
      await Promise.all(
        parts.flatMap(({ toElasticsearch, toRedis }) => [toElasticsearch.close(), toRedis.close()]),
      );
      await ingest.close();
    },
  };
}

async function preparePart(name: string, port: number, servers: Servers, ingest: TestIngest): Promise<Part> {
  const toElasticsearch = await startFaultProxy(servers.elasticsearchUrl);
  const toRedis = await startFaultProxy(servers.redisUrl);
  const environment = {
    ...ingest.environment,
    ELASTICSEARCH_URL: toElasticsearch.url,
    REDIS_URL: toRedis.url,
    LOG_LEVEL: process.env.FAULTS_LOG_LEVEL ?? 'info',
  };
  const program = name.startsWith('API') ? apiProgram(environment, port) : workerProgram(environment, port);
  let running: Running | undefined;
  const runs: Running[] = [];
  return {
    ...{ name, toElasticsearch, toRedis, url: `http://127.0.0.1:${port}` },
    async start() {
      if (running) return;
      running = await program();
      runs.push(running);
    },
    async kill() {
      const ending = running;
      running = undefined;
      await ending?.signal('SIGKILL');
    },
    suspend: () => void running?.signal('SIGSTOP'),
    resume: () => void running?.signal('SIGCONT'),
    log: () => runs.flatMap((run) => run.log()),
  };
}

interface Running {
  /** With SIGKILL it resolves when the process is gone. */
  signal(name: NodeJS.Signals): Promise<unknown>;
  log(): string[];
}

function workerProgram(environment: Record<string, string>, port: number): () => Promise<Running> {
  return async () => {
    const worker: WorkerProcess = await startWorkerProcess({ ...environment, WORKER_PORT: String(port) });
    return { signal: (name) => signalProcess(worker, name), log: () => worker.log };
  };
}

async function signalProcess(worker: WorkerProcess, name: NodeJS.Signals): Promise<void> {
  if (name === 'SIGKILL') await worker.kill(name);
  else worker.process.kill(name);
}

function apiProgram(environment: Record<string, string>, port: number): () => Promise<Running> {
  return async () => {
    const api: ApiProcess = await startApiProcess({
      ...environment,
      PORT: String(port),
      // No client reaches these limits.
      RATE_LIMIT_MAX: '10000000',
      MAX_IN_FLIGHT: '1024',
    });
    return { signal: (name) => api.stop(name), log: () => api.log.map((line) => JSON.stringify(line)) };
  };
}
