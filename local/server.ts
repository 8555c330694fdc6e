import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ending, type GuardedProcess, lastLines, startGuarded } from './process/guarded-process.ts';

const readyWithinMs = 120_000;
const lookEveryMs = 100;

/** How to start a server and check that it answers. */
export interface ServerPlan {
  /** For messages: "Elasticsearch". */
  name: string;
  url: string;
  command: string[];
  /** Variables beside those of this process. */
  environment?: Record<string, string>;
  log: string;
  /** Whether the process with this id, and no other that got the same port, answers under the url. */
  answers(pid: number): Promise<boolean>;
  /** Called when the server ends unexpectedly. */
  onUnexpectedExit?: ((message: string) => void) | undefined;
}

/** A running server that tests can stop and restart. */
export interface Server {
  readonly url: string;
  /**
   * Sends a signal, SIGKILL by default. With SIGKILL and SIGTERM it resolves when the process has ended, with
   * others (SIGSTOP, SIGCONT) at once. The port and the data stay reserved for `restart`.
   */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the process, if it runs, and starts it again on the same port and data; resolves when it answers. */
  restart(): Promise<void>;
  /** Ends the process in order. */
  stop(): Promise<void>;
}

/**
 * Starts a server; resolves when it answers.
 * @throws Error with the last lines of its log when it ends, or does not answer within two minutes
 */
export async function startServer(plan: ServerPlan): Promise<Server> {
  mkdirSync(dirname(plan.log), { recursive: true });
  // Each start begins a log of its own, whose end shows the errors of this start only.
  if (existsSync(plan.log)) renameSync(plan.log, plan.log.replace(/\.log$/, '.previous.log'));
  let current = await startProcess(plan);
  const stop = () => {
    current.wanted = false;
    return current.process.stop();
  };
  return {
    url: plan.url,
    async kill(signal = 'SIGKILL') {
      current.wanted = signal === 'SIGSTOP' || signal === 'SIGCONT';
      current.process.signal(signal);
      if (!current.wanted) await current.process.exited;
    },
    async restart() {
      await stop();
      current = await startProcess(plan);
    },
    stop,
  };
}

interface Running {
  process: GuardedProcess;
  wanted: boolean;
}

async function startProcess(plan: ServerPlan): Promise<Running> {
  const process = startGuarded(plan.command, plan.log, plan.environment);
  const running: Running = { process, wanted: false };
  const describe = (what: string) =>
    `${plan.name} ${what}. The last lines of ${plan.log}:\n${lastLines(plan.log)}`;
  let exit: string | undefined;
  process.exited.then((reason) => {
    exit = explainExit(reason);
    if (running.wanted && !ending) plan.onUnexpectedExit?.(describe(`ended unexpectedly (${exit})`));
  });
  const deadline = Date.now() + readyWithinMs;
  while (!(await plan.answers(process.pid!).catch(() => false))) {
    if (exit) throw new Error(describe(`did not start (${exit})`));
    if (Date.now() > deadline) {
      await process.stop();
      throw new Error(describe(`did not answer within ${readyWithinMs / 1000} s`));
    }
    await pause(lookEveryMs);
  }
  running.wanted = true;
  return running;
}

function explainExit(reason: number | string): string {
  if (typeof reason === 'number') return `exit code ${reason}`;
  return reason === 'SIGKILL' ? 'killed by SIGKILL, perhaps for lack of memory' : reason;
}
