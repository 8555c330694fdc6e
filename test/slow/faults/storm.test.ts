import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { type Stack, startStack } from '../../../local/start-stack.ts';
import { wholeStorm } from '../../support/faults/storm/plan.ts';
import { playStorm } from '../../support/faults/storm/play-storm.ts';

let dir: string;
let stack: Stack;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'storm-'));
  stack = await startStack({ dir, buildDir: resolve('.local/build') });
});
afterAll(async () => {
  await stack?.stop();
  await rm(dir, { recursive: true, force: true });
});

it('13 imports with 33 random faults leave exactly the data that a plain model computes', async () => {
  const seed = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000);
  console.log(`STORM_SEED=${seed} repeats the plan.`);
  await playStorm(wholeStorm(seed), stack);
});
