import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** All guarded programs of this process, so that one call can end them. */
const running = new Set<GuardedProcess>();
let ending = false;

const guard = `${import.meta.dirname}/guard.sh`;

/** A running program that ends with this process, however this process ends. */
export interface GuardedProcess {
  /** Process id of the program itself. */
  readonly pid: number;
  /** Resolves when the program has ended: its exit code, which is 128 + n after signal n. */
  readonly exited: Promise<number>;
  /** Sends a signal; nothing happens when the program has ended already. */
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and after `timeoutMs` SIGKILL; resolves when the program has ended. */
  stop(timeoutMs?: number): Promise<void>;
}

/**
 * Starts a program under a guard that ends it, within 6 seconds, once this process has ended, even by `kill -9`.
 * It runs in a session of its own, so that Ctrl-C reaches only this process, which ends its programs in order.
 * @param log file to which the program's output is appended
 * @param environment variables beside those of this process; secrets belong here, as everybody can read the arguments
 */
export async function startGuarded(
  command: string[],
  log: string,
  environment: Record<string, string> = {},
): Promise<GuardedProcess> {
  if (ending) throw new Error('This process is ending and starts nothing more.');
  const shell = spawn('/bin/sh', [guard, log, ...command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const exited = untilExit(shell);
  const pid = await readPid(shell, exited);
  const signal = (name: NodeJS.Signals) => {
    if (running.has(program)) sendSignal(pid, name);
  };
  const stop = async (timeoutMs = 15_000) => {
    // A program stopped by SIGSTOP ignores other signals.
    signal('SIGCONT');
    signal('SIGTERM');
    const killTimer = setTimeout(() => signal('SIGKILL'), timeoutMs);
    await exited;
    clearTimeout(killTimer);
  };
  // If the guard itself was killed, the program must not continue without it.
  shell.once('exit', (_code, killedBy) => killedBy && sendSignal(pid, 'SIGKILL'));
  const program: GuardedProcess = { pid, exited, signal, stop };
  running.add(program);
  exited.then(() => running.delete(program));
  if (ending) await stop();
  return program;
}

/** Ends every program that runs under a guard of this process; from now on none can be started. */
export async function endGuardedPrograms(): Promise<void> {
  ending = true;
  await Promise.all([...running].map((program) => program.stop()));
}

/** The last 25 lines of a log, which have the reason of a failure. */
export function lastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
  } catch {
    return '(nothing was logged)';
  }
}

async function untilExit(shell: ChildProcess): Promise<number> {
  const [code] = await once(shell, 'exit');
  return code ?? 137;
}

async function readPid(shell: ChildProcess, exited: Promise<number>): Promise<number> {
  const lines = createInterface({ input: shell.stdout! });
  const first = await Promise.race([once(lines, 'line'), exited]);
  lines.close();
  if (!Array.isArray(first))
    throw new Error(`The guard ended with code ${first} before it started anything.`);
  return Number(first[0]);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}
