import { Command, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';

/** The commands in the order of the help, which shows the descriptions and loads no command. */
const commands: Record<string, [description: string, load: () => Promise<Command>]> = {
  import: [
    'Import files of auction records and wait until they have ended.',
    async () => (await import('./commands/import.ts')).importCommand(),
  ],
  imports: [
    'List the imports, newest first, or show one of them.',
    async () => (await import('./commands/imports.ts')).importsCommand(),
  ],
  schedules: [
    'List, add and remove schedules, which import new and changed files or objects at intervals.',
    async () => (await import('./commands/schedules.ts')).schedulesCommand(),
  ],
  inspect: [
    'Show the columns of a file and propose a profile for its import.',
    async () => (await import('./commands/inspect.ts')).inspectCommand(),
  ],
  rejects: [
    "Write the rejected records of an import in the file's format, with the reasons.",
    async () => (await import('./commands/imports.ts')).rejectsCommand(),
  ],
  retry: [
    'Run a failed or cancelled import again under its old number, so that newer data is not overwritten.',
    async () => (await import('./commands/imports.ts')).retryCommand(),
  ],
  cancel: [
    'Stop an import. The data of a replacement is deleted; records that an upsert already wrote stay.',
    async () => (await import('./commands/imports.ts')).cancelCommand(),
  ],
  indices: [
    'List the search indices of records: live, kept for a rollback, building, or abandoned.',
    async () => (await import('./commands/indices.ts')).indicesCommand(),
  ],
  rollback: [
    'Switch back to the previous live index, in one step.',
    async () => (await import('./commands/indices.ts')).rollbackCommand(),
  ],
  samples: ['Remove the sample lots.', async () => (await import('./commands/samples.ts')).samplesCommand()],
  scorecard: [
    'Backtest the price estimates on the current data, and show how accurate they were.',
    async () => (await import('./commands/scorecard.ts')).scorecardCommand(),
  ],
  stones: [
    'List stones that were sold more than once; join lots to one, or split them.',
    async () => (await import('./commands/stones.ts')).stonesCommand(),
  ],
  mcp: [
    'Answer an assistant over standard input and output (Model Context Protocol).',
    async () => (await import('./commands/mcp.ts')).mcpCommand(),
  ],
};

/**
 * The operators' command line.
 * @param name the first argument; if it names a command, this command is loaded, and otherwise none
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
  const shown = Object.hasOwn(commands, name) ? [name] : Object.keys(commands);
  for (const one of shown) {
    const [description, load] = commands[one]!;
    const added = one === name ? await load() : new Command(one);
    command.addCommand(added.description(description).copyInheritedSettings(command));
  }
  return command;
}

/** Runs the command line and sets the exit code of the process. */
export async function run(argv: string[]): Promise<void> {
  // A closed pipe is not an error: a reader such as head has read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed),
  );
  const [first, second] = argv.slice(2);
  try {
    await (await program(first === 'help' ? second : first)).parseAsync(argv);
  } catch (error) {
    // Commander has already printed its error, and requested help is not a failure.
    const isCommander = error instanceof CommanderError;
    process.exitCode = isCommander && error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
    if (!isCommander) console.error((await import('./explain-error.ts')).explainError(error));
  }
}
