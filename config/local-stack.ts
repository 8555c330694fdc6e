import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcess } from './process-table.ts';
import { readSettings } from './read-settings.ts';

/** The URLs of the local Elasticsearch and Redis. */
export interface LocalStack {
  ELASTICSEARCH_URL: string;
  REDIS_URL: string;
}

const fileIn = (dir: string) => join(dir, 'stack.json');

/** Writes the URLs of the stack of this process to a file, for other programs. */
export function publishStack(dir: string, stack: LocalStack): void {
  const { pid } = process;
  const unfinished = `${fileIn(dir)}.unfinished`;
  writeFileSync(unfinished, JSON.stringify({ pid, startedAt: findProcess(pid)?.startedAt, ...stack }));
  renameSync(unfinished, fileIn(dir));
}

/** Removes the file of `publishStack`. */
export function withdrawStack(dir: string): void {
  rmSync(fileIn(dir), { force: true });
}

/**
 * The environment with the addresses of the stack that runs in LOCAL_DIR, where neither ELASTICSEARCH_URL nor REDIS_URL
 * is set. The file of a stack that no longer runs is ignored.
 * @throws SettingsError when LOCAL_DIR cannot be used
 */
export function withLocalStack(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (environment.ELASTICSEARCH_URL || environment.REDIS_URL) return environment;
  const stack = readStack(readSettings(['LOCAL_DIR'], environment).LOCAL_DIR);
  return stack ? { ...environment, ...stack } : environment;
}

function readStack(dir: string): LocalStack | undefined {
  try {
    const { pid, startedAt, ...stack } = JSON.parse(readFileSync(fileIn(dir), 'utf8'));
    return startedAt && findProcess(pid)?.startedAt === startedAt ? stack : undefined;
  } catch {
    return undefined;
  }
}
