import { readSettings, SettingsError } from '../config/read-settings.ts';
import { endGuardedPrograms } from './process/guarded-process.ts';
import { watchNpm } from './process/watch-npm.ts';
import { importSample } from './samples/import-sample.ts';
import { startEngine } from './start-engine.ts';
import { startProcesses } from './start-processes.ts';

/*
 * npm start: the local engine unless URLs are given, the worker, the API, and the sample data when the index is empty.
 * Ctrl-C ends all of it.
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
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
process.on('SIGHUP', () => stop(0));
watchNpm(() => stop(1));

const onUnexpectedExit = (message: string) => {
  if (stopping) return;
  console.error(message);
  void stop(1);
};

try {
  const { SAMPLE_DATA } = readSettings(['SAMPLE_DATA'], process.env);
  const engine = await startEngine(process.env, say, onUnexpectedExit);
  const environment = { ...process.env, ...engine };
  const { apiUrl, logs } = await startProcesses(environment, onUnexpectedExit);
  if (SAMPLE_DATA === 'on') await importSample(environment, say);
  say(welcome(apiUrl, logs));
} catch (error) {
  if (!stopping) {
    console.error(error instanceof SettingsError || error instanceof Error ? error.message : error);
    await stop(1);
  }
}

function welcome(apiUrl: string, logs: string): string {
  return `
The service runs:
  ${apiUrl}/        the explorer
  ${apiUrl}/docs    the reference
  ${apiUrl}/readyz  what it runs on
Logs are in ${logs}. Ctrl-C ends everything; the data stays.

Try:
  curl '${apiUrl}/api/v1/auctions?gem_name=ruby&origin=Burma&price_min=1000000'
  curl '${apiUrl}/api/v1/auctions/latest?limit=3'
  curl '${apiUrl}/api/v1/auctions?gem_name=rubby'
`;
}
