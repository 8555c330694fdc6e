import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tryLock, waitForLock } from '../../../local/process/lock.ts';

let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'lock-')), 'lock.sqlite');
});

/** Runs a line in another process that knows `lock`, what it got. */
const elsewhere = (line: string) => {
  const module = JSON.stringify(join(import.meta.dirname, '../../../local/process/lock.ts'));
  const script = `import(${module}).then(({ tryLock }) => { const lock = tryLock(${JSON.stringify(path)}); ${line} })`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
};

test('a held lock is given neither to this process again nor to another one', () => {
  const lock = tryLock(path)!;
  expect(tryLock(path)).toBeUndefined();
  expect(elsewhere('console.log(lock === undefined)')).toBe('true');
  lock.release();
  expect(elsewhere('console.log(lock === undefined)')).toBe('false');
});

test('the lock of a process that was killed is free', () => {
  expect(() => elsewhere('process.kill(process.pid, "SIGKILL")')).toThrow();
  expect(tryLock(path)).toHaveProperty('release');
});

test('a waiting process gets the lock when it is released', async () => {
  const lock = tryLock(path)!;
  const waiting = waitForLock(path, () => lock.release());
  await expect(waiting).resolves.toHaveProperty('release');
});
