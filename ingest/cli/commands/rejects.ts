import { Command } from 'commander';
import { onTerminal } from '../printable.ts';
import { rejectsFile } from '../rejects-file.ts';
import { findImport, importNumber, withSession } from '../session.ts';

export function rejectsCommand(): Command {
  return new Command('rejects')
    .description("Write the rejected records of an import in the file's own format, with the reasons.")
    .argument('<id>', 'number of the import', importNumber)
    .option('--json', 'one JSON object per line: line, field, code, message, raw')
    .addHelpText(
      'after',
      `
A CSV file gets the columns reject_line, reject_field, reject_code and reject_message in front of the record, an
NDJSON record the key _reject. An import ignores both: fix the records in place and import the file.

Example:
  gem-auctions rejects 12 > fix.csv && $EDITOR fix.csv && gem-auctions import fix.csv`,
    )
    .action(async (id: number, options: { json?: boolean }) => {
      await withSession(async ({ log, rejects }) => {
        const entry = await findImport(log, id);
        for await (const line of rejectsFile(entry, rejects.read(id, entry.run), options.json === true)) {
          if (!process.stdout.write(`${onTerminal(line)}\n`))
            await new Promise((done) => process.stdout.once('drain', done));
        }
      });
    });
}
