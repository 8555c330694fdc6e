import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { buildAuction } from '../../../support/build-auction.ts';
import { compileCache } from '../../../support/compile-cache.ts';
import { endWithTest } from '../../../support/end-with-test.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { createTestIndex } from '../../../support/test-index.ts';

const list = '/api/v1/auctions';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(settings: Record<string, string>) {
  const api = await startApi(settings);
  closing.push(() => api.close());
  return api;
}

/** An index of its own, for an API whose Elasticsearch answers late, wrongly or not at all. */
async function startIndex(records = [buildAuction({ id: 1 })]) {
  const index = await createTestIndex(records);
  closing.push(() => index.remove());
  return index;
}

/** A server that replaces Elasticsearch and responds with `handle`. */
async function fakeElasticsearch(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer({}, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function expectUnavailable(url: string, path = list, code = 'unavailable') {
  const { status, headers, body } = await get(url, path);
  expect(status).toBe(503);
  expect(body.error.code).toBe(code);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

describe('the API without Elasticsearch', () => {
  test('the API starts without Elasticsearch, responds with 503 and reports itself alive', async () => {
    const api = await start({ ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
    await expectUnavailable(api.url);
    await expectUnavailable(api.url, '/readyz');
    expect((await get(api.url, '/healthz')).status).toBe(200);
    expect((await get(api.url, list, 'page=0')).status).toBe(400);
    expect((await get(api.url, '/nowhere')).status).toBe(404);
  });

  test('the API responds with 503 until an index exists, and with 200 as soon as it does', async () => {
    const index = await startIndex();
    const api = await start({ INDEX_ALIAS: `${index.alias}-later` });
    await expectUnavailable(api.url);
    const indices = await index.elasticsearch.indices.getAlias({ name: index.alias });
    await index.elasticsearch.indices.putAlias({
      index: Object.keys(indices)[0]!,
      name: `${index.alias}-later`,
    });
    expect((await get(api.url, list)).body.pagination.total_records).toBe(1);
  });

  test('an invalid response of Elasticsearch leads to an internal error that reveals no internals', async () => {
    const mad = await fakeElasticsearch((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
      response.end('{"error":{"type":"secret_exception","reason":"secret"}}');
    });
    const api = await start({ ELASTICSEARCH_URL: mad });
    const { status, body } = await get(api.url, list);
    expect(status).toBe(500);
    expect(body.error.code).toBe('internal');
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describe('the API without Redis', () => {
  test('without Redis the API responds, sees new data at once, and still limits', async () => {
    const index = await startIndex();
    const api = await start({
      INDEX_ALIAS: index.alias,
      REDIS_URL: 'redis://127.0.0.1:1',
      RATE_LIMIT_MAX: '4',
    });
    const first = await get(api.url, list);
    expect(first.body.pagination.total_records).toBe(1);
    expect(first.headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
    await index.write([buildAuction({ id: 2 })]);
    const second = await get(api.url, list);
    expect(second.body.pagination.total_records).toBe(2);
    expect(second.body.meta.data_version).not.toBe(first.body.meta.data_version);
    expect((await get(api.url, '/readyz')).body.data.redis).toBe('away');
    await get(api.url, list);
    await get(api.url, list);
    expect((await get(api.url, list)).status).toBe(429);
    expect(await (await fetch(`${api.url}/metrics`)).text()).toMatch(/gem_api_rate_limit_in_memory_total 5/);
  });
});

describe('the API process', () => {
  test('SIGTERM lets running requests finish, and the exit code is 0', async () => {
    let searched: () => void;
    const answers: (() => void)[] = [];
    let isSlow = true;
    const searching = new Promise<void>((resolve) => {
      searched = resolve;
    });
    const slow = await fakeElasticsearch((request, response) => {
      // The process's own checks are not client requests, and do not delay its end.
      if (request.url!.startsWith('/_nodes')) return;
      const answer = () => {
        response.writeHead(404, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
        response.end('{}');
      };
      if (!isSlow) return answer();
      // The first search is the check of the process itself.
      if (answers.push(answer) === 2) searched();
    });
    const child = endWithTest(
      spawn(process.execPath, ['api/server.ts'], {
        env: { ...compileCache, PORT: '0', ELASTICSEARCH_URL: slow, REDIS_URL: inject('redisUrl') },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const ended = once(child, 'exit');
    const [line] = await once(child.stdout, 'data');
    const url = JSON.parse(String(line).split('\n')[0]!).url as string;
    const running = get(url, list);
    await searching;
    child.kill('SIGTERM');
    await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'refused')).toBe('refused');
    isSlow = false;
    for (const answer of answers) answer();
    expect((await running).status).toBe(503);
    expect(await ended).toEqual([0, null]);
  });

  test('invalid settings are all named, and the exit code is 1', async () => {
    const child = endWithTest(
      spawn(process.execPath, ['api/server.ts'], {
        env: { ...compileCache, PORT: 'http', RATE_LIMIT_MAX: '-1', TRUST_PROXY: 'nowhere' },
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    );
    let errors = '';
    child.stderr.on('data', (data) => {
      errors += data;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    for (const name of ['PORT', 'RATE_LIMIT_MAX', 'TRUST_PROXY']) expect(errors).toContain(name);
  });
});
