import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../config/project-root.ts';
import { startOwnRedis } from '../../../support/own-redis.ts';
import { runCli, runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const good = 'id,title,gem_type,carat\n1,One,ruby,1\n2,Two,ruby,2\n';
const mixed = 'id,title,gem_type,carat\n3,Three,ruby,3\n4,Four,ruby,heavy\n5,"Fi"ve,ruby,5\n6,Six,ruby,6\n';

let ingest: TestIngest;
let folder: string;
const run = (args: string[]) => runCommand(args, ingest.environment, { cwd: folder });
/** Runs the command in its own process. */
const start = (args: string[], options = {}) => runCli(args, ingest.environment, { cwd: folder, ...options });
const ids = async () => (await ingest.records()).map(({ id }) => id);

beforeAll(async () => {
  ingest = await startIngest();
  folder = await mkdtemp(join(tmpdir(), 'cli-'));
  await writeFile(join(folder, 'good.csv'), good);
  await writeFile(join(folder, 'mixed.csv'), mixed);
});
afterAll(async () => {
  await ingest?.close();
  await rm(folder, { recursive: true });
});

describe('gem-auctions import', () => {
  it('an import of standard input without rejects exits with 0 and shows the counts', async () => {
    const { code, stdout } = await start(['import', '-', '--format', 'csv'], { input: good });
    expect(code).toBe(0);
    expect(stdout).toMatch(/2 records read = 2 indexed \(2 new, 0 replaced\) \+ 0 superseded \+ 0 rejected/);
    expect(await ids()).toEqual([1, 2]);
    // The temporary copy is gone from the import folder.
    expect(await readdir(ingest.importRoot)).toEqual([]);
  });

  it('an import with rejects exits with 2, and the rejects can be exported, corrected and imported', async () => {
    const { code, stdout } = await run(['import', 'mixed.csv', '--json']);
    expect(code).toBe(2);
    const entry = JSON.parse(stdout);
    expect(entry).toMatchObject({ state: 'completed', read: 4, indexed: 2, rejected: 2 });

    const json = await run(['rejects', String(entry.id), '--json']);
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { line: 3, field: 'carat', code: 'wrong_type', message: expect.any(String), raw: '4,Four,ruby,heavy' },
      { line: 4, field: null, code: 'csv_syntax', message: expect.any(String), raw: '5,"Fi"ve,ruby,5' },
    ]);
    const file = await run(['rejects', String(entry.id)]);
    expect(file.stdout.split('\n')[0]).toBe(
      'reject_line,reject_field,reject_code,reject_message,id,title,gem_type,carat',
    );

    const mended = file.stdout.replace('ruby,heavy', 'ruby,4').replace('"Fi"ve', 'Five');
    await writeFile(join(folder, 'mended.csv'), mended);
    expect((await run(['import', 'mended.csv'])).code).toBe(0);
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('an import of a file without records exits with 0 and a warning, like its dry run', async () => {
    await writeFile(join(folder, 'header.csv'), 'id,title,gem_type\n');
    const warning = 'The file has a header and no records.';
    const imported = await run(['import', 'header.csv']);
    expect(imported).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^! import.*\n.*\n  ${warning}`),
    });
    const checked = await run(['import', 'header.csv', '--dry-run']);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining(warning) });
  });

  it('an import of several files exits with the worst of their exit codes', async () => {
    await writeFile(join(folder, 'bad.csv'), 'id,titel\n1,a\n');
    const { code, stdout } = await run(['import', 'good.csv', 'mixed.csv', 'bad.csv']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/failed.*\n.*"titel" is not a known column/);
    expect((await run(['import', 'good.csv', 'mixed.csv'])).code).toBe(2);
  });

  it('a glob imports the files of a folder that have a known format', async () => {
    await mkdir(join(folder, 'more'), { recursive: true });
    await writeFile(join(folder, 'more/a.ndjson'), '{"id":21,"title":"a","gem_type":"Ruby"}\n');
    await writeFile(join(folder, 'more/notes.md'), 'not to be imported');
    expect((await run(['import', 'mor?/*.ndjson'])).code).toBe(0);
    expect(await ids()).toEqual(expect.arrayContaining([21]));
  });

  it('--detach returns at once, and the import can be followed by its number', async () => {
    const { code, stdout } = await run(['import', 'good.csv', '--detach', '--json']);
    expect(code).toBe(0);
    const { id } = JSON.parse(stdout);
    const followed = await run(['imports', String(id), '--follow', '--json']);
    expect(followed.code).toBe(0);
    expect(JSON.parse(followed.stdout)).toMatchObject({ id, state: 'completed', read: 2 });
  });

  it('after Ctrl-C the import continues, and the output says how to follow and cancel it', async () => {
    await ingest.session.imports.pause();
    const { code, stderr } = await start(['import', 'good.csv'], {
      interruptAt: 'good.csv: waiting',
    });
    await ingest.session.imports.resume();
    expect(code).toBe(130);
    const id = Number(/Import (\d+) continues/.exec(stderr)?.[1]);
    expect(stderr).toContain(`npx gem-auctions cancel ${id}`);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed' });
  });

  const refused: [args: string[], message: RegExp][] = [
    [['import'], /missing required argument 'file'/],
    [['import', 'no-such.csv'], /There is no file "no-such.csv"/],
    [['import', 'good.csv', '--replace', '--delete'], /cannot be used with option '--delete'/],
    [['import', 'good.csv', '--format', 'xml'], /Allowed choices are csv, ndjson, json/],
    [['import', '-'], /Standard input needs --format/],
    [['import', 'good.csv', '--max-reject-rate', '2'], /It must be a number from 0 to 1/],
    [['imports', '999999'], /There is no import 999999/],
    [['imports', 'x'], /a whole number from 1/],
    [['retry', '999999'], /There is no import 999999/],
    [['rollback', '--to', 'nothing'], /There is no index "nothing"/],
  ];
  it.each(refused)('the invalid command %j names the error and exits with 1', async (args, message) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('a command without Redis or Elasticsearch says so, and never shows a password', async () => {
    const gone = { ...ingest.environment, REDIS_URL: 'redis://:secret@127.0.0.1:9' };
    const { code, stderr } = await runCommand(['imports'], gone);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Redis cannot be reached at redis:\/\/…@127\.0\.0\.1:9/);
    expect(stderr).not.toContain('secret');
    const bad = await runCommand(['imports'], { ...ingest.environment, INDEX_ALIAS: 'Auctions!' });
    expect(bad.code).toBe(1);
    expect(bad.stderr).toMatch(/INDEX_ALIAS="Auctions!"/);
  });
});

it.each([[['indices']], [['rejects', '999']], [['cancel', '999']]])(
  'the command %j needs no Redis',
  async (args) => {
    const { stderr } = await runCommand(args, { ...ingest.environment, REDIS_URL: 'redis://127.0.0.1:9' });
    expect(stderr).toMatch(args[0] === 'indices' ? /^$/ : /^There is no import 999/);
  },
);

describe('gem-auctions imports', () => {
  it('imports are listed newest first, as a table and as JSON', async () => {
    const { stdout } = await run(['imports', '--json']);
    const entries: { id: number }[] = JSON.parse(stdout);
    expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).sort((a, b) => b - a));
    expect(entries[0]).toMatchObject({ state: 'completed', read: 2, indexed: 2, superseded: 0, rejected: 0 });
    expect((await run(['imports'])).stdout).toMatch(/^import +state +mode +read/);
  });
});

describe('gem-auctions retry and cancel', () => {
  it('cancel, rollback, samples remove and stones name only what is possible with an unfinished import', async () => {
    const own = await startIngest({ worker: false });
    const id = await own.enqueue({ path: 'lots.csv' });
    const messages = async () => {
      const commands = [
        ['cancel', String(id)],
        ['rollback'],
        ['samples', 'remove'],
        ['stones', 'split', '1'],
      ];
      const results = [];
      for (const args of commands) results.push((await runCommand(args, own.environment)).stderr.trim());
      return results;
    };
    await own.session.log.change(id, ['waiting'], { state: 'publishing' });
    const wait = `Wait for its end (gem-auctions imports ${id} --follow)`;
    expect(await messages()).toEqual([
      `Import ${id} is publishing and can no longer be cancelled. ${wait}.`,
      ...Array(3).fill(`Import ${id} is publishing. ${wait}. Then try again.`),
    ]);
    await own.session.log.change(id, ['publishing'], { state: 'running' });
    const orCancel = `${wait}, or cancel it (gem-auctions cancel ${id})`;
    expect((await runCommand(['rollback'], own.environment)).stderr).toBe(
      `Import ${id} is running. ${orCancel}. Then try again.
`,
    );
    expect((await runCommand(['cancel', String(id)], own.environment)).code).toBe(0);
    expect((await messages())[0]).toBe(`Import ${id} is cancelled and can no longer be cancelled.`);
    await own.close();
  });

  it('cancel ends an import that is waiting', async () => {
    await ingest.session.imports.pause();
    const id = await ingest.enqueue({ path: 'late.csv' });
    expect((await run(['cancel', String(id)])).code).toBe(0);
    await ingest.session.imports.resume();
    expect(await ingest.finished(id)).toMatchObject({ state: 'cancelled' });
  });
});

describe('gem-auctions indices and rollback', () => {
  it('indices lists the search indices, and rollback goes back by one', async () => {
    await writeFile(join(folder, 'all.csv'), 'id,title,gem_type\n1,One,Ruby\n');
    expect((await run(['import', 'all.csv', '--replace', '--min-records', '1'])).code).toBe(0);
    expect(await ids()).toEqual([1]);
    const indices = JSON.parse((await run(['indices', '--json'])).stdout);
    expect(indices.map(({ live }: { live: boolean }) => live)).toEqual([true, false]);
    const { code, stdout } = await run(['rollback']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/is live again/);
    expect((await ids()).length).toBeGreaterThan(1);
  });
});

describe('gem-auctions samples remove', () => {
  let own: TestIngest;
  const notable = readFileSync(join(projectRoot, 'local/samples/notable-sales.csv'));
  const command = (...args: string[]) => runCommand(args, own.environment, { cwd: folder });
  const idsLeft = async () => (await own.records()).map(({ id }) => id);

  beforeAll(async () => {
    own = await startIngest();
  });
  afterAll(() => own.close());

  it('without an index there is nothing to do', async () => {
    expect(await command('samples', 'remove')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing to do/),
    });
    const { code, stdout } = await command('samples', 'remove', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { state: 'nothing_to_do' }]);
  });

  it('the notable sales are deleted, and no other lot', async () => {
    await own.import('notable-sales.csv', notable);
    await own.import('good.csv', good);
    const { stdout, ...rest } = await command('samples', 'remove', '--json');
    expect(rest, stdout).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ state: 'completed', mode: 'delete', indexed: 120 });
    expect(await idsLeft()).toEqual([1, 2]);
    expect(await command('samples', 'remove')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing to do/),
    });
    expect((await readdir(own.importRoot)).filter((name) => name.startsWith('samples-'))).toEqual([]);
  });
});

describe('commands during a server outage', () => {
  it('an import that Redis does not accept is recorded, and queued when it does', async () => {
    const server = await startOwnRedis();
    const own = await startIngest({ redisUrl: server.url });
    const command = (...args: string[]) => runCommand(args, own.environment, { cwd: folder });
    const failed = await own.finished(await own.enqueue({ path: 'lots.csv' }));
    await own.put('lots.csv', good);
    await own.redis.config('SET', 'maxmemory', '1');
    const imported = await command('import', 'good.csv', '--detach', '--json');
    const retried = await command('retry', String(failed.id), '--detach', '--json');
    const { id } = JSON.parse(imported.stdout);
    const recorded = (id: number) =>
      `import ${id} is recorded; it will be queued when Redis accepts writes\n`;
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining(recorded(id)) });
    expect(retried).toMatchObject({ code: 0, stderr: recorded(failed.id) });
    await own.redis.config('SET', 'maxmemory', '0');
    for (const one of [id, failed.id]) expect(await own.finished(one)).toMatchObject({ state: 'completed' });
    await own.close();
    await server.close();
  });
});

it('control characters in a file name and in data are escaped', async () => {
  const name = 'lots-\u001b[2J.csv';
  await writeFile(join(folder, name), 'id,title,gem_type\n1,One,Ruby\nx,\u001b]0;pwned\u0007,Ruby\n');
  const { code, stdout, stderr } = await run(['import', name]);
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain('\u001b');
});
