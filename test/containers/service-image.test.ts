import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type StartedTestContainer, Wait } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerContainer } from '../../clients/typescript/src/containers.ts';
import { type GemAuctions, startGemAuctions } from '../../clients/typescript/src/testing.ts';
import { generatedLots } from '../support/generated-lots.ts';
import { get } from '../support/get.ts';
import { buildServiceImage } from '../support/services/build-service-image.ts';

const graceSeconds = 15;
const lots = generatedLots(3_000);
let built: Awaited<ReturnType<typeof buildServiceImage>>;
let service: GemAuctions;

beforeAll(async () => {
  built = await buildServiceImage();
  service = await startGemAuctions({ image: built.image });
});
afterAll(() => service?.stop());

const cli = (...args: string[]) =>
  service.containers.worker.exec(['node', 'ingest/cli/gem-auctions.js', ...args]);
const node = (container: StartedTestContainer, script: string) => container.exec(['node', '-e', script]);

/** Writes a file by a command, because Docker cannot copy files into a container with a read-only file system. */
async function putFile(name: string, content: string) {
  const script = 'fs.writeFileSync(process.argv[1], Buffer.from(process.argv[2], "base64"))';
  const packed = gzipSync(content).toString('base64');
  const written = await service.containers.worker.exec([
    'node',
    '-e',
    script,
    `/data/imports/${name}`,
    packed,
  ]);
  expect(written).toMatchObject({ exitCode: 0 });
}

async function everything() {
  const { body } = await get(service.url, '/api/v1/auctions', 'limit=100&sort=id');
  const imports = JSON.parse((await cli('imports', '--json')).stdout);
  return { lots: body.data, total: body.pagination.total_records, version: body.meta.data_version, imports };
}

describe('the image', () => {
  it('the service image adds less than 80 MB to Node and contains no development files', async () => {
    const megabytes = async (name: string) => (await built.engine.getImage(name).inspect()).Size / 1e6;
    const whole = await megabytes(built.image);
    const added = whole - (await megabytes(built.base));
    console.log(`The image has ${whole.toFixed(0)} MB, ${added.toFixed(0)} MB more than its base.`);
    expect(added).toBeLessThan(80);
    const { stdout } = await service.containers.api.exec(['ls', '/app', '/app/node_modules']);
    expect(stdout.split('\n')).toContain('koa');
    for (const name of ['test', '.git', 'vitest', 'typescript', 'testcontainers', 'node']) {
      expect(stdout.split('\n')).not.toContain(name);
    }
    // Plain JavaScript and WebAssembly: the image is the same for amd64 and arm64 but for its base.
    const compiled = await service.containers.api.exec(['find', '/app', '-name', '*.node']);
    expect(compiled.stdout).toBe('');
    // The image contains only the documents that the API serves below /docs.
    const docs = await service.containers.api.exec(['find', '/app/docs', '-type', 'f']);
    for (const name of docs.stdout.trim().split('\n')) expect(name).toMatch(/\.md$/);
  });

  it.each(['api', 'worker'] as const)(
    'the container of the %s runs without root, without capabilities and with a read-only file system',
    async (name) => {
      const { stdout } = await service.containers[name].exec(['cat', '/proc/1/status']);
      expect(stdout).toMatch(/^Uid:\s+1000\s/m);
      expect(stdout).toMatch(/^CapEff:\s+0{16}$/m);
      expect(stdout).toMatch(/^NoNewPrivs:\s+1$/m);
      const written = await node(service.containers[name], "fs.writeFileSync('/app/written', '')");
      expect(written.output).toContain('EROFS');
    },
  );
});

describe('the containers together', () => {
  it.each(['api', 'worker'] as const)('the health check of the %s passes', async (name) => {
    const container = built.engine.getContainer(service.containers[name].getId());
    await expect.poll(async () => (await container.inspect()).State.Health?.Status).toBe('healthy');
  });

  it('an import inside the worker container is served by the API container', async () => {
    await putFile('lots.csv.gz', lots.csv);
    const imported = await cli('import', '/data/imports/lots.csv.gz');
    expect(imported.output).toContain(`rejected as wrong_type: ${lots.badLines.length}`);
    expect(imported.exitCode).toBe(2);
    const { status, body } = await get(service.url, '/api/v1/auctions', 'gem_name=ruby&limit=5');
    expect(status).toBe(200);
    expect(body.pagination.total_records).toBe([...lots.ids].filter((id) => isRuby(id)).length);
  });

  it.each([
    ['inspect', 0],
    ['import --dry-run', 0],
    // No terminal can confirm it.
    ['import --guess', 1],
  ])('the command %s has a folder for its copies in the worker container', async (command, exitCode) => {
    await putFile('few.csv', 'id,title,gem_type\n1,A ruby ring,Ruby\n');
    const ended = await cli(...command.split(' '), '/data/imports/few.csv');
    expect([ended.exitCode, ended.output]).toEqual([exitCode, expect.not.stringContaining('EROFS')]);
    if (exitCode === 1) expect(ended.output).toContain('There is no terminal to confirm the import');
  });

  it('the API container serves the explorer with all its files, and the API reference', async () => {
    const page = await fetch(service.url);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const names = [...(await page.text()).matchAll(/(?:src|href)="(\/explorer\/[^"]+)"/g)].map(
      ([, path]) => path!,
    );
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect((await fetch(service.url + name)).status, name).toBe(200);
    for (const path of ['/docs', '/docs/errors', '/docs/operations/deployment', '/docs/sections.json'])
      expect((await fetch(service.url + path)).status, path).toBe(200);
  });

  it.each(['worker', 'api', 'redis', 'elasticsearch'] as const)(
    'no data is lost when the container of %s is restarted',
    async (name) => {
      const before = await everything();
      await service.containers[name].restart({ timeout: 15 });
      await expect.poll(async () => (await get(service.url, '/readyz')).status).toBe(200);
      expect(await everything()).toEqual(before);
    },
  );
});

describe('SIGTERM', () => {
  it('SIGTERM ends a worker container that still waits for Redis', async () => {
    const lonely = workerContainer(built.image).withWaitStrategy(
      Wait.forHttp('/healthz', 3001).withStartupTimeout(600_000),
    );
    expect(await end(await lonely.start())).toBe(0);
  });

  it('SIGTERM ends the containers of worker and API with exit code 0, and the API logs it last', async () => {
    const log = await service.containers.api.logs();
    expect(await end(service.containers.worker)).toBe(0);
    expect(await end(service.containers.api)).toBe(0);
    expect((await text(log)).trim().split('\n').at(-1)).toContain('"msg":"closed"');
  });
});

/** Ends a container as Docker does, by SIGTERM and after the grace period by SIGKILL; resolves with its exit code. */
async function end(started: StartedTestContainer): Promise<number> {
  const container = built.engine.getContainer(started.getId());
  await container.stop({ t: graceSeconds });
  return (await container.inspect()).State.ExitCode;
}

/** Whether the lot with this id is a ruby after the import. Of two lines with the same id, the later one counts. */
function isRuby(id: number): boolean {
  const later = id + 50;
  const last = later % 97 === 0 && later <= lots.read && later % 500 !== 0 ? later : id;
  return last % 2 === 1;
}
