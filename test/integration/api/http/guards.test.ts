import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { startApiProcess } from '../../../support/api-process.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const list = '/api/v1/auctions';
let index: TestIndex;
let elasticsearch: FaultProxy;
const running: RunningApi[] = [];

beforeAll(async () => {
  index = await createTestIndex([buildAuction({ id: 1 })]);
  elasticsearch = await startFaultProxy(inject('elasticsearchUrl'));
});
afterEach(() => elasticsearch.release());
afterAll(async () => {
  for (const api of running) await api.close();
  await elasticsearch?.close();
  await index?.remove();
});

/** An API that knows the state of its data before Elasticsearch becomes slow. */
async function startSlow(settings: Record<string, string>): Promise<RunningApi> {
  const api = await startApi({ INDEX_ALIAS: index.alias, ELASTICSEARCH_URL: elasticsearch.url, ...settings });
  running.push(api);
  const origin = async () => (await get(api.url, list)).headers.get('server-timing');
  await expect.poll(origin).toContain('cache;desc=hit');
  elasticsearch.hold();
  return api;
}

describe('MAX_IN_FLIGHT requests in progress', () => {
  test('one request more than MAX_IN_FLIGHT gets 503 with Retry-After at once, but health checks do not', async () => {
    const api = await startSlow({ MAX_IN_FLIGHT: '3' });
    const waiting = [1, 2, 3].map((limit) => get(api.url, list, `limit=${limit}`));
    await expect.poll(() => elasticsearch.waiting()).toBe(3);
    const refused = await get(api.url, list, 'limit=4');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.error.code).toBe('overloaded');
    expect((await get(api.url, '/healthz')).status).toBe(200);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(200);
    elasticsearch.release();
    expect((await get(api.url, '/readyz')).status).toBe(200);
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    expect((await get(api.url, list, 'limit=4')).status).toBe(200);
  });
});

describe('clients that disconnect', () => {
  test('a disconnect aborts the search of the request, unless another request waits for the same one', async () => {
    const api = await startSlow({});
    const [leaving, alsoLeaving] = [new AbortController(), new AbortController()];
    const gone = get(api.url, list, 'limit=11', { signal: leaving.signal }).catch(() => 'gone');
    await expect.poll(() => elasticsearch.waiting()).toBe(1);
    const staying = get(api.url, list, 'limit=12');
    await expect.poll(() => elasticsearch.waiting()).toBe(2);
    const sharing = get(api.url, list, 'limit=12', { signal: alsoLeaving.signal }).catch(() => 'gone');
    await expect.poll(() => metric(api, 'gem_api_requests_in_flight')).toBe(4);
    leaving.abort();
    alsoLeaving.abort();
    expect([await gone, await sharing]).toEqual(['gone', 'gone']);
    // Elasticsearch cancels a search when its connection closes.
    await expect.poll(() => elasticsearch.waiting()).toBe(1);
    await expect.poll(() => metric(api, `gem_api_requests_total{route="${list}",status="499"}`)).toBe(2);
    elasticsearch.release();
    expect((await staying).status).toBe(200);
  });

  test('a client that disconnects before its request is processed does not use up a place permanently', async () => {
    const redis = await startFaultProxy(inject('redisUrl'));
    const settings = { INDEX_ALIAS: index.alias, REDIS_URL: redis.url };
    const api = await startApi({ ...settings, MAX_IN_FLIGHT: '1', RATE_LIMIT_MAX: '1000' });
    running.push(api);
    // Both connections to Redis are idle after its announcements have arrived.
    const origin = async () => (await get(api.url, list)).headers.get('server-timing');
    await expect.poll(origin).toContain('cache;desc=hit');
    const leaving = new AbortController();
    redis.hold();
    const gone = get(api.url, list, '', { signal: leaving.signal }).catch(() => 'gone');
    await expect.poll(() => redis.waiting()).toBe(1);
    leaving.abort();
    expect(await gone).toBe('gone');
    await expect.poll(() => metric(api, 'gem_api_requests_total{route="none",status="499"}')).toBe(1);
    redis.release();
    // Redis has already counted the disconnected request, so a request counted now is processed after it.
    expect((await get(api.url, list, 'limit=1')).status).toBe(200);
    await redis.close();
  });
});

describe('Elasticsearch slower than ELASTICSEARCH_TIMEOUT_MS', () => {
  test('a slow Elasticsearch leads to 503 with Retry-After in time, and to 200 after it recovers', async () => {
    const api = await startSlow({ ELASTICSEARCH_TIMEOUT_MS: '300' });
    for (const path of [list, '/api/v1/stats', '/api/v1/rankings/top-price']) {
      const started = performance.now();
      const late = await get(api.url, path, 'gem_name=ruby&price_min=1');
      expect(performance.now() - started).toBeLessThan(8_000);
      expect(late.status).toBe(503);
      expect(late.body.error.code).toBe('unavailable');
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    // No search is left that nobody waits for.
    await expect.poll(() => elasticsearch.waiting()).toBe(0);
    elasticsearch.release();
    expect((await get(api.url, list, 'gem_name=ruby&price_min=1')).status).toBe(200);
  });
});

test('a query of a second or more is logged with its parsed request', async () => {
  const api = await startApiProcess({ INDEX_ALIAS: index.alias, ELASTICSEARCH_URL: elasticsearch.url });
  // The state of the data is known before, so that only the query waits.
  await expect.poll(async () => (await get(api.url, '/readyz')).body.data?.redis).toBe('ready');
  expect((await get(api.url, list, 'limit=1')).status).toBe(200);
  elasticsearch.hold();
  const headers = { 'X-Request-Id': 'slow-one' };
  const late = get(api.url, list, 'gem_name=rubis&price_min=7', { headers });
  await expect.poll(() => elasticsearch.waiting()).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  elasticsearch.release();
  expect((await late).status).toBe(200);
  const lineOf = (message: string) =>
    api.log.find(({ msg, requestId }) => msg === message && requestId === 'slow-one');
  await expect.poll(() => lineOf('request')).toMatchObject({ route: list, status: 200, client: '127.0.0.1' });
  await expect.poll(() => lineOf('a slow query')).toMatchObject({ level: 40, route: list });
  const slow = lineOf('a slow query')!;
  expect(slow.ms).toBeGreaterThanOrEqual(1000);
  expect(slow.request).toEqual({ page: 1, limit: 20, gem_name: ['Ruby'], price_min: 7 });
  expect(await api.stop()).toBe(0);
});

async function metric(api: RunningApi, name: string): Promise<number> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
