import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProcess } from '../../../config/process-table.ts';
import { startGuarded } from '../../../local/process/guarded-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'guarded-'));
const log = join(folder, 'program.log');

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

test('output goes to the log, and the exit code is returned', async () => {
  const program = await startGuarded(['sh', '-c', 'echo out; echo err >&2; exit 3'], log);
  expect(await program.exited).toBe(3);
  expect(readFileSync(log, 'utf8')).toBe('out\nerr\n');
});

test('environment variables reach the program, and do not appear in process lists', async () => {
  const program = await startGuarded(['sh', '-c', 'echo "$SECRET"; sleep 100'], log, {
    SECRET: 's3cret-word',
  });
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('s3cret-word');
  const shown = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && commandOf(pid).includes('s3cret-word'),
  );
  expect(shown).toEqual([]);
  await program.stop();
});

test('stop ends a program that ignores SIGTERM', async () => {
  const program = await startGuarded(['sh', '-c', 'trap "" TERM; while :; do sleep 1; done'], log);
  await program.stop(100);
  expect(findProcess(program.pid)).toBeUndefined();
});

test('stop ends a frozen program', async () => {
  const program = await startGuarded(['sleep', '100'], log);
  program.signal('SIGSTOP');
  await program.stop();
  expect(await program.exited).toBe(128 + 15);
});

test('a program ends when its parent is killed with kill -9', async () => {
  const module = join(import.meta.dirname, '../../../local/process/guarded-process.ts');
  const script = join(folder, 'starter.ts');
  writeFileSync(
    script,
    `import { startGuarded } from ${JSON.stringify(module)};
     console.log((await startGuarded(['sleep', '1000'], ${JSON.stringify(log)})).pid);`,
  );
  const starter = execFile(process.execPath, [script]);
  const [line] = (await new Promise<string>((resolve) => starter.stdout!.once('data', resolve))).split('\n');
  const pid = Number(line);
  // The guard reports the process id just before the shell with that id becomes the program.
  await expect.poll(() => findProcess(pid)?.name).toBe('sleep');
  starter.kill('SIGKILL');
  await expect.poll(() => findProcess(pid)).toBeUndefined();
});
