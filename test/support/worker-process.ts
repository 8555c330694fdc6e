import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { heapFlag, processEnvironment } from '../../config/process-memory.ts';
import { endWithTest } from './end-with-test.ts';

const root = join(import.meta.dirname, '../..');

/** A worker in its own process, which a test can kill. */
export interface WorkerProcess {
  process: ChildProcess;
  /** Sends a signal; resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Lines of its log. */
  log: string[];
  /** Resident memory at its highest so far, in MB. */
  peakMb(): number;
}

/** For tests that kill workers: their jobs are taken over soon. */
export const quickTakeover = { NODE_OPTIONS: '--import ./test/support/quick-takeover.ts' };

/** Starts the process of `npm run worker` with the given settings, which ends with the test; resolves when it is ready. */
export async function startWorkerProcess(environment: Record<string, string>): Promise<WorkerProcess> {
  const child = endWithTest(
    spawn(process.execPath, [heapFlag(), join(root, 'ingest/worker.ts')], {
      env: { ...process.env, ...processEnvironment, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const log: string[] = [];
  const lines = createInterface({ input: child.stdout! });
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line);
      if (line.includes('worker ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}: ${log.join('\n')}`)));
  });
  await ready;
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentMb(child.pid!));
  }, 100);
  sampler.unref();
  child.once('exit', () => clearInterval(sampler));
  return {
    process: child,
    log,
    peakMb: () => peak,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit)[0];
    },
  };
}

function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
