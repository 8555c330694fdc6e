import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseImages } from '../../clients/typescript/src/containers.ts';
import { readSettings } from '../../config/read-settings.ts';
import { runProgram } from '../../local/process/run-program.ts';
import { get } from '../support/get.ts';
import { findCompose } from '../support/services/compose-program.ts';

/*
 * Starts docker-compose.yml as a new user does. Only the Elasticsearch image may differ: an image without security runs
 * behind the guard of test/support/access, which checks passwords and roles.
 */
const images = chooseImages();
const files = [
  'docker-compose.yml',
  ...(images.elasticsearchImage.endsWith('-local') ? ['test/containers/guarded-engine.yaml'] : []),
];
const project = `gem-auctions-test-${process.pid}`;
const folder = await mkdtemp(join(tmpdir(), 'compose-'));

const command = await findCompose().catch((error: Error) => {
  console.log(`The tests of docker-compose.yml are skipped: ${error.message}`);
  return undefined;
});
let port: number;

beforeAll(async () => {
  if (!command) return;
  port = await freePort();
  await build();
  await compose('up', '--detach', '--wait', '--no-build');
});

afterAll(async () => {
  if (command) await compose('down', '--volumes', '--timeout', '5').catch(() => undefined);
  rmSync(folder, { recursive: true });
});

async function compose(...args: string[]): Promise<string> {
  const [program, ...own] = command!;
  const chosen = files.flatMap((file) => ['--file', file]);
  const { NODE_IMAGE } = readSettings(['NODE_IMAGE'], process.env);
  const env = {
    ...process.env,
    ELASTICSEARCH_IMAGE: images.elasticsearchImage,
    REDIS_IMAGE: images.redisImage,
    ...(NODE_IMAGE && { NODE_IMAGE }),
    PORT: String(port),
  };
  return runProgram(program!, [...own, '--project-name', project, ...chosen, ...args], { env });
}

/** Uses the classic builder, which every Docker engine has and which finds local base images. */
async function build(): Promise<void> {
  const { NODE_IMAGE } = readSettings(['NODE_IMAGE'], process.env);
  const base = NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`] : [];
  await runProgram('docker', ['build', '--quiet', '--tag', 'gemstone-auction-data-service', ...base, '.'], {
    env: { ...process.env, DOCKER_BUILDKIT: '0' },
  });
}

const inside = (service: string, ...args: string[]) => compose('exec', '--no-TTY', service, ...args);
const cli = (...args: string[]) => inside('worker', 'node', 'ingest/cli/gem-auctions.js', ...args);
const url = () => `http://127.0.0.1:${port}`;

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
  it('docker compose up alone starts a service that imports and serves lots', async () => {
    const file = join(folder, 'lots.csv');
    await writeFile(file, 'id,title,gem_type\n1,A ruby ring,Ruby\n2,A spinel,Spinel\n');
    await compose('cp', file, 'worker:/data/imports/lots.csv');
    await cli('import', '/data/imports/lots.csv');
    const { status, body } = await get(url(), '/api/v1/auctions');
    expect([status, body.pagination.total_records]).toEqual([200, 2]);
    await expect.poll(async () => (await get(url(), '/readyz')).body.data.redis).toBe('ready');
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

  it('docker compose down and up keeps passwords and data', async () => {
    const addresses = () => inside('api', 'cat', '/credentials/redis-url', '/credentials/elasticsearch-url');
    const before = await addresses();
    await compose('down', '--timeout', '15');
    await compose('up', '--detach', '--wait', '--no-build');
    expect(await addresses()).toBe(before);
    const { body } = await get(url(), '/api/v1/auctions');
    expect(body.pagination.total_records).toBe(2);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as { port: number };
  server.close();
  return free;
}
