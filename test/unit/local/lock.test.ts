import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Lock, tryLock, waitForLock } from '../../../local/process/lock.ts';

let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'lock-')), 'stack.lock');
});

test('a held lock is not given to another process, and the message names its holder', () => {
  const lock = tryLock(path) as Lock;
  expect(tryLock(path)).toMatchObject({ pid: process.pid });
  lock.release();
  expect(tryLock(path)).toHaveProperty('release');
});

test('the lock of a process that has ended is taken over', () => {
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }));
  expect(tryLock(path)).toHaveProperty('release');
});

test('a lock whose process id now belongs to another process is taken over', () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
  expect(tryLock(path)).toHaveProperty('release');
});

test('a waiting process gets the lock when it is released', async () => {
  const lock = tryLock(path) as Lock;
  const waiting = waitForLock(path, () => lock.release());
  await expect(waiting).resolves.toHaveProperty('release');
});
