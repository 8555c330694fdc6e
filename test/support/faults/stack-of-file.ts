import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Stack, startStack } from '../../../local/start-stack.ts';

/**
 * Starts Elasticsearch and Redis for one test file, which may break them. They end with the file.
 * @returns a function that returns the servers while tests run
 */
export function stackOfFile(): () => Stack {
  let dir: string;
  let stack: Stack;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'faults-'));
    stack = await startStack({ dir, buildDir: resolve('.local/build') });
  });
  afterAll(async () => {
    await stack?.stop();
    await rm(dir, { recursive: true, force: true });
  });
  return () => stack;
}
