import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithTest } from './end-with-test.ts';

const cli = join(import.meta.dirname, '../../ingest/cli/gem-auctions.js');

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
  // A command that fails early reads no further.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}
