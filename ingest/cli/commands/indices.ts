import { Command } from 'commander';
import { rollBack } from '../../index/index-history.ts';
import { listRecordsIndices } from '../../index/live-index.ts';
import { withIndex, withSession } from '../session.ts';
import { alignColumns } from '../show.ts';

export function indicesCommand(): Command {
  return new Command('indices')
    .option('--json', 'a JSON array')
    .addHelpText('after', '\nExample:\n  gem-auctions indices')
    .action(async (options: { json?: boolean }) => {
      await withIndex(async ({ elasticsearch, indexAlias }) => {
        const indices = await listRecordsIndices(elasticsearch, indexAlias);
        if (options.json) return console.log(JSON.stringify(indices, null, 2));
        if (indices.length === 0)
          return console.log('There is no search index yet; the first import creates it.');
        const rows = indices.map(({ index, role, records, bytes, meta }) => [
          index,
          role,
          records === null ? 'closed' : String(records),
          bytes === null ? '' : `${(bytes / 2 ** 20).toFixed(1)} MB`,
          meta.as_of ?? '',
          meta.data_version ?? '',
          String(meta.mapping_version ?? ''),
        ]);
        const head = ['index', 'role', 'records', 'size', 'as of', 'data version', 'mapping'];
        console.log(alignColumns([head, ...rows]));
      });
    });
}

export function rollbackCommand(): Command {
  return new Command('rollback')
    .option('--to <index>', 'switch to this kept index instead (see gem-auctions indices)')
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
            : `${to} is live again. The live index before was ${from ?? 'none'}.`,
        );
      });
    });
}
