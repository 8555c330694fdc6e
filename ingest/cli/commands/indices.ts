import { Command } from 'commander';
import { listRecordsIndices } from '../../index/live-index.ts';
import { withSession } from '../session.ts';
import { alignColumns } from '../show.ts';

export function indicesCommand(): Command {
  return new Command('indices')
    .description('List the indices of records: live, kept to roll back to, building, or abandoned.')
    .option('--json', 'a JSON array')
    .addHelpText('after', '\nExample:\n  gem-auctions indices')
    .action(async (options: { json?: boolean }) => {
      await withSession(async ({ elasticsearch, indexAlias }) => {
        const indices = await listRecordsIndices(elasticsearch, indexAlias);
        if (options.json) return console.log(JSON.stringify(indices, null, 2));
        if (indices.length === 0) return console.log('No index yet: the first import creates it.');
        const rows = indices.map(({ index, role, records, bytes, meta }) => [
          index,
          role,
          records === null ? 'closed' : String(records),
          bytes === null ? '' : `${(bytes / 2 ** 20).toFixed(1)} MB`,
          meta.as_of ?? '',
          meta.data_version ?? '',
          String(meta.mapping_version ?? ''),
        ]);
        console.log(
          alignColumns(
            [['index', 'role', 'records', 'size', 'as of', 'data version', 'mapping'], ...rows],
            [2, 3],
          ),
        );
      });
    });
}
