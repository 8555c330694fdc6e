import { join, resolve } from 'node:path';
import { heapFlag, processEnvironment } from '../config/process-memory.ts';
import { readSettings } from '../config/read-settings.ts';
import { startServer } from './server.ts';

const root = join(import.meta.dirname, '..');

/** How to start the API and the worker, beside their settings. */
interface ProcessesPlan {
  /** The Elasticsearch and the Redis of the service. */
  urls: Record<'ELASTICSEARCH_URL' | 'REDIS_URL', string>;
  ports: Record<'PORT' | 'WORKER_PORT', number>;
  /** Variables of the worker alone. */
  workerEnvironment?: Record<string, string>;
  /** Called when the API ends. */
  onUnexpectedExit(message: string): void;
  /** Called with the reason when the worker ends. */
  onWorkerExit(message: string): void;
}

/**
 * Starts the worker and the API with the settings of this process, and with their logs in LOCAL_DIR; resolves when both
 * answer. The API continues without the worker.
 * @throws SettingsError naming every setting that cannot be used
 */
export async function startProcesses({
  urls,
  ports,
  workerEnvironment,
  onUnexpectedExit,
  onWorkerExit,
}: ProcessesPlan): Promise<{ apiUrl: string; workerUrl: string }> {
  const names = ['HOST', 'LOCAL_DIR', 'API_HEAP_MB', 'WORKER_HEAP_MB'] as const;
  const { HOST, LOCAL_DIR, API_HEAP_MB, WORKER_HEAP_MB } = readSettings(names, process.env);
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  const apiUrl = `http://${host}:${ports.PORT}`;
  const workerUrl = `http://${host}:${ports.WORKER_PORT}`;
  // Beside the packages, so that npm ci empties it. The next start compiles nothing.
  const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled');
  const environment = { NODE_COMPILE_CACHE, ...processEnvironment, ...urls };
  const answers = async (url: string) => (await fetch(url)).ok;

  await Promise.all([
    startServer({
      name: 'The worker',
      url: workerUrl,
      command: [process.execPath, heapFlag(WORKER_HEAP_MB), join(root, 'ingest/worker.ts')],
      environment: { ...environment, ...workerEnvironment, WORKER_PORT: String(ports.WORKER_PORT) },
      log: resolve(LOCAL_DIR, 'logs/worker.log'),
      answers: () => answers(`${workerUrl}/readyz`),
      onUnexpectedExit: onWorkerExit,
    }),
    startServer({
      name: 'The API',
      url: apiUrl,
      command: [process.execPath, heapFlag(API_HEAP_MB), join(root, 'api/server.ts')],
      environment: { ...environment, PORT: String(ports.PORT) },
      log: resolve(LOCAL_DIR, 'logs/api.log'),
      answers: () => answers(`${apiUrl}/healthz`),
      onUnexpectedExit,
    }),
  ]);
  return { apiUrl, workerUrl };
}
