import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anyFreePorts } from '../../../local/process/ports.ts';

/** For each npm script: the text that it prints when it handles signals. */
const scripts = { api: /listening on/, worker: /queue error/ };

/** The processes started with this mark in their environment, except npm. */
function processesOf(mark: string, npm: ChildProcess): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === npm.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

it.each(Object.entries(scripts))('SIGTERM to `npm run %s` ends the program', async (script, runs) => {
  const mark = `TEST_MARK=${randomBytes(8).toString('hex')}`;
  const [port] = await anyFreePorts(1);
  const [name, value] = mark.split('=') as [string, string];
  const nowhere = { ELASTICSEARCH_URL: 'http://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' };
  const env = { ...process.env, ...nowhere, [name]: value, PORT: String(port), WORKER_PORT: '' };
  const npm = spawn('npm', ['run', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let output = '';
    npm.stdout.on('data', (data) => {
      output += data;
    });
    await expect.poll(() => output).toMatch(runs);
    expect(processesOf(mark, npm)).not.toEqual([]);
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    await expect.poll(() => processesOf(mark, npm)).toEqual([]);
  } finally {
    for (const pid of processesOf(mark, npm)) process.kill(Number(pid), 'SIGKILL');
  }
});
