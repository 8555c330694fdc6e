import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { readSettings } from '../../../config/read-settings.ts';
import { type Stack, startStack } from '../../../local/start-stack.ts';
import { smallStorm } from '../../support/faults/storm/plan.ts';
import { playStorm } from '../../support/faults/storm/play-storm.ts';

// Servers of its own, which it kills and empties. They outlive the test, whose end still needs them.
const dir = mkdtempSync(join(tmpdir(), 'own-engine-'));
let stack: Stack;
beforeAll(async () => {
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  stack = await startStack({ dir, buildDir, heap: '512m' });
});
afterAll(async () => {
  await stack?.stop();
  await rm(dir, { recursive: true, force: true });
});

it('4 imports with 6 random faults leave exactly the data that a plain model computes', () =>
  playStorm(smallStorm(1), stack));
