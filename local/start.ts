import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { heapFlag } from '../config/process-memory.ts';
import { readSettings } from '../config/read-settings.ts';
import { withoutSecrets } from '../ingest/cli/session.ts';
import { alignColumns } from '../ingest/cli/show.ts';
import { endInOrder, ending, startGuarded } from './process/guarded-process.ts';
import { choosePorts } from './process/ports.ts';
import { importSample } from './samples/import-sample.ts';
import { startEngine } from './stack.ts';
import { startProcesses } from './start-processes.ts';

/*
 * npm start: starts the local engine unless URLs are set, the worker and the API, prints their addresses, imports the
 * sample data into an empty index, and then computes the scorecard. Ctrl-C ends everything.
 */

const end = endInOrder();

try {
  await start();
} catch (error) {
  await end(1, (error as Error).message);
}

async function start(): Promise<void> {
  const names = ['SAMPLE_DATA', 'LOCAL_DIR', 'DASHBOARD_USER', 'DASHBOARD_PASSWORD'] as const;
  const { SAMPLE_DATA, LOCAL_DIR, ...set } = readSettings(names, process.env);
  const logs = resolve(LOCAL_DIR, 'logs');
  const login = {
    DASHBOARD_USER: set.DASHBOARD_USER || 'admin',
    ...(!set.DASHBOARD_PASSWORD && { DASHBOARD_PASSWORD: randomBytes(12).toString('base64url') }),
  };
  const ports = await choosePorts(['PORT', 'WORKER_PORT']);
  const onUnexpectedExit = (message: string) => end(1, message);
  const urls = await findEngine(onUnexpectedExit);
  const { apiUrl, workerUrl } = await startProcesses({
    ...{ urls, ports, onUnexpectedExit },
    workerEnvironment: login,
    onWorkerExit: (message) =>
      console.error(`${message}\nThe API continues, and imports wait. Start a worker: npm run worker`),
  });
  // What the command line must be told as well; no password is shown.
  const told = ['LOCAL_DIR', 'ELASTICSEARCH_URL', 'REDIS_URL', 'INDEX_ALIAS']
    .filter((name) => /^[^@]+$/.test(process.env[name] ?? ''))
    .map((name) => `${name}='${process.env[name]}' `);
  const password = login.DASHBOARD_PASSWORD ?? 'DASHBOARD_PASSWORD';
  const addresses = [
    [`${apiUrl}/`, 'the explorer'],
    [`${apiUrl}/api/v1`, 'the API'],
    [`${apiUrl}/docs`, 'the reference'],
    [`${apiUrl}/readyz`, 'what the API runs on'],
    [`${workerUrl}/readyz`, 'what the worker runs on; also /metrics'],
    [`${workerUrl}/queues`, `the queues; user ${login.DASHBOARD_USER}, password ${password}`],
    [withoutSecrets(urls.ELASTICSEARCH_URL), 'Elasticsearch'],
    [withoutSecrets(urls.REDIS_URL), 'Redis'],
  ];
  console.log(`
The service runs:
${alignColumns(addresses).replaceAll(/^/gm, '  ')}
Logs are in ${logs}. Ctrl-C ends everything; the data stays.

Try:
  curl '${apiUrl}/api/v1/auctions?gem_name=ruby&origin=Burma&price_min=1000000'
  curl '${apiUrl}/api/v1/auctions/latest?limit=3'
  curl '${apiUrl}/api/v1/auctions?gem_name=rubby'
  ${told.join('')}npx gem-auctions imports
`);
  if (SAMPLE_DATA === 'off') return;
  await importSample({ ...process.env, ...urls }, console.log);
  await computeScorecard(join(logs, 'scorecard.log'), urls);
}

/** Returns the URLs of Elasticsearch and Redis that are set, or starts the local engine. */
async function findEngine(onUnexpectedExit: (message: string) => void) {
  const { ELASTICSEARCH_URL, REDIS_URL } = process.env;
  if (ELASTICSEARCH_URL && REDIS_URL) return { ELASTICSEARCH_URL, REDIS_URL };
  if (ELASTICSEARCH_URL || REDIS_URL) {
    throw new Error('Set both ELASTICSEARCH_URL and REDIS_URL, or neither to start the local engine.');
  }
  console.log('Starting Elasticsearch and Redis …');
  return startEngine({ onWork: console.log, onUnexpectedExit });
}

/** Runs `gem-auctions scorecard` once, which computes nothing where the data are the same as at the last start. */
async function computeScorecard(log: string, urls: Record<string, string>): Promise<void> {
  const program = join(import.meta.dirname, '../api/ext/scorecard/run-scorecard.ts');
  const { exited } = startGuarded([process.execPath, heapFlag(), program], log, urls);
  if ((await exited) !== 0 && !ending)
    console.error(`The scorecard was not computed: ${log} says why. Later: npx gem-auctions scorecard`);
}
