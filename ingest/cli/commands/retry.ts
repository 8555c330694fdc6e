import { Command } from 'commander';
import { queueImport } from '../../import/enqueue.ts';
import { importJobId } from '../../queue/contract.ts';
import { CliError, findImport, importNumber, withSession } from '../session.ts';
import { summaryOf, toJson } from '../show.ts';
import { watchImport } from '../watch-imports.ts';

export function retryCommand(): Command {
  return new Command('retry')
    .description(
      'Run a failed or cancelled import again, under its own number: newer data is not overwritten.',
    )
    .argument('<id>', 'number of the import', importNumber)
    .option('--detach', 'enqueue and return at once')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  gem-auctions retry 12')
    .action(async (id: number, options: { detach?: boolean; json?: boolean }) => {
      await withSession(async (session) => {
        const ended = await findImport(session.log, id);
        if (ended.state === 'cancelled' && ended.job.name === 'import-file' && ended.job.payload.temporary) {
          throw new CliError('The cancellation deleted the copy of the file; import the file again.');
        }
        const run = ended.run + 1;
        const reopened = await session.log.change(id, ['failed', 'cancelled'], {
          ...{ state: 'waiting', run, job_id: importJobId(id, run) },
          ...{ reason: undefined, finished_at: undefined, planned: undefined, migration: undefined },
        });
        if (!reopened) {
          throw new CliError(
            `Import ${id} is ${ended.state}; only a failed or cancelled one can be retried.`,
          );
        }
        let entry = await findImport(session.log, id);
        await queueImport(session.imports, entry);
        if (!options.detach) entry = await watchImport(entry, session, options);
        console.log(options.json ? JSON.stringify(toJson(entry)) : summaryOf(entry));
      });
    });
}
