import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithTest } from './end-with-test.ts';

const cli = join(import.meta.dirname, '../../ingest/cli/gem-auctions.js');
const inTurn = join(import.meta.dirname, 'cli-in-turn.ts');

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs gem-auctions as an operator does, in a process of its own.
 * @param options.interruptAt text on standard error at which the operator presses Ctrl-C
 */
export function runCli(
  args: string[],
  environment: Record<string, string>,
  options: RunOptions = {},
): Promise<CliResult> {
  return runScript(cli, args, environment, options);
}

/**
 * Runs commands one after the other in one process: where each is refused, the start would be all that takes time.
 * @param commands with the settings in which each differs
 */
export async function runInTurn(
  commands: { args: string[]; settings?: Record<string, string> }[],
  environment: Record<string, string>,
  options: RunOptions = {},
): Promise<CliResult[]> {
  const told = JSON.stringify(commands.map(({ args, settings = {} }) => ({ args, settings })));
  const { code, stdout, stderr } = await runScript(inTurn, [told], environment, options);
  if (code !== 0) throw new Error(`The command line ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

interface RunOptions {
  input?: string;
  cwd?: string;
  interruptAt?: string;
}

function runScript(
  script: string,
  args: string[],
  environment: Record<string, string>,
  options: RunOptions,
): Promise<CliResult> {
  const child = endWithTest(
    spawn(process.execPath, [script, ...args], {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', ...environment },
    }),
  );
  let interruptAt = options.interruptAt;
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
    if (interruptAt && stderr.includes(interruptAt)) {
      interruptAt = undefined;
      child.kill('SIGINT');
    }
  });
  // A command that fails early reads no further.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}
