import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** Referenced, because a database that is collected is closed. */
const held = new Set<DatabaseSync>();

/** SQLITE_BUSY */
const busy = 5;

/**
 * Takes the lock `path`, a file that stays: the lock of an SQLite database, which the operating system releases when this
 * process ends. Returns undefined while it is held, or a function that releases it.
 */
export function tryLock(path: string): (() => void) | undefined {
  const database = new DatabaseSync(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
  held.add(database);
  return () => {
    held.delete(database);
    database.close();
  };
}

/** Takes the lock as soon as its holder releases it; calls `onWait` once if it has to wait. */
export async function waitForLock(path: string, onWait: () => void): Promise<() => void> {
  let release = tryLock(path);
  if (!release) onWait();
  while (!release) {
    await pause(200);
    release = tryLock(path);
  }
  return release;
}
