import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Stack, startStack } from '../../../local/start-stack.ts';

/**
 * An Elasticsearch and a Redis of this test file's own, which it may break; they end with the file.
 * @returns the stack, once a test runs
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
