import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { endWithTest } from './end-with-test.ts';
import { get } from './get.ts';

const server = join(import.meta.dirname, '../../api/server.ts');

/** The API as operators run it: a process of its own. */
export interface ApiProcess {
  url: string;
  /** Lines of its log so far, parsed. */
  log: Record<string, unknown>[];
  /** Ends it by SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts `npm run api`'s process on any free port, with the services of the test run; resolves when it and Redis are
 * ready.
 * @param settings environment variables that differ
 */
export async function startApiProcess(settings: Record<string, string>): Promise<ApiProcess> {
  const child = endWithTest(
    spawn(process.execPath, [server], {
      env: {
        PORT: '0',
        ELASTICSEARCH_URL: inject('elasticsearchUrl'),
        REDIS_URL: inject('redisUrl'),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const log: Record<string, unknown>[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text);
      log.push(line);
      if (typeof line.url === 'string') resolve(line.url);
    });
    exited.then((code) => reject(new Error(`The API ended with ${code}.`)));
  });
  while ((await get(url, '/readyz')).body.data?.redis !== 'ready') await once(child.stdout, 'data');
  return {
    url,
    log,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
