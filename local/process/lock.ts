import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProcess } from '../../config/process-table.ts';

/** A process in a lock file. Its id alone could belong to a later process. */
export interface Holder {
  pid: number;
  startedAt: string;
}

/** A lock file that this process holds. */
export interface Lock {
  /** Releases the lock. */
  release(): void;
}

/**
 * Takes the lock file `path`, also from a dead holder, and at once; proper-lockfile would wait until the lock is stale.
 * @returns the lock, or the living process that holds it
 */
export function tryLock(path: string): Lock | Holder {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}.${crypto.randomUUID()}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)));
  try {
    for (;;) {
      // A link is atomic, so that nobody reads a half-written lock.
      if (link(own, path)) return hold(path);
      const holder = readHolder(path);
      if (holder && isAlive(holder)) return holder;
      removeDead(path, `${own}.dead`);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes the lock as soon as its holder releases it; calls `onWait` once if it has to wait. */
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

/** Whether this process still runs, and not another one with its id. */
export function isAlive(holder: Holder): boolean {
  return findProcess(holder.pid)?.startedAt === holder.startedAt;
}

/** Returns the lock, which is also released when the process exits. */
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
 * Removes the lock of a dead holder. Another process may have done the same meanwhile and taken the lock, so the lock is
 * moved aside, checked again, and put back if its holder is alive.
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
