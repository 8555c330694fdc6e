import { Command } from 'commander';
import { mappingVersion } from '../../../mappings/records-index.ts';
import { enqueueImport } from '../../import/enqueue.ts';
import { liveIndex, olderVersion, readMapping } from '../../index/live-index.ts';
import { type ImportEntry, unfinishedStates } from '../../store/import-entry.ts';
import { isUnfinished } from '../../store/import-log.ts';
import { watchImport } from '../follow-import.ts';
import { CliError, type CliSession, findImport, withSession } from '../session.ts';
import { counted, summaryOf, toJson } from '../show.ts';

interface MigrateOptions {
  detach?: boolean;
  json?: boolean;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .option('--detach', 'enqueue and return at once')
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
A worker of this build copies every record; readers see the old index until the new one is complete. Imports that are
enqueued meanwhile wait for the migration. Ctrl-C leaves it running; run the command again to follow it. The old index is
kept, and gem-auctions rollback returns to it. If there is nothing to do, the command says so and exits with 0.

Example:
  gem-auctions migrate`,
    )
    .action(async (options: MigrateOptions) => {
      await withSession(async (session) => {
        const id = (await underWay(session)) ?? (await begin(session, options));
        if (id === undefined) return;
        let entry = await findImport(session.log, id);
        if (!options.detach) entry = await watchImport(entry, session, options);
        console.log(options.json ? JSON.stringify(toJson(entry)) : describe(entry));
      });
    });
}

/** The number of a migration that is already running. */
async function underWay({ log }: CliSession): Promise<number | undefined> {
  const listed = (await log.list(unfinishedStates)).find(({ job }) => job.name === 'migrate');
  // The list may show a state of a second ago.
  const entry = listed && (await log.find(listed.id));
  return entry && isUnfinished(entry) ? entry.id : undefined;
}

/** Enqueues a migration, unless there is nothing to do. */
async function begin(session: CliSession, { json }: MigrateOptions): Promise<number | undefined> {
  const { elasticsearch, indexAlias } = session;
  const index = await liveIndex(elasticsearch, indexAlias);
  const { version, missing = [] } = index ? await readMapping(elasticsearch, index) : {};
  if (version !== undefined && version > mappingVersion) {
    throw new CliError(
      `${index} has mapping version ${version}, and this build knows only version ${mappingVersion}. Use the newer build.`,
    );
  }
  if (version !== undefined && version < mappingVersion) throw new CliError(olderVersion(index!, version));
  if (missing.length > 0) return enqueueImport(session, 'migrate', { mapping_version: mappingVersion });
  const why = index ? `${index} has every field of mapping version ${version}` : 'there is no index yet';
  console.log(
    json
      ? JSON.stringify({ state: 'nothing_to_do', index: index ?? null, mapping_version: version ?? null })
      : `Nothing to do: ${why}.`,
  );
  return undefined;
}

function describe(entry: ImportEntry): string {
  const { migration, created_at, finished_at, index } = entry;
  if (entry.state !== 'completed' || !migration) return summaryOf(entry);
  const seconds = Math.ceil((Date.parse(finished_at!) - Date.parse(created_at)) / 1_000);
  return [
    summaryOf(entry),
    `  ${index} is live. The live index before was ${migration.from}.`,
    `  Reads continued; imports enqueued meanwhile waited at most ${counted(seconds, 'second')}.`,
    '  To go back, and lose what is imported from now on: npx gem-auctions rollback',
  ].join('\n');
}
