import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Holder, identify, isAlive } from './process/lock.ts';

/** The guards need up to 6 seconds to end the processes of a killed stack. */
const timeoutMs = 8000;

/** Records which processes use the folder, for the next start after a crash. */
export function recordProcesses(file: string, pids: number[]): void {
  writeFileSync(file, JSON.stringify(pids.map(identify)));
}

/**
 * Waits until the processes of an earlier, killed stack have ended, because they still use its data and ports. Ends those
 * that do not end by themselves.
 */
export async function endLeftovers(file: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (const left of readProcesses(file)) {
    while (isAlive(left) && Date.now() < deadline) await pause(100);
    while (isAlive(left)) {
      process.kill(left.pid, 'SIGKILL');
      await pause(100);
    }
  }
}

function readProcesses(file: string): Holder[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder[];
  } catch {
    return [];
  }
}
