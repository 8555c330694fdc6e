import { execFileSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import { startOwnRedis } from '../../../support/own-redis.ts';
import { runCli, runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
let engine: FaultProxy;
let redis: FaultProxy;
beforeAll(async () => {
  ingest = await startIngest();
  engine = await startFaultProxy(ingest.environment.ELASTICSEARCH_URL.split(',')[0]!);
  redis = await startFaultProxy(ingest.environment.REDIS_URL);
});
afterAll(async () => {
  await ingest?.close();
  await engine?.close();
  await redis?.close();
});

const commands = [['import', 'lots.csv', '--detach'], ['rejects', '1790000000'], ['rollback']];

/** Runs a command whose server disappears right after the command has connected. */
async function runThrough(proxy: FaultProxy, args: string[]) {
  proxy.hold();
  const environment = { ...ingest.environment, ELASTICSEARCH_URL: engine.url, REDIS_URL: redis.url };
  const ended = runCli(args, environment, { cwd: ingest.importRoot });
  while (proxy.waiting() === 0) await pause(20);
  proxy.setAway(true);
  proxy.release();
  const result = await ended;
  proxy.setAway(false);
  return result;
}

describe('commands during a server outage', () => {
  beforeAll(() => ingest.put('lots.csv', 'id,title,gem_type\n1,One,Ruby\n'));

  it.each(commands)(
    'a command that loses Elasticsearch reports it in one line and exits with 1: %s',
    async (...args) => {
      const { code, stderr } = await runThrough(engine, args.filter(Boolean));
      expect(code).toBe(1);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toMatch(/Elasticsearch (cannot be reached|does not respond)/);
    },
  );

  it('an enqueueing command that loses Elasticsearch exits with 1, and names what was enqueued', async () => {
    // The steps after connecting: the number from Redis, then the log in Elasticsearch.
    const block = (on: boolean) =>
      ingest.elasticsearch.indices.putSettings({
        index: `${ingest.alias}-imports`,
        settings: { index: { blocks: { write: on } } },
      });
    await ingest.import('first.csv', 'id,title,gem_type\n1,One,Ruby\n');
    await block(true);
    const { code, stderr } = await runCli(['import', 'lots.csv'], ingest.environment, {
      cwd: ingest.importRoot,
    });
    await block(false);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('Elasticsearch refused a request: cluster_block_exception');
  });

  it('a command that loses Redis reports it in one line and exits with 1', async () => {
    const { code, stderr } = await runThrough(redis, ['import', 'lots.csv']);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/Redis (cannot be reached|does not respond)/);
  });
});

describe('commands while Redis refuses writes', () => {
  it('an import that Redis does not accept is recorded, and queued when it does', async () => {
    const server = await startOwnRedis();
    const own = await startIngest({ redisUrl: server.url, worker: { reconcileEveryMs: 200 } });
    const command = (...args: string[]) => runCommand(args, own.environment, { cwd: own.importRoot });
    const failed = await own.finished(await own.enqueue({ path: 'lots.csv' }));
    await own.put('lots.csv', 'id,title,gem_type\n1,One,Ruby\n');

    await own.redis.config('SET', 'maxmemory', '1');
    const imported = await command('import', 'lots.csv', '--detach', '--json');
    const retried = await command('retry', String(failed.id), '--detach', '--json');
    const { id } = JSON.parse(imported.stdout);
    const recorded = (id: number) =>
      `import ${id} is recorded; it will be queued when Redis accepts writes\n`;
    expect(imported).toMatchObject({ code: 0, stderr: recorded(id) });
    expect(retried).toMatchObject({ code: 0, stderr: recorded(failed.id) });
    await own.redis.config('SET', 'maxmemory', '0');
    for (const one of [id, failed.id]) expect(await own.finished(one)).toMatchObject({ state: 'completed' });
    await own.close();
    await server.close();
  });
});

describe('files with a header of a megabyte', () => {
  it('the reason of a failed import has at most 1,000 characters', async () => {
    const entry = await ingest.import('wide.csv', `id,title,gem_type,${'x'.repeat(900_000)}\n1,One,Ruby,x\n`);
    expect(entry.state).toBe('failed');
    expect(entry.reason!.length).toBeLessThanOrEqual(1_000);
    const many = Array.from({ length: 900 }, (_, i) => `column-${i}-${'y'.repeat(400)}`).join();
    const other = await ingest.import('many.csv', `id,title,gem_type,${many}\n1,One,Ruby\n`);
    expect(other.state).toBe('failed');
    expect(other.reason!.length).toBeLessThanOrEqual(1_000);
    const failedReason = async () => (await ingest.session.imports.getJob(other.job_id))?.failedReason;
    while ((await failedReason()) === undefined) await pause(20);
    expect((await failedReason())!.length).toBeLessThanOrEqual(1_000);
  });
});

describe('control characters in data', () => {
  const controlText = '\u001b[2J\u001b]0;pwned\u0007';

  it('control characters are removed on a terminal, and kept in a file', async () => {
    const name = `lots-${controlText}.csv`;
    await writeFile(join(ingest.importRoot, name), `id,title,gem_type\n1,One,Ruby\nx,${controlText},Ruby\n`);
    const imported = await runCli(['import', name], ingest.environment, { cwd: ingest.importRoot });
    expect(imported.code).toBe(2);
    expect(`${imported.stdout}${imported.stderr}`).not.toContain('\u001b');
    const id = /import (\d+):/.exec(imported.stdout)![1]!;
    expect((await runCommand(['rejects', id], ingest.environment)).stdout).toContain(`x,${controlText},Ruby`);
    const cli = join(import.meta.dirname, '../../../../ingest/cli/gem-auctions.js');
    const onTerminal = execFileSync(
      'script',
      ['-qec', `${process.execPath} ${cli} rejects ${id}`, '/dev/null'],
      {
        env: { ...process.env, NO_COLOR: '1', ...ingest.environment },
        encoding: 'utf8',
      },
    );
    expect(onTerminal).toContain('x,\\u001b[2J\\u001b]0;pwned\\u0007,Ruby');
    expect(onTerminal).not.toContain('\u001b[2J');
    expect(await readdir(ingest.importRoot)).toContain(name);
  });
});
