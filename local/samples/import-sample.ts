import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '../../config/read-settings.ts';
import { placeFile } from '../../ingest/cli/commands/import.ts';
import { followImport, progressPrinter } from '../../ingest/cli/follow-import.ts';
import { type CliSession, withSession } from '../../ingest/cli/session.ts';
import { summaryOf } from '../../ingest/cli/show.ts';
import { enqueueImport } from '../../ingest/import/enqueue.ts';
import { unfinishedStates } from '../../ingest/store/import-entry.ts';
import { writeSyntheticCsv } from './synthetic-lots.ts';

/** Number of synthetic lots beside the famous ones, for statistics and rankings. */
const syntheticLots = 20_000;

/** The service `sample-data` of docker-compose.yml. */
if (import.meta.main && readSettings(['SAMPLE_DATA'], process.env).SAMPLE_DATA === 'on')
  await importSample(process.env, (line) => console.log(line));

/** Imports the sample data through the queue, like any file, into an empty index that no deletion has emptied. */
export async function importSample(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<void> {
  await withSession(async (session) => {
    if (await isInUse(session)) return;
    say('The index is empty: importing the sample data (SAMPLE_DATA=off for none) …');
    const folder = session.config.IMPORT_ROOT;
    await mkdir(folder, { recursive: true });
    const synthetic = join(folder, 'synthetic-lots.csv');
    await writeSyntheticCsv(synthetic, syntheticLots);
    const files = {
      'notable sales': join(import.meta.dirname, 'notable-sales.csv'),
      'synthetic lots': synthetic,
    };
    for (const [name, file] of Object.entries(files)) {
      const placed = await placeFile(file, folder);
      const temporary = placed.temporary || file === synthetic;
      const payload = { ...placed, temporary, name, format: 'csv', keep_samples: true } as const;
      const id = await enqueueImport(session, 'import-file', payload);
      say(summaryOf(await followImport(id, session, progressPrinter(name))));
    }
    say('The page shows the sample now.');
  }, environment);
}

/** Whether there are records, an import still runs, or an import has deleted records: what was removed does not return. */
async function isInUse({ elasticsearch, indexAlias, log }: CliSession): Promise<boolean> {
  const { count } = await elasticsearch.count({ index: indexAlias, ignore_unavailable: true });
  if (count > 0 || (await log.findFirst({ states: unfinishedStates }))) return true;
  return (await log.findFirst({ states: ['completed'], modes: ['delete'], hasRecords: true })) !== undefined;
}
