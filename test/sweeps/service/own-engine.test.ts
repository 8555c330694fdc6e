import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readSettings } from '../../../config/read-settings.ts';
import { type Stack, startStack } from '../../../local/start-stack.ts';
import { describeBackup } from './own-engine/backup.ts';
import { describeSmallStorm } from './own-engine/small-storm.ts';

// These tests share one file so that the servers start once. They kill and empty the servers, so no other test may use them.
let dir: string;
let stack: Stack;
const started = () => stack;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'own-engine-'));
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  stack = await startStack({ dir, buildDir, heap: '512m' });
});
afterAll(async () => {
  await stack?.stop();
  await rm(dir, { recursive: true, force: true });
});

describeBackup(started, () => dir);
describeSmallStorm(started);
