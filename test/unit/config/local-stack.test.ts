import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProcess } from '../../../config/process-table.ts';
import { publishStack, withdrawStack, withLocalStack } from '../../../config/read-settings.ts';

const stack = { ELASTICSEARCH_URL: 'http://127.0.0.1:9201', REDIS_URL: 'redis://127.0.0.1:6380' };
const makeDir = () => mkdtempSync(join(tmpdir(), 'local-'));

/** A folder with the state file of a stack started by this process. */
function stackFolder(holder: { pid: number; startedAt: string | undefined }): string {
  const dir = makeDir();
  writeFileSync(join(dir, 'stack.json'), JSON.stringify({ ...holder, ...stack }));
  return dir;
}

test('the running stack of LOCAL_DIR is found', () => {
  const LOCAL_DIR = makeDir();
  expect(withLocalStack({ LOCAL_DIR })).toEqual({ LOCAL_DIR });
  publishStack(LOCAL_DIR, stack);
  expect(withLocalStack({ LOCAL_DIR, INDEX_ALIAS: 'a' })).toEqual({ LOCAL_DIR, INDEX_ALIAS: 'a', ...stack });
  withdrawStack(LOCAL_DIR);
  expect(withLocalStack({ LOCAL_DIR })).toEqual({ LOCAL_DIR });
  expect(readdirSync(LOCAL_DIR)).toEqual([]);
});

test.each(['ELASTICSEARCH_URL', 'REDIS_URL'])(
  'an explicit address in %s takes precedence over the local stack',
  (name) => {
    const LOCAL_DIR = makeDir();
    publishStack(LOCAL_DIR, stack);
    const environment = { LOCAL_DIR, [name]: 'elsewhere' };
    expect(withLocalStack(environment)).toEqual(environment);
  },
);

test('the leftovers of a killed stack are ignored', () => {
  const { pid } = spawnSync('true');
  const { startedAt } = findProcess(process.pid)!;
  for (const holder of [
    { pid, startedAt },
    { pid, startedAt: undefined },
    // The process id now belongs to another process.
    { pid: process.pid, startedAt: `${startedAt}0` },
  ]) {
    const LOCAL_DIR = stackFolder(holder);
    expect(withLocalStack({ LOCAL_DIR })).toEqual({ LOCAL_DIR });
  }
});
