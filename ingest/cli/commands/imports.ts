import { Command } from 'commander';
import { findImport, importNumber, withSession } from '../session.ts';
import { summaryOf, tableOf, toJson } from '../show.ts';
import { watchImport } from '../watch-imports.ts';

export function importsCommand(): Command {
  return new Command('imports')
    .description('List the imports, newest first, or show one.')
    .argument('[id]', 'number of an import', importNumber)
    .option('--follow', 'with a number: wait until the import has ended')
    .option('--json', 'a JSON array, or one object with a number')
    .addHelpText('after', '\nExamples:\n  gem-auctions imports\n  gem-auctions imports 12 --follow')
    .action(async (id: number | undefined, options: { follow?: boolean; json?: boolean }) => {
      await withSession(async (session) => {
        if (id === undefined) {
          const entries = await session.log.list();
          console.log(options.json ? JSON.stringify(entries.map(toJson), null, 2) : tableOf(entries));
          return;
        }
        let entry = await findImport(session.log, id);
        if (options.follow) entry = await watchImport(entry, session, options);
        console.log(options.json ? JSON.stringify(toJson(entry), null, 2) : summaryOf(entry));
      });
    });
}
