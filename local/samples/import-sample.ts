import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { placeFile } from '../../ingest/cli/commands/import.ts';
import { followImport, progressView } from '../../ingest/cli/follow-import.ts';
import { type CliSession, withSession } from '../../ingest/cli/session.ts';
import { summaryOf } from '../../ingest/cli/show.ts';
import { enqueueImport } from '../../ingest/import/enqueue.ts';
import { unfinishedStates } from '../../ingest/store/import-entry.ts';
import { writeSyntheticCsv } from './synthetic-lots.ts';

/** Number of synthetic lots beside the famous ones, for statistics and rankings. */
const syntheticLots = 20_000;

/** Imports the sample data through the queue, like any file, unless the index has records. */
export async function importSample(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<void> {
  await withSession(async (session) => {
    if (await hasRecords(session)) return;
    say('The index is empty: importing the sample data (SAMPLE_DATA=off for none) …');
    const folder = session.config.IMPORT_ROOT;
    await mkdir(folder, { recursive: true });
    const synthetic = join(folder, 'synthetic-lots.csv');
    await writeSyntheticCsv(synthetic, syntheticLots);
    const files = [
      { file: join(import.meta.dirname, 'notable-sales.csv'), name: 'notable sales' },
      { file: synthetic, name: 'synthetic lots' },
    ];
    const view = progressView(process.stderr, false);
    const ended = await Promise.all(
      files.map(async ({ file, name }) => {
        const placed = await placeFile(file, folder);
        const payload = {
          ...placed,
          temporary: placed.temporary || file === synthetic,
          sample: true,
          name,
          format: 'csv' as const,
        };
        const id = await enqueueImport(session, 'import-file', payload);
        return followImport(id, session, view.add(name));
      }),
    );
    view.stop();
    for (const entry of ended) say(summaryOf(entry));
  }, environment);
}

/** Whether there are records, or a sample import is still running, so that the sample is not imported twice. */
async function hasRecords({ elasticsearch, indexAlias, log }: CliSession): Promise<boolean> {
  const { count } = await elasticsearch.count({ index: indexAlias, ignore_unavailable: true });
  return count > 0 || (await log.list(unfinishedStates)).length > 0;
}
