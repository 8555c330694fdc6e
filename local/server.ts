import { mkdirSync, renameSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type GuardedProcess, lastLines, startGuarded } from './process/guarded-process.ts';

const readyWithinMs = 120_000;
const lookEveryMs = 100;

/** The events of a running server. */
export interface ServerEvents {
  /** Called with the process ID at each start. */
  onProcess?(pid: number): void;
  /** Called when the server ends unexpectedly. */
  onUnexpectedExit?(message: string): void;
}

/** How to start a server and check that it answers. */
interface ServerPlan extends ServerEvents {
  /** For messages: "Elasticsearch". */
  name: string;
  url: string;
  command: string[];
  /** Variables beside those of this process. */
  environment?: Record<string, string>;
  log: string;
  /** Whether the process with this id, and no other that got the same port, answers under the url. */
  answers(pid: number): Promise<boolean>;
}

/** A running server that tests can stop and restart. */
export interface Server {
  readonly url: string;
  /** Process id; another one after a restart. */
  readonly pid: number;
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
  keepPreviousLog(plan.log);
  let current = await startProcess(plan);
  return {
    url: plan.url,
    get pid() {
      return current.process.pid;
    },
    async kill(signal = 'SIGKILL') {
      current.wanted = signal === 'SIGSTOP' || signal === 'SIGCONT';
      current.process.signal(signal);
      if (!current.wanted) await current.process.exited;
    },
    async restart() {
      await end(current);
      current = await startProcess(plan);
    },
    stop: () => end(current),
  };
}

interface Running {
  process: GuardedProcess;
  wanted: boolean;
}

async function startProcess(plan: ServerPlan): Promise<Running> {
  const running: Running = {
    process: await startGuarded(plan.command, plan.log, plan.environment),
    wanted: false,
  };
  plan.onProcess?.(running.process.pid);
  let exitCode: number | undefined;
  running.process.exited.then((code) => {
    exitCode = code;
    if (running.wanted) plan.onUnexpectedExit?.(describe(plan, `ended unexpectedly (${explainExit(code)})`));
  });
  const deadline = Date.now() + readyWithinMs;
  while (!(await plan.answers(running.process.pid).catch(() => false))) {
    if (exitCode !== undefined) throw new Error(describe(plan, `did not start (${explainExit(exitCode)})`));
    if (Date.now() > deadline) {
      await running.process.stop();
      throw new Error(describe(plan, `did not answer within ${readyWithinMs / 1000} s`));
    }
    await pause(lookEveryMs);
  }
  running.wanted = true;
  return running;
}

async function end(running: Running): Promise<void> {
  running.wanted = false;
  await running.process.stop();
}

function explainExit(code: number): string {
  const [signal] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [];
  if (!signal) return `exit code ${code}`;
  return signal === 'SIGKILL' ? 'killed by SIGKILL, perhaps for lack of memory' : `killed by ${signal}`;
}

/** Each start of the stack begins a log of its own, so that its end shows the errors of this start only. */
function keepPreviousLog(log: string): void {
  try {
    renameSync(log, log.replace(/\.log$/, '.previous.log'));
  } catch {
    // The first start has none.
  }
}

function describe({ name, log }: ServerPlan, what: string): string {
  return `${name} ${what}. The last lines of ${log}:\n${lastLines(log)}`;
}
