import { Command, CommanderError } from 'commander';
import colors from 'picocolors';
import { shortenReason } from '../errors.ts';
import { cancelCommand } from './commands/cancel.ts';
import { importCommand } from './commands/import.ts';
import { importsCommand } from './commands/imports.ts';
import { indicesCommand } from './commands/indices.ts';
import { inspectCommand } from './commands/inspect.ts';
import { migrateCommand } from './commands/migrate.ts';
import { rejectsCommand } from './commands/rejects.ts';
import { retryCommand } from './commands/retry.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { exitCodes } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { printable } from './printable.ts';

/** The operators' command line. */
export function program(): Command {
  const command = new Command('gem-auctions')
    .description('Feed auction records to the Gemstone Auction Data Service and look after its indices.')
    .showHelpAfterError('(add --help for what is allowed)')
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      `
Settings come from the environment: ELASTICSEARCH_URL, REDIS_URL, INDEX_ALIAS, IMPORT_ROOT, LOCAL_DIR.
Exit codes: 0 all indexed, 2 finished with rejects, 1 failed or wrong usage, 130 interrupted.`,
    );
  for (const make of [
    importCommand,
    importsCommand,
    inspectCommand,
    rejectsCommand,
    retryCommand,
    cancelCommand,
    indicesCommand,
    rollbackCommand,
    migrateCommand,
  ]) {
    command.addCommand(make().copyInheritedSettings(command));
  }
  return command;
}

/** Runs the command line and sets the exit code of the process. */
export async function run(argv: string[]): Promise<void> {
  // A reader such as head that has seen enough closes the pipe: nothing is wrong then.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed),
  );
  try {
    await program().parseAsync(argv);
  } catch (error) {
    process.exitCode = codeOf(error);
    // Commander has written its own.
    if (error instanceof CommanderError) return;
    const message = explainError(error) ?? (error as Error).stack ?? String(error);
    console.error(colors.red(printable(shortenReason(message))));
  }
}

/** Help that was asked for is no failure; everything else is. */
function codeOf(error: unknown): number {
  return error instanceof CommanderError && error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
}
