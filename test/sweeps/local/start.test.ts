import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { endWithTest } from '../../support/end-with-test.ts';

const secret = randomBytes(12).toString('hex');
const alias = `t-${randomBytes(5).toString('hex')}`;
let dir: string;
let elasticsearch: Client;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'start-'));
  elasticsearch = new Client({ node: inject('elasticsearchUrl') });
});

afterAll(async () => {
  const indices = Object.keys(await elasticsearch.indices.get({ index: `${alias}-*` }));
  if (indices.length > 0) await elasticsearch.indices.delete({ index: indices });
  await elasticsearch.close();
  await rm(dir, { recursive: true });
});

/** Runs the program of `npm start` on the servers of the test run; resolves when it prints the address of the API. */
async function start(
  settings: Record<string, string> = {},
): Promise<{ process: ChildProcess; url: string; output: () => string }> {
  const child = endWithTest(
    spawn(process.execPath, ['local/start.ts'], {
      env: {
        ...process.env,
        // Both servers accept a password, although they require none.
        ELASTICSEARCH_URL: inject('elasticsearchUrl').replace('://', `://elastic:${secret}@`),
        REDIS_URL: inject('redisUrl').replace('://', `://default:${secret}@`),
        DASHBOARD_PASSWORD: '',
        WORKER_PORT: '',
        INDEX_ALIAS: alias,
        LOCAL_DIR: dir,
        RATE_LIMIT_MAX: '0',
        ...settings,
      },
    }),
  );
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
        const url = /(http:\/\/\S+)\/readyz/.exec(output)?.[1];
        if (url) resolve(url);
      });
    }
  });
  return { process: child, url: await ready, output: () => output };
}

/** The ids of all processes with the alias of this test in their environment. */
function processesLeft(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`INDEX_ALIAS=${alias}`);
      } catch {
        return false;
      }
    });
}

/** The command lines of running processes that contain this test's password. Every user of the machine can read them. */
function commandsWithSecret(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes(secret) ? [command.replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
const getJson = async (url: string): Promise<any> => (await fetch(url)).json();

describe('npm start', () => {
  it('npm start prints all addresses and the dashboard login, and no password of Elasticsearch or Redis', async () => {
    const first = await start({ SAMPLE_DATA: 'off' });
    expect(commandsWithSecret()).toEqual([]);
    expect(first.output()).not.toContain(secret);

    const [, dashboard, user, password] = /(http:\S+)\s+the queues; user (\S+), password (\S+)/.exec(
      first.output(),
    )!;
    const authorization = `Basic ${btoa(`${user}:${password}`)}`;
    expect((await fetch(dashboard!)).status).toBe(401);
    expect((await fetch(dashboard!, { headers: { authorization } })).status).toBe(200);
    expect((await fetch(dashboard!.replace('/queues', '/readyz'))).status).toBe(200);
    for (const url of ['elasticsearchUrl', 'redisUrl'] as const) {
      expect(first.output()).toContain(new URL(inject(url)).host);
    }
    const exit = once(first.process, 'exit');
    first.process.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
  });

  it('npm start says why its worker ended, and the API continues', async () => {
    const started = await start({ SAMPLE_DATA: 'off' });
    const isWorker = (pid: string) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('ingest/worker.ts');
    process.kill(Number(processesLeft().find(isWorker)), 'SIGKILL');
    await expect
      .poll(started.output)
      .toMatch(
        /The worker ended unexpectedly \(killed by SIGKILL[\s\S]*The API continues, and imports wait\./,
      );
    expect((await fetch(`${started.url}/healthz`)).status).toBe(200);
    const exit = once(started.process, 'exit');
    started.process.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
  });

  it('npm start imports the sample data once, keeps it for the next start, and leaves no process behind', async () => {
    const first = await start();
    // The address answers before the import begins, which reports its progress.
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
    await expect.poll(first.output).toMatch(/The page shows the sample now\./);
    expect(first.output()).toMatch(/\/readyz[\s\S]*importing the sample data[\s\S]*synthetic lots: /);
    const ready = await getJson(`${first.url}/readyz`);
    expect(ready.data.elasticsearch.version).toMatch(/^9\./);
    expect(ready.data.records).toBeGreaterThanOrEqual(20_060);

    const query = 'gem_name=ruby&origin=Burma&price_min=1000000&is_sold=true&limit=100';
    const rubies = await getJson(`${first.url}/api/v1/auctions?${query}`);
    const titles: string[] = rubies.data.map(({ title }: { title: string }) => title);
    expect(titles.join('\n')).toMatch(/Sunrise Ruby/);

    // The scorecard follows the sample.
    const scored = async () => (await getJson(`${first.url}/api/ext/scorecard`)).meta.status;
    await expect.poll(scored, { interval: 500 }).toBe('current');

    const exit = once(first.process, 'exit');
    first.process.kill('SIGINT');
    expect((await exit)[0]).toBe(0);
    expect(processesLeft()).toEqual([]);

    const second = await start();
    expect((await getJson(`${second.url}/readyz`)).data.records).toBe(ready.data.records);
    second.process.kill('SIGKILL');
    await expect.poll(processesLeft, { interval: 200 }).toEqual([]);
  });
});
