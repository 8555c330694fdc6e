import { run } from '../../ingest/cli/program.ts';
import type { CliResult } from './run-cli.ts';

/** A command line with its environment and folder. */
export interface Command {
  args: string[];
  environment: Record<string, string>;
  cwd: string;
}

/** Runs the received commands one after the other, and sends back the result of each. */
const inherited = { ...process.env };
const end = process.exit.bind(process);
let last: Promise<unknown> = Promise.resolve();
process.on('message', (command: Command) => {
  last = last.then(async () => process.send!(await answer(command)));
});
process.on('disconnect', () => end());

async function answer({ args, environment, cwd }: Command): Promise<CliResult> {
  const result: CliResult = { code: 0, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((text: string) => {
      result[name] += text;
      return true;
    }) as typeof process.stdout.write;
  }
  process.env = { ...inherited, ...environment };
  process.chdir(cwd);
  process.exitCode = 0;
  // Commander ends the process when a subcommand is used wrongly.
  let exited: CliResult | undefined;
  process.exit = (code) => {
    exited ??= { ...result, code: Number(code) };
    throw new Error(`exit ${code}`);
  };
  await run([process.execPath, 'gem-auctions', ...args]);
  process.stdout.removeAllListeners('error');
  return exited ?? { ...result, code: Number(process.exitCode) };
}
