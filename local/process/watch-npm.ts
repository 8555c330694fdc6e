import { basename } from 'node:path';
import { findProcess } from '../../config/process-table.ts';

const intervalMs = 1000;

/**
 * Calls `onExit` once when the npm that runs this process has exited without ending it, as after `kill -9` of npm.
 * Does nothing where npm did not start this process: a program put into the background outlives its shell.
 * @returns a function that ends the watch
 */
export function watchNpm(onExit: () => void): () => void {
  const watched = process.env.npm_lifecycle_event ? ancestorsUpToNpm() : [];
  if (watched.length === 0) return () => {};
  const timer = setInterval(() => {
    const hasExited = watched.some(({ pid, startedAt }) => findProcess(pid)?.startedAt !== startedAt);
    if (!hasExited) return;
    clearInterval(timer);
    onExit();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** npm runs a script through a shell, which may still be the parent or may have been replaced by this process. */
function ancestorsUpToNpm(): { pid: number; startedAt: string }[] {
  const parent = findProcess(process.ppid);
  if (!parent) return [];
  const nearest = { pid: process.ppid, startedAt: parent.startedAt };
  const throughShell = /^-?(sh|dash|bash|zsh|ash|busybox)$/.test(basename(parent.name));
  const npm = throughShell ? findProcess(parent.parent) : undefined;
  return npm ? [nearest, { pid: parent.parent, startedAt: npm.startedAt }] : [nearest];
}
