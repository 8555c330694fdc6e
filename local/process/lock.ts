import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProcess } from '../../config/process-table.ts';

/** A process as written into a lock: its id alone could since belong to another one. */
export interface Holder {
  pid: number;
  startedAt: string;
}

/** A lock file that this process holds. */
export interface Lock {
  /** Ends the lock. */
  release(): void;
}

/**
 * Takes the lock file `path`, also from a holder that no longer lives: at once, where proper-lockfile waits until a lock
 * is stale.
 * @returns the lock, or the living process that holds it
 */
export function tryLock(path: string): Lock | Holder {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}.${crypto.randomUUID()}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)));
  try {
    for (;;) {
      // A link appears whole or not at all: nobody ever reads a half-written lock.
      if (link(own, path)) return hold(path);
      const holder = readHolder(path);
      if (holder && isAlive(holder)) return holder;
      removeDead(path, `${own}.dead`);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes the lock as soon as its holder releases it; `onWait` is called once when that is not at once. */
export async function waitForLock(path: string, onWait: (holder: Holder) => void = () => {}): Promise<Lock> {
  for (let attempt = 0; ; attempt++) {
    const lock = tryLock(path);
    if ('release' in lock) return lock;
    if (attempt === 0) onWait(lock);
    await pause(200);
  }
}

/** The identity of this process, unique over time. */
export function identify(pid: number): Holder {
  return { pid, startedAt: findProcess(pid)?.startedAt ?? '' };
}

/** Whether the very process still runs. */
export function isAlive(holder: Holder): boolean {
  return findProcess(holder.pid)?.startedAt === holder.startedAt;
}

/** A process that exits without releasing its locks releases them on exit, where possible. */
function hold(path: string): Lock {
  const release = () => {
    process.off('exit', release);
    rmSync(path, { force: true });
  };
  process.on('exit', release);
  return { release };
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead holder. Between the look and the removal another process may have done the same and taken
 * the lock: what was moved aside is looked at again, and put back if it is alive.
 */
function removeDead(path: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && isAlive(moved)) link(aside, path);
  rmSync(aside, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
