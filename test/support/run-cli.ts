import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Command } from './cli-server.ts';
import { endWithTest } from './end-with-test.ts';

const cli = join(import.meta.dirname, '../../ingest/cli/gem-auctions.js');

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs gem-auctions in a new process, which takes seconds to start. If a test is not about the process itself, `runCommand`
 * does the same in milliseconds.
 * @param options.interruptAt text on standard error at which the operator presses Ctrl-C
 */
export function runCli(
  args: string[],
  environment: Record<string, string>,
  options: { input?: string; cwd?: string; interruptAt?: string } = {},
): Promise<CliResult> {
  const child = endWithTest(
    spawn(process.execPath, [cli, ...args], {
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
  // A command that fails early stops reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

/** The process that runs the commands of all tests of this thread one by one; the first command starts it. */
let server: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs gem-auctions in a process that all tests share. */
export function runCommand(
  args: string[],
  environment: Record<string, string>,
  { cwd = process.cwd() }: { cwd?: string } = {},
): Promise<CliResult> {
  let isOver = false;
  const result = last
    .then(() => send({ args, environment, cwd }))
    .finally(() => {
      isOver = true;
    });
  last = result.catch(() => {});
  // A failed command must not block the next one.
  onTestFinished(() => {
    if (!isOver) server?.kill('SIGKILL');
  });
  return result;
}

async function send(command: Command): Promise<CliResult> {
  server ??= startServer();
  const over = new AbortController();
  const { signal } = over;
  const ended = once(server, 'exit', { signal }).then(([code]) => {
    throw new Error(`gem-auctions ${command.args.join(' ')} ended the process with ${code}.`);
  });
  const answered = once(server, 'message', { signal });
  server.send(command);
  try {
    const [result] = await Promise.race([answered, ended]);
    return result;
  } finally {
    over.abort();
  }
}

function startServer(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'cli-server.ts'), {
    execArgv: [],
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.once('exit', () => {
    server = undefined;
  });
  // It ends with this process, and must not keep it alive.
  child.unref();
  child.channel?.unref();
  return child;
}
