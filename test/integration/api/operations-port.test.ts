import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

let index: TestIndex;
const running: RunningApi[] = [];

beforeAll(async () => {
  index = await createTestIndex([buildAuction({ id: 1 })]);
});
afterAll(async () => {
  for (const api of running) await api.close();
  await index?.remove();
});

async function start(settings: Record<string, string>): Promise<RunningApi> {
  const api = await startApi({ INDEX_ALIAS: index.alias, ...settings });
  running.push(api);
  return api;
}

describe('an API with OPERATIONS_PORT', () => {
  test('metrics and readiness are only on the operations port, and health is on both ports', async () => {
    const { url, operationsUrl } = await start({ OPERATIONS_PORT: '0' });
    expect((await get(operationsUrl!, '/readyz')).status).toBe(200);
    expect((await fetch(`${operationsUrl}/metrics`)).status).toBe(200);
    expect((await get(operationsUrl!, '/healthz')).status).toBe(200);
    expect((await get(url, '/healthz')).status).toBe(200);
    expect((await get(url, '/api/v1/auctions')).status).toBe(200);
    const notFound = { status: 404, body: { error: { code: 'not_found' } } };
    expect(await get(url, '/readyz')).toMatchObject(notFound);
    expect(await get(url, '/metrics')).toMatchObject(notFound);
    expect(await get(operationsUrl!, '/api/v1/auctions')).toMatchObject(notFound);
  });
});

test('concurrent readiness requests ask Elasticsearch once', async () => {
  const elasticsearch = await startFaultProxy(inject('elasticsearchUrl'));
  const { url, operationsUrl } = await start({ ELASTICSEARCH_URL: elasticsearch.url, OPERATIONS_PORT: '0' });
  // After this the API knows the state of the data.
  const origin = async () => (await get(url, '/api/v1/auctions')).headers.get('server-timing');
  await expect.poll(origin).toContain('cache;desc=hit');
  elasticsearch.hold();
  const all = Array.from({ length: 50 }, () => get(operationsUrl!, '/readyz'));
  const inFlight = async () =>
    /^gem_api_requests_in_flight (\d+)$/m.exec(await (await fetch(`${operationsUrl}/metrics`)).text())?.[1];
  await expect.poll(inFlight).toBe('51');
  // The state of the index; the API's own check may differ.
  expect(elasticsearch.waiting()).toBeLessThanOrEqual(2);
  elasticsearch.release();
  for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  await elasticsearch.close();
});

test('a readiness result is reused for requests shortly after', async () => {
  const { operationsUrl } = await start({ OPERATIONS_PORT: '0' });
  // Each new readiness result reads the data version again, and contains the time of that read.
  const fiveInTurn = async () => {
    const times = new Set<string>();
    for (let n = 0; n < 5; n++)
      times.add((await get(operationsUrl!, '/readyz')).body.data.data_version_checked_at);
    return times.size;
  };
  await expect.poll(fiveInTurn).toBe(1);
});

describe('requests from other origins', () => {
  test.each(['/metrics', '/readyz'])('pages of other origins cannot read %s', async (path) => {
    const { url } = await start({});
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { headers } = await fetch(`${url}${path}`, {
        method,
        headers: { Origin: 'https://example.org' },
      });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  test('pages of other origins can read the data', async () => {
    const { url } = await start({});
    const { headers } = await fetch(`${url}/api/v1/auctions`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('connection limits', () => {
  const settings = { MAX_CONNECTIONS: '6', MAX_CONNECTIONS_PER_CLIENT: '3' };
  const closed = async (socket: Socket) => {
    socket.on('error', () => undefined);
    await once(socket, 'close');
    return true;
  };

  async function open(url: string, count: number): Promise<Socket[]> {
    const sockets = Array.from({ length: count }, () => connect(Number(new URL(url).port), '127.0.0.1'));
    for (const socket of sockets) await once(socket, 'connect');
    return sockets;
  }

  test('connections over the limit of one client are closed, and closed connections free their places', async () => {
    const { url, operationsUrl } = await start({ ...settings, OPERATIONS_PORT: '0' });
    const kept = await open(url, 3);
    const [further] = await open(url, 1);
    expect(await closed(further!)).toBe(true);
    const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
    expect(metrics).toContain('gem_api_connections_refused_total{limit="client"} 1');
    for (const socket of kept) socket.destroy();
    await expect.poll(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status).toBe(200);
  });

  test('connections of a trusted proxy are limited only in total', async () => {
    const { url, operationsUrl } = await start({
      ...settings,
      OPERATIONS_PORT: '0',
      TRUST_PROXY: '127.0.0.1/32',
    });
    const kept = await open(url, 6);
    const [further] = await open(url, 1);
    expect(await closed(further!)).toBe(true);
    const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
    expect(metrics).toContain('gem_api_connections_refused_total{limit="total"} 1');
    expect(metrics).not.toContain('gem_api_connections_refused_total{limit="client"}');
    for (const socket of kept) socket.destroy();
  });
});

describe('openapi.json', () => {
  test('openapi.json is compressed as the client accepts, with one ETag', async () => {
    const { url } = await start({});
    const ask = (headers: Record<string, string>) => fetch(`${url}/api/v1/openapi.json`, { headers });
    const answers = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => ask({ 'Accept-Encoding': encoding })),
    );
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
    const etags = new Set(answers.map(({ headers }) => headers.get('etag')));
    expect(etags.size).toBe(1);
    const [body, ...others] = await Promise.all(answers.map((answer) => answer.json()));
    for (const other of others) expect(other).toEqual(body);
    const [etag] = etags;
    const again = await ask({ 'If-None-Match': etag!, 'Accept-Encoding': 'br' });
    expect([again.status, again.headers.get('content-encoding')]).toEqual([304, null]);
    for (const { headers } of [...answers, again])
      expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
  });
});
