import { anyFreePorts } from '../../../local/process/ports.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { startIngest, type TestIngest } from '../start-ingest.ts';
import { startWorkerProcess, type WorkerProcess } from '../worker-process.ts';

/** Where the servers of a scenario are. */
export interface Servers {
  elasticsearchUrl: string;
  redisUrl: string;
  /** Folder of the imports; one of its own by default. */
  importRoot?: string;
  /** Longest wait of the API for Elasticsearch; the default if absent. */
  timeoutMs?: number;
}

/** The whole service as operators run it, with what a fault needs to break it. */
export interface ScenarioService {
  ingest: TestIngest;
  /** Where the API answers; the same after a restart. */
  apiUrl: string;
  /** The worker's own port. */
  workerUrl: string;
  /** On the way from the API, and from the worker, to each Elasticsearch node. */
  apiToElasticsearch: FaultProxy[];
  workerToElasticsearch: FaultProxy[];
  /** On the way from both to Redis. */
  toRedis: FaultProxy[];
  killApi(): Promise<unknown>;
  startApi(): Promise<void>;
  killWorker(): Promise<unknown>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/** API and worker, each a process of its own, on an alias of their own; neither is started yet. */
export async function prepareService(servers: Servers): Promise<ScenarioService> {
  const apiToElasticsearch = await proxiesTo(servers.elasticsearchUrl);
  const workerToElasticsearch = await proxiesTo(servers.elasticsearchUrl);
  const toRedis = await proxiesTo(servers.redisUrl);
  // What the test itself asks goes past the proxies.
  const ingest = await startIngest({ worker: false, ...servers });
  const shared = { ...ingest.environment, REDIS_URL: toRedis[0]!.url };
  const [apiPort, workerPort] = await anyFreePorts(2);
  let api: ApiProcess | undefined;
  let worker: WorkerProcess | undefined;

  const service: ScenarioService = {
    ingest,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    workerUrl: `http://127.0.0.1:${workerPort}`,
    ...{ apiToElasticsearch, workerToElasticsearch, toRedis },
    killApi: async () => api?.stop('SIGKILL'),
    async startApi() {
      api = await startApiProcess({
        ...shared,
        PORT: String(apiPort),
        ELASTICSEARCH_URL: urlsOf(apiToElasticsearch),
        ...(servers.timeoutMs && { ELASTICSEARCH_TIMEOUT_MS: String(servers.timeoutMs) }),
        // No client reaches it, and each request is counted.
        RATE_LIMIT_MAX: '10000000',
        // Room for exports whose clients have left and that are not quite over: no 503 is for want of it.
        MAX_IN_FLIGHT: '1024',
      });
    },
    async killWorker() {
      if (!worker) return;
      await worker.kill('SIGKILL');
      const { exitCode, signalCode } = worker.process;
      if (signalCode !== 'SIGKILL') throw new Error(`The worker ended by itself: ${exitCode ?? signalCode}.`);
    },
    async startWorker() {
      worker = await startWorkerProcess({
        ...shared,
        ELASTICSEARCH_URL: urlsOf(workerToElasticsearch),
        WORKER_PORT: String(workerPort),
      });
    },
    async close() {
      await Promise.all([service.killApi(), service.killWorker()]);
      const proxies = [...apiToElasticsearch, ...workerToElasticsearch, ...toRedis];
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await ingest.close();
    },
  };
  return service;
}

const urlsOf = (proxies: FaultProxy[]) => proxies.map(({ url }) => url).join();

const proxiesTo = (urls: string) => Promise.all(urls.split(',').map(startFaultProxy));
