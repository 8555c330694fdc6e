import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { buildOnce } from '../../../local/build-once.ts';

let root: string;
let source: string;
let made: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  source = join(root, 'source.txt');
  made = 0;
  writeFileSync(source, 'one');
});

const build = () => buildOnce(join(root, 'builds'), { name: 'thing', sources: [source], make }, () => {});

async function make(folder: string): Promise<void> {
  made++;
  await new Promise(setImmediate);
  writeFileSync(join(folder, 'result'), readFileSync(source));
}

test('a changed source causes a new build', async () => {
  const before = await build();
  writeFileSync(source, 'two');
  const after = await build();
  expect(after).not.toBe(before);
  expect(readFileSync(join(after, 'result'), 'utf8')).toBe('two');
});

test('of several concurrent requests for a build, one builds', async () => {
  const folders = await Promise.all([build(), build(), build()]);
  expect(new Set(folders).size).toBe(1);
  expect(made).toBe(1);
});

test('a failed build leaves nothing that looks like a result', async () => {
  const failing = { name: 'thing', sources: [source], make: () => Promise.reject(new Error('no network')) };
  await expect(buildOnce(join(root, 'builds'), failing, () => {})).rejects.toThrow('no network');
  expect(readdirSync(join(root, 'builds'))).toEqual([
    expect.stringContaining('.lock.sqlite'),
    expect.stringContaining('.unfinished'),
  ]);
  await build();
  expect(made).toBe(1);
});
