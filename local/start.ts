import { join } from 'node:path';
import { heapFlag } from '../config/process-memory.ts';
import { readSettings } from '../config/read-settings.ts';
import { withoutSecrets } from '../ingest/cli/session.ts';
import { alignColumns } from '../ingest/cli/show.ts';
import { endGuardedPrograms, startGuarded } from './process/guarded-process.ts';
import { checkPorts, type PortSetting } from './process/ports.ts';
import { watchNpm } from './process/watch-npm.ts';
import { importSample } from './samples/import-sample.ts';
import { readStackOptions } from './stack-options.ts';
import {
  type Engine,
  type Processes,
  type ProcessOptions,
  readProcessOptions,
  startProcesses,
  wantedPorts,
} from './start-processes.ts';
import { startStack } from './start-stack.ts';

/*
 * npm start: starts the local engine unless URLs are set, the worker and the API, prints their addresses, imports the
 * sample data into an empty index, and then computes the scorecard. Ctrl-C ends everything.
 */

const say = (line: string) => console.log(line);

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  say('\nStopping …');
  await endGuardedPrograms();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
watchNpm(() => stop(1));

const onUnexpectedExit = (message: string) => {
  if (stopping) return;
  console.error(message);
  void stop(1);
};

try {
  const { SAMPLE_DATA } = readSettings(['SAMPLE_DATA'], process.env);
  const options = readProcessOptions(process.env);
  const engine = await startEngine(wantedPorts(options));
  const processes = await startProcesses(options, engine, onUnexpectedExit, (message) => {
    if (!stopping) console.error(message);
  });
  say(welcome(processes, options, engine));
  if (SAMPLE_DATA === 'on') {
    await importSample({ ...process.env, ...engine.urls }, say);
    await computeScorecard(options, engine);
  }
} catch (error) {
  onUnexpectedExit((error as Error).message);
}

/**
 * Returns the URLs of Elasticsearch and Redis that are set, or starts the local engine.
 * @param ports further ports to check before anything is started
 */
async function startEngine(ports: PortSetting[]): Promise<Engine> {
  const { ELASTICSEARCH_URL, REDIS_URL } = process.env;
  if (ELASTICSEARCH_URL && REDIS_URL) {
    await checkPorts(ports);
    return { urls: { ELASTICSEARCH_URL, REDIS_URL }, noteProcess: () => {} };
  }
  if (ELASTICSEARCH_URL || REDIS_URL) {
    throw new Error('Set both ELASTICSEARCH_URL and REDIS_URL, or neither to start the local engine.');
  }
  say('Starting Elasticsearch and Redis …');
  const options = { ...readStackOptions(process.env), furtherPorts: ports };
  const stack = await startStack({ ...options, onWork: say, onUnexpectedExit });
  const urls = { ELASTICSEARCH_URL: stack.elasticsearchUrl, REDIS_URL: stack.redisUrl };
  return { urls, noteProcess: stack.noteProcess };
}

/** Runs `gem-auctions scorecard` once, which computes nothing where the data are the same as at the last start. */
async function computeScorecard({ logs }: ProcessOptions, { urls }: Engine): Promise<void> {
  const program = join(import.meta.dirname, '../api/ext/scorecard/run-scorecard.ts');
  const log = join(logs, 'scorecard.log');
  const { exited } = await startGuarded([process.execPath, heapFlag(), program], log, urls);
  if ((await exited) !== 0 && !stopping)
    console.error(`The scorecard was not computed: ${log} says why. Later: npx gem-auctions scorecard`);
}

function welcome(
  { apiUrl, workerUrl }: Processes,
  { login, logs }: ProcessOptions,
  { urls }: Engine,
): string {
  const password = process.env.DASHBOARD_PASSWORD ? 'DASHBOARD_PASSWORD' : login.password;
  const addresses = [
    [`${apiUrl}/`, 'the explorer'],
    [`${apiUrl}/api/v1`, 'the API'],
    [`${apiUrl}/docs`, 'the reference'],
    [`${apiUrl}/readyz`, 'what the API runs on'],
    [`${workerUrl}/readyz`, 'what the worker runs on; also /metrics'],
    [`${workerUrl}/queues`, `the queues; user ${login.user}, password ${password}`],
    [withoutSecrets(urls.ELASTICSEARCH_URL), 'Elasticsearch'],
    [withoutSecrets(urls.REDIS_URL), 'Redis'],
  ];
  return `
The service runs:
${alignColumns(addresses).replaceAll(/^/gm, '  ')}
Logs are in ${logs}. Ctrl-C ends everything; the data stays.

Try:
  curl '${apiUrl}/api/v1/auctions?gem_name=ruby&origin=Burma&price_min=1000000'
  curl '${apiUrl}/api/v1/auctions/latest?limit=3'
  curl '${apiUrl}/api/v1/auctions?gem_name=rubby'
  npx gem-auctions imports
`;
}
