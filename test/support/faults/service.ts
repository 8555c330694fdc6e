import { anyFreePorts } from '../../../local/process/ports.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { startIngest, type TestIngest } from '../start-ingest.ts';
import { startWorkerProcess, type WorkerProcess } from '../worker-process.ts';

/** The addresses of the servers of a scenario. */
export interface Servers {
  elasticsearchUrl: string;
  redisUrl: string;
  /** Import folder; a new one by default. */
  importRoot?: string;
  /** Timeout of the API for Elasticsearch; the default of the service if absent. */
  timeoutMs?: number;
}

/** The whole service in its own processes, with the means to break it. */
export interface ScenarioService {
  ingest: TestIngest;
  /** The URL of the API; the same after a restart. */
  apiUrl: string;
  /** The URL of the operations port of the worker. */
  workerUrl: string;
  /** The proxies from the API, and from the worker, to each Elasticsearch node. */
  apiToElasticsearch: FaultProxy[];
  workerToElasticsearch: FaultProxy[];
  killApi(): Promise<unknown>;
  startApi(): Promise<void>;
  killWorker(): Promise<unknown>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/** Prepares an API and a worker in their own processes, with their own alias. Neither is started yet. */
export async function prepareService(servers: Servers): Promise<ScenarioService> {
  const apiToElasticsearch = await proxiesTo(servers.elasticsearchUrl);
  const workerToElasticsearch = await proxiesTo(servers.elasticsearchUrl);
  // Requests of the test itself bypass the proxies.
  const ingest = await startIngest({ worker: false, ...servers });
  const [apiPort, workerPort] = await anyFreePorts(2);
  let api: ApiProcess | undefined;
  let worker: WorkerProcess | undefined;

  const service: ScenarioService = {
    ingest,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    workerUrl: `http://127.0.0.1:${workerPort}`,
    ...{ apiToElasticsearch, workerToElasticsearch },
    killApi: async () => api?.stop('SIGKILL'),
    async startApi() {
      api = await startApiProcess({
        ...ingest.environment,
        PORT: String(apiPort),
        ELASTICSEARCH_URL: urlsOf(apiToElasticsearch),
        ...(servers.timeoutMs && { ELASTICSEARCH_TIMEOUT_MS: String(servers.timeoutMs) }),
        // No client reaches the limit, but each request is counted.
        RATE_LIMIT_MAX: '10000000',
        // Each request is searched, so that the fault concerns it.
        CACHE_MAX_MB: '0',
        // Enough places for exports whose clients have left, so that they cause no 503.
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
        ...ingest.environment,
        ELASTICSEARCH_URL: urlsOf(workerToElasticsearch),
        WORKER_PORT: String(workerPort),
      });
    },
    async close() {
      await Promise.all([service.killApi(), service.killWorker()]);
      const proxies = [...apiToElasticsearch, ...workerToElasticsearch];
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await ingest.close();
    },
  };
  return service;
}

const urlsOf = (proxies: FaultProxy[]) => proxies.map(({ url }) => url).join();

const proxiesTo = (urls: string) => Promise.all(urls.split(',').map(startFaultProxy));
