import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { enqueueImport } from '../../import/enqueue.ts';
import { liveIndex } from '../../index/live-index.ts';
import { sampleLotIds } from '../../index/sample-lots.ts';
import { requireNoImport } from '../../store/import-log.ts';
import { watchImports } from '../follow-import.ts';
import { type CliSession, withSession } from '../session.ts';

export function samplesCommand(): Command {
  const command = new Command('samples');
  command
    .command('remove')
    .description('Delete all sample lots, the notable sales too, and wait until they are gone.')
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
The sample lots are deleted from the live index by an import, as by import --delete. An earlier index that a rollback
returns to still has them; run the command again. npm start does not import them again.

Example:
  gem-auctions samples remove`,
    )
    .action((options: { json?: boolean }) => withSession((session) => remove(session, options)));
  return command;
}

async function remove(session: CliSession, options: { json?: boolean }): Promise<void> {
  await requireNoImport(session.log);
  const { elasticsearch, indexAlias, config } = session;
  const index = await liveIndex(elasticsearch, indexAlias);
  const ids = index ? await sampleLotIds(elasticsearch, index) : [];
  if (ids.length === 0)
    return console.log(
      options.json ? JSON.stringify({ state: 'nothing_to_do' }) : 'Nothing to do: there are no sample lots.',
    );
  const path = `samples-${randomBytes(6).toString('hex')}.csv`;
  await mkdir(config.IMPORT_ROOT, { recursive: true });
  await writeFile(join(config.IMPORT_ROOT, path), ['id', ...ids, ''].join('\n'));
  const file = { path, name: 'sample lots', format: 'csv', temporary: true } as const;
  const id = await enqueueImport(session, 'import-file', { ...file, mode: 'delete' });
  await watchImports([{ id, source: file.name }], session, options);
}
