import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { readSettings } from '../../../config/read-settings.ts';
import { type Stack, startStack } from '../../../local/start-stack.ts';
import { smallStorm } from '../../support/faults/storm/plan.ts';
import { playStorm } from '../../support/faults/storm/play-storm.ts';

let dir: string;
let stack: Stack;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'storm-'));
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  stack = await startStack({ dir, buildDir });
});
afterAll(async () => {
  await stack?.stop();
  await rm(dir, { recursive: true, force: true });
});

it('4 imports and 6 faults with two workers and two APIs end in the data of a plain model', async () => {
  await playStorm(smallStorm(1), stack);
}, 900_000);
