import { UnrecoverableError } from 'bullmq';
import { Command, CommanderError } from 'commander';
import colours from 'picocolors';
import { SettingsError } from '../../config/read-settings.ts';
import { ImportFailed } from '../import-failed.ts';
import { ProfileError } from '../profile/load-profile.ts';
import { NoSpace } from '../read/no-space.ts';
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
import { CliError } from './session.ts';

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
    if (!(error instanceof CommanderError)) console.error(colours.red((error as Error).message));
    if (isUnexpected(error)) console.error((error as Error).stack);
  }
}

/** Help that was asked for is no failure; everything else is. */
function codeOf(error: unknown): number {
  return error instanceof CommanderError && error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
}

function isUnexpected(error: unknown): boolean {
  const expected = [
    CommanderError,
    CliError,
    SettingsError,
    ProfileError,
    ImportFailed,
    UnrecoverableError,
    NoSpace,
  ];
  return !expected.some((kind) => error instanceof kind);
}
