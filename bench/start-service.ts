import { join } from 'node:path';
import { heapFlag, processEnvironment } from '../config/process-memory.ts';
import { anyFreePorts } from '../local/process/ports.ts';
import { type Server, startServer } from '../local/server.ts';

const root = join(import.meta.dirname, '..');

/** The options of a process of the service. */
export type Environment = Record<string, string>;

/** No limits for a client. */
export const unlimited = { RATE_LIMIT_MAX: '0', MAX_IN_FLIGHT_PER_CLIENT: '0' };

/** Cold: no cache and no limits. */
export const coldSettings = { ...unlimited, CACHE_MAX_MB: '0' };

/** The API as the image runs it: Node's arguments. `bundleApi` makes the file. */
export const apiProgram = [heapFlag(), join(root, 'api/server.js')];

/** Starts the API as operators run it, a process of its own; resolves when it answers from the data. */
export async function startApi(bed: { environment: Environment }, settings: Environment): Promise<Server> {
  const [port] = await anyFreePorts(1);
  const environment = { ...bed.environment, LOG_LEVEL: 'info', ...settings, PORT: String(port) };
  return startNode('api', apiProgram, environment, `http://127.0.0.1:${port}`);
}

/** Lends an API to some work and ends it afterwards. */
export async function withApi<T>(
  bed: { environment: Environment },
  settings: Environment,
  work: (api: Server) => Promise<T>,
): Promise<T> {
  const api = await startApi(bed, settings);
  try {
    return await work(api);
  } finally {
    await api.stop();
  }
}

/** Starts the worker as operators run it; resolves when it has found its servers. */
export async function startWorker(environment: Environment): Promise<Server> {
  const [port] = await anyFreePorts(1);
  const settings = { ...environment, WORKER_PORT: String(port) };
  const program = [heapFlag(), 'ingest/worker.ts'];
  return startNode('worker', program, settings, `http://127.0.0.1:${port}`);
}

function startNode(name: string, program: string[], environment: Environment, url: string) {
  const variables = Object.entries({ ...processEnvironment, ...environment }).map(
    ([key, value]) => `${key}=${value}`,
  );
  return startServer({
    name,
    url,
    command: ['env', '-C', root, ...variables, process.execPath, ...program],
    log: join(environment.LOCAL_DIR!, 'logs', `${name}.log`),
    answers: async () => (await fetch(`${url}/readyz`)).ok,
  });
}
