import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compileCache } from '../compile-cache.ts';

const root = join(import.meta.dirname, '../../..');

/** A process of the service whose whole output is kept. */
export interface WatchedProcess {
  child: ChildProcess;
  /** Everything that it wrote to standard output and standard error. */
  output(): string;
  /** Resolves with the first match in the output; rejects if the process ends without a match. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends the process by SIGTERM; resolves with the exit code. */
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
    async says(pattern) {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        const isEnd = await Promise.race([once(child, 'said').then(() => false), ended.then(() => true)]);
        if (isEnd && !pattern.test(output))
          throw new Error(`The process ended without ${pattern}: ${output}`);
      }
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
