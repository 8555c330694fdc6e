import { join, resolve } from 'node:path';
import { Queue } from 'bullmq';
import { apiFlags, processEnvironment, workerFlags } from '../config/process-memory.ts';
import { readSettings } from '../config/read-settings.ts';
import { importsQueueName } from '../ingest/queue.ts';
import { choosePort } from './process/ports.ts';
import { startServer } from './server.ts';

const root = join(import.meta.dirname, '..');

/** Starts the worker and the API as processes of their own, with their logs in files. */
export async function startProcesses(
  environment: NodeJS.ProcessEnv,
  onUnexpectedExit: (message: string) => void,
): Promise<{ apiUrl: string; logs: string }> {
  const settings = readSettings(['PORT', 'HOST', 'LOCAL_DIR', 'REDIS_URL', 'INDEX_ALIAS'], environment);
  const logs = resolve(settings.LOCAL_DIR, 'logs');
  const port = await choosePort({ port: settings.PORT, exact: Boolean(environment.PORT) }, 'PORT');
  const apiUrl = `http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${port}`;
  const command = (script: string, flags: string[], further: Record<string, string> = {}) => {
    const { ELASTICSEARCH_URL, REDIS_URL } = environment;
    const variables = { ...processEnvironment, ELASTICSEARCH_URL, REDIS_URL, ...further };
    const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    return ['env', ...set, process.execPath, ...flags, join(root, script)];
  };

  await Promise.all([
    startServer({
      name: 'The worker',
      url: settings.REDIS_URL,
      command: command('ingest/worker.ts', workerFlags),
      log: join(logs, 'worker.log'),
      answers: () => hasWorker(settings),
      onUnexpectedExit,
    }),
    startServer({
      name: 'The API',
      url: apiUrl,
      command: command('api/server.ts', apiFlags, { PORT: String(port) }),
      log: join(logs, 'api.log'),
      answers: async () => (await fetch(`${apiUrl}/healthz`)).ok,
      onUnexpectedExit,
    }),
  ]);
  return { apiUrl, logs };
}

async function hasWorker({
  REDIS_URL,
  INDEX_ALIAS,
}: {
  REDIS_URL: string;
  INDEX_ALIAS: string;
}): Promise<boolean> {
  const queue = new Queue(importsQueueName(INDEX_ALIAS), { connection: { url: REDIS_URL } });
  try {
    return (await queue.getWorkersCount()) > 0;
  } finally {
    await queue.close();
  }
}
