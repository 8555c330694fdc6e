import { Command } from 'commander';
import { CliError, findImport, importNumber, withSession } from '../session.ts';
import { summaryOf, toJson } from '../show.ts';

export function cancelCommand(): Command {
  return new Command('cancel')
    .description('Stop an import. A replacement leaves no trace; what an upsert wrote already stays.')
    .argument('<id>', 'number of the import', importNumber)
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  gem-auctions cancel 12')
    .action(async (id: number, options: { json?: boolean }) => {
      await withSession(async ({ log }) => {
        const { state } = await findImport(log, id);
        const cancelled = await log.change(id, ['waiting', 'running'], {
          state: 'cancelled',
          finished_at: new Date().toISOString(),
        });
        if (!cancelled) throw new CliError(`Import ${id} is ${state}; it is too late to cancel it.`);
        const entry = await findImport(log, id);
        console.log(options.json ? JSON.stringify(toJson(entry)) : summaryOf(entry));
      });
    });
}
