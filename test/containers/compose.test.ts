import { once } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseImages } from '../../clients/typescript/src/containers.ts';
import { projectRoot } from '../../config/project-root.ts';
import { readSettings } from '../../config/read-settings.ts';
import { runProgram } from '../../local/process/run-program.ts';
import { backupCommands } from '../support/backup-commands.ts';
import { findChromium } from '../support/browser/find-chromium.ts';
import { skipWithout } from '../support/find-tool.ts';
import { get } from '../support/get.ts';
import { findCompose } from '../support/services/compose-program.ts';

/*
 * Starts docker-compose.yml as a new user does: in a folder that holds nothing else, with an image that is already there.
 * Only the Elasticsearch image may differ: an image without security runs behind the guard of test/support/access, which
 * checks passwords and roles.
 */
const images = chooseImages();
const folder = await mkdtemp(join(tmpdir(), 'compose-'));
const file = join(folder, 'docker-compose.yml');
const files = [
  file,
  ...(images.elasticsearchImage.endsWith('-local') ? [resolve('test/containers/guarded-engine.yaml')] : []),
];
const ports = ['PORT', 'OPERATIONS_PORT', 'WORKER_PORT'];
const project = `gem-auctions-test-${process.pid}`;

const command = await findCompose().catch(() => skipWithout('docker-compose'));
const { NODE_IMAGE, SERVICE_IMAGE } = readSettings(['NODE_IMAGE', 'SERVICE_IMAGE'], process.env);
const image = SERVICE_IMAGE ?? 'gemstone-auction-data-service:compose-test';
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  if (!command) return;
  copyFileSync('docker-compose.yml', file);
  environment = {
    ...process.env,
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_FILE: files.join(delimiter),
    SERVICE_IMAGE: image,
    ELASTICSEARCH_IMAGE: images.elasticsearchImage,
    REDIS_IMAGE: images.redisImage,
    TEST_SUPPORT: resolve('test/support'),
    ...Object.fromEntries(
      await Promise.all(ports.map(async (name) => [name, String(await freePort())] as const)),
    ),
  };
  if (!SERVICE_IMAGE) await build();
  await compose('up', '--detach', '--wait');
});

afterAll(async () => {
  if (command) await compose('down', '--volumes', '--timeout', '5').catch(() => undefined);
  rmSync(folder, { recursive: true });
});

async function compose(...args: string[]): Promise<string> {
  const [program, ...own] = command!;
  return runProgram(program!, [...own, ...args], { cwd: folder, env: environment });
}

/** Uses the classic builder, which every Docker engine has and which finds local base images. */
async function build(): Promise<void> {
  const base = NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`] : [];
  await runProgram('docker', ['build', '--quiet', '--tag', image, ...base, '.'], {
    env: { ...process.env, DOCKER_BUILDKIT: '0' },
  });
}

const inside = (service: string, ...args: string[]) => compose('exec', '--no-TTY', service, ...args);
const cli = (...args: string[]) => inside('worker', 'node', 'ingest/cli/gem-auctions.js', ...args);
const url = (port = 'PORT') => `http://127.0.0.1:${environment[port]}`;
const lots = async (query = '') =>
  (await get(url(), '/api/v1/auctions', query)).body.pagination.total_records;

/** Runs a script in the container of a service, with its server addresses; resolves with the value that the script returns. */
function script(service: string, body: string): Promise<string> {
  const addresses = `
    const read = (name) => require('fs').readFileSync('/credentials/' + name, 'utf8');
    const { username, password, origin } = new URL(read('elasticsearch-url'));
    const ask = (method, path, body) => fetch(origin + path, { method, body,
      headers: { 'content-type': 'application/json', authorization: 'Basic ' + btoa(username + ':' + password) } });
    const { Redis } = require('ioredis');
    const redis = () => new Redis(read('redis-url'), { disableClientInfo: true });`;
  const whole = `${addresses}\n(async () => { ${body} })().then((said) => { console.log(JSON.stringify(said)); process.exit(); })`;
  return inside(service, 'node', '-e', whole).then((output) => JSON.parse(output));
}

describe.skipIf(!command)('docker compose up', () => {
  it('docker compose up alone starts a service with the sample data, and its page shows lots', async () => {
    expect(await lots()).toBeGreaterThan(20_000);
    expect(await lots('gem_name=ruby')).toBeGreaterThan(100);
    const { body } = await get(url(), '/api/v1/auctions', 'is_synthetic=false&is_sold=true&limit=1');
    const browser = await chromium.launch({ executablePath: findChromium()!, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    // As the other limits, for hangs: a busy machine takes longer than the 30 s of the default.
    page.setDefaultTimeout(600_000);
    await page.goto(url());
    expect(await page.locator('.newest-lots .row-link').first().innerText()).toBe(body.data[0].title);
    await browser.close();
  });

  it('the first import by docker compose exec removes the generated lots, and keeps the notable sales', async () => {
    const csv = join(folder, 'lots.csv');
    await writeFile(csv, 'id,title,gem_type\n1,A ruby ring,Ruby\n2,A spinel,Spinel\n');
    await compose('cp', csv, 'worker:/data/imports/lots.csv');
    await cli('import', '/data/imports/lots.csv');
    const notable = (await readFile(join(projectRoot, 'local/samples/notable-sales.csv'), 'utf8')).trim();
    expect(await lots()).toBe(notable.split('\n').length - 1 + 2);
    expect((await get(url(), '/api/v1/auctions/2')).body.data.title).toBe('A spinel');
    const readiness = async () => (await get(url('OPERATIONS_PORT'), '/readyz')).body.data.redis;
    await expect.poll(readiness).toBe('ready');
  });

  it('metrics of each program are on ports of their own, and not on the public one', async () => {
    const read = async (port: string) => (await fetch(`${url(port)}/metrics`)).text();
    expect(await read('OPERATIONS_PORT')).toContain('gem_api_requests_total');
    expect(await read('WORKER_PORT')).toContain('gem_ingest_batches_total');
    for (const path of ['/metrics', '/readyz']) expect((await fetch(url() + path)).status).toBe(404);
  });

  it('the credentials of the API in docker compose cannot write, read imports or read queues', async () => {
    const refused = await script(
      'api',
      `const writes = await ask('DELETE', '/auctions-records-0');
       const imports = await ask('GET', '/auctions-imports/_search');
       const keys = await redis().get('bull:auctions-imports:meta').catch((error) => error.message);
       const others = await redis().call('ACL', 'LIST').catch((error) => error.message);
       return [writes.status, imports.status, keys, others];`,
    );
    expect(refused).toEqual([403, 403, expect.stringContaining('NOPERM'), expect.stringContaining('NOPERM')]);
  });

  it('the credentials of the worker in docker compose reach only its own indices and queues', async () => {
    const told = await script(
      'worker',
      `const other = await ask('PUT', '/others');
       const imports = await ask('GET', '/auctions-imports/_search');
       const type = await redis().type('bull:auctions-imports:meta');
       const rate = await redis().get('somebody:else').catch((error) => error.message);
       return [other.status, imports.status, type, rate];`,
    );
    expect(told).toEqual([403, 200, 'hash', expect.stringContaining('NOPERM')]);
  });

  it('Elasticsearch and Redis in docker compose refuse clients without a password', async () => {
    const told = await script(
      'worker',
      `const open = await fetch(origin + '/auctions-imports/_search');
       const { Redis } = require('ioredis');
       const anybody = new Redis('redis://redis:6379', { lazyConnect: true, enableReadyCheck: false, disableClientInfo: true });
       const answer = await anybody.ping().catch((error) => error.message);
       return [open.status, answer];`,
    );
    expect(told).toEqual([401, expect.stringContaining('NOAUTH')]);
  });

  it('the API and the worker in docker compose cannot reach each other', async () => {
    const reach = (host: string) =>
      `await require('dns/promises').lookup('${host}').then(() => 'found', (error) => error.code)`;
    expect(await script('api', `return [${reach('worker')}, ${reach('redis')}]`)).toEqual([
      expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
      'found',
    ]);
    expect(await script('worker', `return ${reach('api')}`)).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  it('the documented backup restores the lots after their indices were deleted', async () => {
    const before = await lots();
    const { define, once: register, each, restore } = backupCommands('docker compose');
    const [program, ...own] = command!;
    // Docker's own client may lack the plugin.
    const docker = `docker() { shift; ${[program, ...own].join(' ')} "$@"; }`;
    const bash = (...lines: string[]) =>
      runProgram('bash', ['-euc', [docker, define, ...lines].join('\n')], { cwd: folder, env: environment });
    expect(await bash(register, each)).toContain('"state":"SUCCESS"');
    await compose('stop', 'worker');
    await bash(`es DELETE "/$(es GET '/_cat/indices/auctions-*?h=index' | paste -sd, -)"`);
    await expect.poll(async () => (await get(url(), '/api/v1/auctions')).status).toBe(503);
    await bash(restore);
    await expect.poll(async () => (await get(url(), '/api/v1/auctions')).status).toBe(200);
    expect(await lots()).toBe(before);
    await compose('start', 'worker');
  });

  it('docker compose down and up keeps passwords and data, and imports no sample data again', async () => {
    const before = await lots();
    const addresses = () => inside('api', 'cat', '/credentials/redis-url', '/credentials/elasticsearch-url');
    const kept = await addresses();
    await compose('down', '--timeout', '15');
    await compose('up', '--detach', '--wait');
    expect(await addresses()).toBe(kept);
    expect(await lots()).toBe(before);
    expect(await compose('logs', '--no-log-prefix', 'sample-data')).toBe('');
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as { port: number };
  server.close();
  return free;
}
