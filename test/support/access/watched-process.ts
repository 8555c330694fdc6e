import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compileCache } from '../compile-cache.ts';

const root = join(import.meta.dirname, '../../..');

/** A process of the service of which every word is kept. */
export interface WatchedProcess {
  child: ChildProcess;
  /** All that it has written, to standard output and standard error. */
  output(): string;
  /** Resolves with the first match in what it writes; rejects where it ends without. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Ends it by SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** @param file the program, from the project's folder */
export function watchProcess(file: string, environment: Record<string, string>): WatchedProcess {
  const child = spawn(process.execPath, [join(root, file)], {
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      child.emit('said');
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    output: () => output,
    ended,
    async says(pattern) {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        const isEnd = await Promise.race([once(child, 'said').then(() => false), ended.then(() => true)]);
        if (isEnd && !pattern.test(output)) throw new Error(`It ended without ${pattern}: ${output}`);
      }
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
