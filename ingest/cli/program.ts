import { errors } from '@elastic/elasticsearch';
import { UnrecoverableError } from 'bullmq';
import { Command, CommanderError } from 'commander';
import colors from 'picocolors';
import { SettingsError } from '../../config/read-settings.ts';
import { ImportFailed, NoSpace, outageOf, ProfileError, shortenReason, Unavailable } from '../errors.ts';
import { exitCodes } from './follow-import.ts';
import { CliError } from './session.ts';
import { printable } from './show.ts';

/** The commands, in the order of the help. */
const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./commands/import.ts')).importCommand(),
  imports: async () => (await import('./commands/imports.ts')).importsCommand(),
  schedules: async () => (await import('./commands/schedules.ts')).schedulesCommand(),
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand(),
  rejects: async () => (await import('./commands/imports.ts')).rejectsCommand(),
  retry: async () => (await import('./commands/imports.ts')).retryCommand(),
  cancel: async () => (await import('./commands/imports.ts')).cancelCommand(),
  indices: async () => (await import('./commands/indices.ts')).indicesCommand(),
  rollback: async () => (await import('./commands/indices.ts')).rollbackCommand(),
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  samples: async () => (await import('./commands/samples.ts')).samplesCommand(),
  scorecard: async () => (await import('./commands/scorecard.ts')).scorecardCommand(),
};

/**
 * The operators' command line.
 * @param name the first argument; if it names a command, only that command is loaded
 */
export async function program(name = ''): Promise<Command> {
  const command = new Command('gem-auctions')
    .description('Feed auction records to the Gemstone Auction Data Service and look after its indices.')
    .showHelpAfterError('(run with --help to see the usage)')
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      `
Settings come from the environment: ELASTICSEARCH_URL, REDIS_URL, INDEX_ALIAS, IMPORT_ROOT, LOCAL_DIR,
S3_ENDPOINT and the other settings of a store (docs/operations/configuration.md).
Exit codes: 0 all indexed, 2 finished with rejects, 1 failed or wrong usage, 130 interrupted.`,
    );
  for (const load of Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands)) {
    command.addCommand((await load()).copyInheritedSettings(command));
  }
  return command;
}

/** Runs the command line and sets the exit code of the process. */
export async function run(argv: string[]): Promise<void> {
  // A closed pipe is not an error: a reader such as head has read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed),
  );
  try {
    await (await program(argv[2])).parseAsync(argv);
  } catch (error) {
    process.exitCode = codeOf(error);
    // Commander has already printed its error.
    if (error instanceof CommanderError) return;
    const message = explainError(error) ?? (error as Error).stack ?? String(error);
    console.error(colors.red(printable(shortenReason(message))));
  }
}

/** Requested help is not a failure. */
function codeOf(error: unknown): number {
  return error instanceof CommanderError && error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
}

/** Errors with messages for operators. */
const explainedErrors = [
  CliError,
  CommanderError,
  SettingsError,
  ProfileError,
  ImportFailed,
  UnrecoverableError,
  NoSpace,
  Unavailable,
];

/** The message of an error for an operator; undefined for an unexpected error, whose stack is needed. */
function explainError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (explainedErrors.some((kind) => error instanceof kind)) return error.message;
  const detail = error.message.split('\n')[0] || error.name;
  if (error instanceof errors.ResponseError) return `Elasticsearch refused a request: ${detail}`;
  const part = outageOf(error);
  if (part === 'elasticsearch')
    return `Elasticsearch does not respond: ${detail}. Check that it runs, and try again.`;
  if (error.name === 'ReplyError') return `Redis refused a command: ${detail}`;
  if (part === 'redis' || /command timed out/i.test(detail)) {
    return `Redis does not respond: ${detail}. Check that it runs, and try again.`;
  }
  // An error of the file system names the file.
  return (error as NodeJS.ErrnoException).syscall ? detail : undefined;
}
