import { errors } from '@elastic/elasticsearch';
import { UnrecoverableError } from 'bullmq';
import { Command, CommanderError } from 'commander';
import colors from 'picocolors';
import { SettingsError } from '../../config/read-settings.ts';
import { ImportFailed, NoSpace, shortenReason } from '../errors.ts';
import { ProfileError } from '../profiles/load-profile.ts';
import { outageOf, Unavailable } from '../retry/retry-while-unavailable.ts';
import { importCommand } from './commands/import.ts';
import { cancelCommand, importsCommand, rejectsCommand, retryCommand } from './commands/imports.ts';
import { indicesCommand, rollbackCommand } from './commands/indices.ts';
import { inspectCommand } from './commands/inspect.ts';
import { migrateCommand } from './commands/migrate.ts';
import { schedulesCommand } from './commands/schedules.ts';
import { scorecardCommand } from './commands/scorecard.ts';
import { exitCodes } from './follow-import.ts';
import { CliError } from './session.ts';
import { printable } from './show.ts';

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
Settings come from the environment: ELASTICSEARCH_URL, REDIS_URL, INDEX_ALIAS, IMPORT_ROOT, LOCAL_DIR,
S3_ENDPOINT and the other settings of a store (docs/operations/configuration.md).
Exit codes: 0 all indexed, 2 finished with rejects, 1 failed or wrong usage, 130 interrupted.`,
    );
  for (const make of [
    importCommand,
    importsCommand,
    schedulesCommand,
    inspectCommand,
    rejectsCommand,
    retryCommand,
    cancelCommand,
    indicesCommand,
    rollbackCommand,
    migrateCommand,
    scorecardCommand,
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

/** Errors whose message is written for operators. */
const written = [
  CliError,
  CommanderError,
  SettingsError,
  ProfileError,
  ImportFailed,
  UnrecoverableError,
  NoSpace,
  Unavailable,
];

/** The error as a message for an operator; undefined for an unexpected one, whose stack is needed. */
export function explainError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (written.some((kind) => error instanceof kind)) return error.message;
  const detail = error.message.split('\n')[0] || error.name;
  if (error instanceof errors.ResponseError) return `Elasticsearch refused a request: ${detail}`;
  const part = outageOf(error);
  if (part === 'elasticsearch') return `Elasticsearch does not answer: ${detail}. Try again when it does.`;
  if (error.name === 'ReplyError') return `Redis refused a command: ${detail}`;
  if (part === 'redis' || /command timed out/i.test(detail)) {
    return `Redis does not answer: ${detail}. Try again when it does.`;
  }
  // A file that cannot be read or written: the message names it.
  return (error as NodeJS.ErrnoException).syscall ? detail : undefined;
}
