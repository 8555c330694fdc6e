import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** All guarded programs of this process, so that one call can end them. */
const running = new Set<GuardedProcess>();

/** Whether this process is ending its programs. */
export let ending = false;

/** A running program that ends with this process, however this process ends. */
export interface GuardedProcess {
  readonly pid: number | undefined;
  /** Resolves when the program has ended: its exit code, the signal that ended it, or why it did not start. */
  readonly exited: Promise<number | string>;
  /** Sends a signal; nothing happens when the program has ended already. */
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and after 15 seconds SIGKILL; resolves when the program has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a program, and a guard that kills it once this process has ended, even by `kill -9`. It runs in a session of its
 * own, so that Ctrl-C reaches only this process, which ends its programs in order.
 * @param log file to which the program's output is appended
 * @param environment variables beside those of this process; secrets belong here, as everybody can read the arguments
 */
export function startGuarded(
  [program, ...args]: string[],
  log: string,
  environment: Record<string, string> = {},
): GuardedProcess {
  if (ending) throw new Error('This process is ending and starts nothing more.');
  const output = openSync(log, 'a');
  const child = spawn(program!, args, {
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...environment },
  });
  closeSync(output);
  // It waits for the end of a pipe that nobody writes to. The operating system closes it when this process ends.
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = new Promise<number | string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(code ?? signal!));
  });
  const guarded: GuardedProcess = {
    pid: child.pid,
    exited,
    signal: (name) => child.kill(name),
    async stop() {
      // A program stopped by SIGSTOP ignores other signals.
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await exited;
      clearTimeout(killTimer);
    },
  };
  running.add(guarded);
  exited.then(() => {
    running.delete(guarded);
    guard.kill('SIGKILL');
  });
  return guarded;
}

/**
 * Ends this process and its guarded programs in order: at a signal, and when the npm that runs it has been killed.
 * @returns a function that does so with an exit code, and prints the reason
 */
export function endInOrder(): (code: number, reason?: string) => Promise<void> {
  const end = async (code: number, reason = 'Stopping …') => {
    if (ending) return;
    ending = true;
    console.error(reason);
    await Promise.all([...running].map((program) => program.stop()));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  if (process.env.npm_lifecycle_event) {
    const npm = process.ppid;
    const watch = () => process.ppid !== npm && end(1, 'The npm that ran this process has exited.');
    setInterval(watch, 1000).unref();
  }
  return end;
}

/** The last 25 lines of a log, which have the reason of a failure. */
export function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
}
