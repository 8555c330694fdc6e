import { Command } from 'commander';
import { queueImport } from '../../import/enqueue.ts';
import { importJobId } from '../../queue/contract.ts';
import { explainWaitOrCancel, isUnfinished, noCounts } from '../../store/import-log.ts';
import { rejectStore } from '../../store/rejects.ts';
import { watchImports } from '../follow-import.ts';
import { readProgress } from '../progress.ts';
import { rejectsFile } from '../rejects-file.ts';
import { CliError, findImport, importNumber, withIndex, withSession } from '../session.ts';
import { onTerminal, tableOf, textOf, toJson } from '../show.ts';

export function importsCommand(): Command {
  return new Command('imports')
    .argument('[id]', 'number of an import', importNumber)
    .option('--follow', 'with a number: wait until the import has ended')
    .option('--json', 'a JSON array, or one object with a number')
    .addHelpText('after', '\nExamples:\n  gem-auctions imports\n  gem-auctions imports 12 --follow')
    .action(async (id: number | undefined, options: { follow?: boolean; json?: boolean }) => {
      await withSession(async (session) => {
        if (id === undefined) {
          const entries = await session.log.list();
          const progressOf = await readProgress(session);
          const listed = entries.map((entry) => toJson(entry, progressOf(entry)));
          console.log(options.json ? JSON.stringify(listed, null, 2) : tableOf(entries, progressOf));
          return;
        }
        const entry = await findImport(session.log, id);
        if (options.follow) return watchImports([entry], session, options);
        console.log(textOf(entry, options, (await readProgress(session))(entry)));
      });
    });
}

export function cancelCommand(): Command {
  return new Command('cancel')
    .argument('<id>', 'number of the import', importNumber)
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  gem-auctions cancel 12')
    .action(async (id: number, options: { json?: boolean }) => {
      await withIndex(async ({ log }) => {
        await findImport(log, id);
        const cancelled = await log.change(id, ['waiting', 'running'], {
          state: 'cancelled',
          finished_at: new Date().toISOString(),
        });
        if (!cancelled) {
          const entry = await findImport(log, id);
          const advice = isUnfinished(entry) ? ` ${explainWaitOrCancel(entry)}` : '';
          throw new CliError(`Import ${id} is ${entry.state} and can no longer be cancelled.${advice}`);
        }
        console.log(textOf(cancelled, options));
      });
    });
}

interface RetryOptions {
  confirmReplaced?: boolean;
  detach?: boolean;
  json?: boolean;
}

export function retryCommand(): Command {
  return new Command('retry')
    .argument('<id>', 'number of the import', importNumber)
    .option('--confirm-replaced', 'replace records of another title and another date, after they were shown')
    .option('--detach', 'enqueue and return at once')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  gem-auctions retry 12')
    .action(async (id: number, options: RetryOptions) => {
      await withSession(async (session) => {
        const ended = await findImport(session.log, id);
        if (ended.state === 'cancelled' && ended.job.name === 'import-file' && ended.job.payload.temporary) {
          throw new CliError(
            `Import ${id} cannot be retried: cancelling it deleted the copy of its file. Import the file again.`,
          );
        }
        const run = ended.run + 1;
        const entry = await session.log.change(id, ['failed', 'cancelled'], {
          ...{ state: 'waiting', run, job_id: importJobId(id, run), index: undefined, checkpoint: undefined },
          ...{ ...noCounts, indexed: 0, new: 0, replaced: 0, superseded: 0 },
          ...{ reason: undefined, finished_at: undefined, source_outage: undefined, warning: undefined },
          // What an upsert has written of its file stays, so that it cannot go on with another version.
          ...(ended.mode === 'replace' && { reading: undefined }),
          ...(options.confirmReplaced && { confirm_replaced: true }),
        });
        if (!entry) {
          throw new CliError(
            `Import ${id} is ${ended.state}; only a failed or cancelled import can be retried.`,
          );
        }
        await queueImport(session, entry);
        if (!options.detach) return watchImports([entry], session, options);
        console.log(textOf(entry, options));
      });
    });
}

export function rejectsCommand(): Command {
  return new Command('rejects')
    .argument('<id>', 'number of the import', importNumber)
    .option('--json', 'one JSON object per line: line, field, code, message, raw')
    .addHelpText(
      'after',
      `
A CSV file gets the columns reject_line, reject_field, reject_code and reject_message before those of the record; a
JSON record, of which there is one a line, the key _reject. An import ignores both: fix the records and import the file.

Example:
  gem-auctions rejects 12 > fix.csv && $EDITOR fix.csv && gem-auctions import fix.csv`,
    )
    .action(async (id: number, options: { json?: boolean }) => {
      await withIndex(async ({ elasticsearch, indexAlias, log }) => {
        const entry = await findImport(log, id);
        const rejects = rejectStore(elasticsearch, indexAlias);
        for await (const line of rejectsFile(entry, rejects.read(id, entry.run), options.json === true)) {
          if (!process.stdout.write(`${onTerminal(line)}\n`))
            await new Promise((done) => process.stdout.once('drain', done));
        }
      });
    });
}
