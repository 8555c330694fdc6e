import { Command } from 'commander';
import { rollBack } from '../../index/roll-back.ts';
import { withSession } from '../session.ts';

export function rollbackCommand(): Command {
  return new Command('rollback')
    .description('Make the index that was live before the live one live again, in one step.')
    .option('--to <index>', 'another of the kept indices (see gem-auctions indices)')
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  gem-auctions rollback\n  gem-auctions rollback --to auctions-records-12',
    )
    .action(async (options: { to?: string; json?: boolean }) => {
      await withSession(async (session) => {
        const { from, to, data_version } = await rollBack(session, options.to);
        console.log(
          options.json
            ? JSON.stringify({ from: from ?? null, to, data_version })
            : `${to} is live again; before, it was ${from ?? 'none'}.`,
        );
      });
    });
}
