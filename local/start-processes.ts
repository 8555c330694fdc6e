import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { heapFlag, processEnvironment } from '../config/process-memory.ts';
import { readSettings } from '../config/read-settings.ts';
import { choosePort, type PortSetting } from './process/ports.ts';
import { startServer } from './server.ts';

const root = join(import.meta.dirname, '..');

/** The settings of the API and the worker. */
export interface ProcessOptions {
  /** Address on which they listen, as in a URL. */
  host: string;
  apiPort: PortSetting;
  workerPort: PortSetting;
  /** Maximum heaps in MB. */
  heapMb: { api: number; worker: number };
  /** Folder of the logs. */
  logs: string;
  /** The login of the dashboard; the password is random at each start unless it is set. */
  login: { user: string; password: string };
}

/** The Elasticsearch and the Redis of the service. */
export interface Engine {
  urls: { ELASTICSEARCH_URL: string; REDIS_URL: string };
  /** Called for each process that uses the engine: the next start waits for its end. */
  noteProcess(name: string, pid: number): void;
}

/** Where the API and the worker answer. */
export interface Processes {
  apiUrl: string;
  workerUrl: string;
}

/**
 * Reads the settings of the API and the worker.
 * @throws SettingsError naming every setting that cannot be used
 */
export function readProcessOptions(environment: NodeJS.ProcessEnv): ProcessOptions {
  const names = [
    ...(['PORT', 'WORKER_PORT', 'HOST', 'LOCAL_DIR'] as const),
    ...(['API_HEAP_MB', 'WORKER_HEAP_MB', 'DASHBOARD_USER', 'DASHBOARD_PASSWORD'] as const),
  ];
  const settings = readSettings(names, environment);
  const { PORT, WORKER_PORT = 3001, HOST } = settings;
  const { DASHBOARD_USER, DASHBOARD_PASSWORD } = settings;
  return {
    host: HOST.includes(':') ? `[${HOST}]` : HOST,
    apiPort: { setting: 'PORT', port: PORT, exact: Boolean(environment.PORT) },
    workerPort: { setting: 'WORKER_PORT', port: WORKER_PORT, exact: Boolean(environment.WORKER_PORT) },
    heapMb: { api: settings.API_HEAP_MB, worker: settings.WORKER_HEAP_MB },
    logs: resolve(settings.LOCAL_DIR, 'logs'),
    login: {
      user: DASHBOARD_USER || 'admin',
      password: DASHBOARD_PASSWORD || randomBytes(12).toString('base64url'),
    },
  };
}

/** The ports that are to be free. */
export const wantedPorts = ({ apiPort, workerPort }: ProcessOptions): PortSetting[] => [apiPort, workerPort];

/**
 * Starts the worker and the API, with their logs in files. The API continues without the worker.
 * @param onUnexpectedExit called when the API ends
 * @param say called with the reason when the worker ends
 */
export async function startProcesses(
  options: ProcessOptions,
  { urls, noteProcess }: Engine,
  onUnexpectedExit: (message: string) => void,
  say: (line: string) => void,
): Promise<Processes> {
  const { host, logs, login } = options;
  // A port that is set is taken first, so that a default gives way to it.
  const ports: Record<string, number> = {};
  for (const wanted of wantedPorts(options).toSorted((a, b) => Number(b.exact) - Number(a.exact))) {
    ports[wanted.setting] = await choosePort(wanted, Object.values(ports));
  }
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
      command: [process.execPath, heapFlag(options.heapMb.worker), join(root, 'ingest/worker.ts')],
      environment: {
        ...environment,
        WORKER_PORT: String(ports.WORKER_PORT),
        DASHBOARD_USER: login.user,
        DASHBOARD_PASSWORD: login.password,
      },
      log: join(logs, 'worker.log'),
      answers: () => answers(`${workerUrl}/readyz`),
      onProcess: (pid) => noteProcess('worker', pid),
      onUnexpectedExit: (message) =>
        say(`${message}\nThe API continues, and imports wait. Start a worker: npm run worker`),
    }),
    startServer({
      name: 'The API',
      url: apiUrl,
      command: [process.execPath, heapFlag(options.heapMb.api), join(root, 'api/server.ts')],
      environment: { ...environment, PORT: String(ports.PORT) },
      log: join(logs, 'api.log'),
      answers: () => answers(`${apiUrl}/healthz`),
      onProcess: (pid) => noteProcess('api', pid),
      onUnexpectedExit,
    }),
  ]);
  return { apiUrl, workerUrl };
}
