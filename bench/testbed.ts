import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readSettings } from '../config/read-settings.ts';
import { followImport } from '../ingest/cli/follow-import.ts';
import { withSession } from '../ingest/cli/session.ts';
import { enqueueImport } from '../ingest/import/enqueue.ts';
import type { ImportFilePayload } from '../ingest/queue/contract.ts';
import { writeSyntheticCsv } from '../local/samples/synthetic-lots.ts';
import { type Stack, startStack } from '../local/start-stack.ts';
import { mappingVersion, recordsMapping } from '../mappings/records-index.ts';
import { startWorker } from './start-service.ts';

/** Where everything is measured: an engine of its own that holds the generated records. */
export interface Testbed {
  records: number;
  /** The file that the records came from. */
  csv: string;
  engineUrls: string[];
  enginePids: number[];
  /** For the service's own processes. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Heap of Elasticsearch: enough for quantiles over a million values with some to spare. */
const heap = '2g';

/** Starts the engine and loads the records, unless an earlier run has left them. */
export async function openTestbed(records: number, say: (line: string) => void): Promise<Testbed> {
  const local = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR);
  const dir = join(local, `bench-${records}`);
  await mkdir(join(dir, 'imports'), { recursive: true });
  const stack = await startStack({ dir, buildDir: join(local, 'build'), heap, onWork: say });
  try {
    const csv = join(dir, 'imports', 'lots.csv');
    const bed: Testbed = {
      records,
      csv,
      environment: environmentOf(stack, dir),
      engineUrls: stack.elasticsearchUrl.split(','),
      enginePids: stack.nodes.map(({ pid }) => pid),
      stop: () => stack.stop(),
    };
    await load(bed, say);
    return bed;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

function environmentOf(stack: Stack, dir: string): Record<string, string> {
  return {
    ELASTICSEARCH_URL: stack.elasticsearchUrl,
    REDIS_URL: stack.redisUrl,
    INDEX_ALIAS: 'bench',
    IMPORT_ROOT: join(dir, 'imports'),
    LOCAL_DIR: dir,
    LOG_LEVEL: 'warn',
  };
}

/** Runs work on a new engine without data, which has compiled nothing yet, and removes it. */
export async function withFreshEngine<T>(bed: Testbed, work: (fresh: Testbed) => Promise<T>): Promise<T> {
  const local = dirname(bed.environment.LOCAL_DIR!);
  const dir = join(local, 'bench-fresh');
  await rm(dir, { recursive: true, force: true });
  const stack = await startStack({ dir, buildDir: join(local, 'build'), heap });
  try {
    const engineUrls = stack.elasticsearchUrl.split(',');
    return await work({ ...bed, engineUrls, environment: environmentOf(stack, dir) });
  } finally {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** The same engine with an index of another size beside the first one. */
export async function withRecords(bed: Testbed, records: number): Promise<Testbed> {
  const environment = { ...bed.environment, INDEX_ALIAS: `bench-${records}` };
  const sized = { ...bed, records, environment, csv: join(dirname(bed.csv), `lots-${records}.csv`) };
  await load(sized, () => undefined);
  return sized;
}

/** Imports the file by the worker, as any other file. What an older mapping holds is replaced. */
async function load(bed: Testbed, say: (line: string) => void): Promise<void> {
  if (!existsSync(bed.csv)) {
    say(`Writing ${bed.records} generated records …`);
    await writeSyntheticCsv(bed.csv, bed.records);
  }
  const stamp = stampOf(bed);
  const fields = Object.keys(recordsMapping.properties);
  const wanted = JSON.stringify({ records: bed.records, mappingVersion, fields });
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  say(`Importing ${bed.records} records …`);
  const worker = await startWorker(bed.environment);
  try {
    const { seconds } = await importFile(bed.environment, { path: basename(bed.csv), mode: 'replace' });
    say(`Imported in ${seconds.toFixed(0)} s.`);
  } finally {
    await worker.stop();
  }
  await writeFile(stamp, wanted);
}

/** Says which records an index holds. */
const stampOf = ({ environment }: Testbed) =>
  join(environment.LOCAL_DIR!, `loaded-${environment.INDEX_ALIAS}.json`);

/** From the next run on the records are imported anew. */
export const forgetRecords = (bed: Testbed): Promise<void> => rm(stampOf(bed), { force: true });

/** Imports a file and says how long it took, from the enqueueing to the end. */
export function importFile(
  environment: Record<string, string>,
  payload: ImportFilePayload,
): Promise<{ seconds: number; records: number }> {
  return withSession(async (session) => {
    const start = performance.now();
    const id = await enqueueImport(session, 'import-file', { format: 'csv', ...payload });
    const entry = await followImport(id, session, () => undefined);
    const seconds = (performance.now() - start) / 1000;
    if (entry.state !== 'completed') throw new Error(`The import ended ${entry.state}: ${entry.reason}`);
    return { seconds, records: entry.indexed };
  }, environment);
}
