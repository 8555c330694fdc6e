import { run } from '../../ingest/cli/program.ts';
import type { CliResult } from './run-cli.ts';

/** Runs the commands that it is given one after the other, and writes what became of each. */
const commands: { args: string[]; settings: Record<string, string> }[] = JSON.parse(process.argv[2]!);
const environment = { ...process.env };
const write = process.stdout.write.bind(process.stdout);
const results: CliResult[] = [];

for (const { args, settings } of commands) {
  const result: CliResult = { code: 0, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((text: string) => {
      result[name] += text;
      return true;
    }) as typeof write;
  }
  process.env = { ...environment, ...settings };
  process.exitCode = 0;
  await run([process.execPath, 'gem-auctions', ...args]);
  process.stdout.removeAllListeners('error');
  result.code = Number(process.exitCode);
  results.push(result);
}
process.exitCode = 0;
write(JSON.stringify(results));
