import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** A lock that this process holds; the operating system releases it when the process ends. */
export interface Lock {
  /** Releases the lock. */
  release(): void;
}

/** Referenced, because a database that is collected is closed. */
const held = new Set<DatabaseSync>();

/** SQLITE_BUSY */
const busy = 5;

/** Takes the lock `path`, a file that stays: the lock of an SQLite database. Undefined while it is held. */
export function tryLock(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
  held.add(database);
  const release = () => {
    if (held.delete(database)) database.close();
  };
  return { release };
}

/** Takes the lock as soon as its holder releases it; calls `onWait` once if it has to wait. */
export async function waitForLock(path: string, onWait: () => void = () => {}): Promise<Lock> {
  for (let attempt = 0; ; attempt++) {
    const lock = tryLock(path);
    if (lock) return lock;
    if (attempt === 0) onWait();
    await pause(200);
  }
}
