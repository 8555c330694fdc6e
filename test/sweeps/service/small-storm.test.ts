import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { it } from 'vitest';
import { readSettings } from '../../../config/read-settings.ts';
import { startStack } from '../../../local/start-stack.ts';
import { smallStorm } from '../../support/faults/storm/plan.ts';
import { playStorm } from '../../support/faults/storm/play-storm.ts';

// On servers of its own, which it kills and empties.
it('4 imports with 6 random faults leave exactly the data that a plain model computes', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'own-engine-'));
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  const stack = await startStack({ dir, buildDir, heap: '512m' });
  try {
    await playStorm(smallStorm(1), stack);
  } finally {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
