import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { heapFlag, processEnvironment } from '../../config/process-memory.ts';
import { compileCache } from './compile-cache.ts';
import { endWithTest } from './end-with-test.ts';
import { get } from './get.ts';

const server = join(import.meta.dirname, '../../api/server.js');

/** The API in its own process. */
export interface ApiProcess {
  url: string;
  /** Lines of its log so far, parsed. */
  log: Record<string, unknown>[];
  /** Its standard error so far, which should be empty. */
  complaints(): string;
  /** Ends it by SIGTERM, or another signal; resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the image's process on any free port, with the services of the test run; resolves when it and Redis are
 * ready.
 * @param settings environment variables that differ
 * @param hold ends the process; by default, it ends with the test
 */
export async function startApiProcess(
  settings: Record<string, string>,
  hold: <Child extends ChildProcess>(child: Child) => Child = endWithTest,
): Promise<ApiProcess> {
  const child = hold(
    spawn(process.execPath, [heapFlag(Number(settings.API_HEAP_MB ?? 512)), server], {
      env: {
        ...processEnvironment,
        ...compileCache,
        PORT: '0',
        ELASTICSEARCH_URL: inject('elasticsearchUrl'),
        REDIS_URL: inject('redisUrl'),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const log: Record<string, unknown>[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text);
      log.push(line);
      if (typeof line.url === 'string') resolve(line.url);
    });
    exited.then((code) => reject(new Error(`The API ended with ${code}: ${complaints}`)));
  });
  while ((await get(url, '/readyz')).body.data?.redis !== 'ready') await once(child.stdout, 'data');
  return {
    url,
    log,
    complaints: () => complaints,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}
