import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { startApiProcess } from '../../../support/api-process.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';

// Every API here has its own settings, over the shared lots.

const list = '/api/v1/auctions';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(settings: Record<string, string>): Promise<RunningApi> {
  const api = await startApi({ INDEX_ALIAS: inject('corpus').alias, ...settings });
  closing.push(() => api.close());
  return api;
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

/** Waits until the API has received announcements and caches, so that it knows the state of the data. */
const settled = (url: string) =>
  expect.poll(async () => (await get(url, list)).headers.get('server-timing')).toContain('cache;desc=hit');

describe('a slow Elasticsearch', () => {
  let elasticsearch: FaultProxy;
  beforeEach(async () => {
    elasticsearch = await startFaultProxy(inject('elasticsearchUrl'));
    closing.push(() => elasticsearch.close());
  });

  /** An API that knows the state of its data before Elasticsearch becomes slow. */
  async function startSlow(settings: Record<string, string>): Promise<string> {
    const { url } = await start({ ELASTICSEARCH_URL: elasticsearch.url, ...settings });
    closing.push(async () => elasticsearch.release());
    await settled(url);
    elasticsearch.hold();
    return url;
  }

  test('one request more than MAX_IN_FLIGHT gets 503 with Retry-After at once, but health checks do not', async () => {
    const url = await startSlow({ MAX_IN_FLIGHT: '3' });
    const waiting = [1, 2, 3].map((limit) => get(url, list, `limit=${limit}`));
    await expect.poll(() => elasticsearch.waiting()).toBe(3);
    const refused = await get(url, list, 'limit=4');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.error.code).toBe('overloaded');
    expect((await get(url, '/healthz')).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    elasticsearch.release();
    expect((await get(url, '/readyz')).status).toBe(200);
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    expect((await get(url, list, 'limit=4')).status).toBe(200);
  });

  test('a client over MAX_IN_FLIGHT_PER_CLIENT gets 429, another one does not, nor after its requests have ended', async () => {
    const url = await startSlow({ MAX_IN_FLIGHT_PER_CLIENT: '2', TRUST_PROXY: '127.0.0.1' });
    const ask = (client: string, limit: number) =>
      get(url, list, `limit=${limit}`, { headers: { 'X-Forwarded-For': client } });
    const waiting = [1, 2].map((limit) => ask('2001:db8::1', limit));
    await expect.poll(() => elasticsearch.waiting()).toBe(2);
    // An IPv6 /64 is one client.
    const refused = await ask('2001:db8::2', 3);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.body.error.message).toContain('2 are allowed');
    const other = ask('2001:db8:0:1::1', 4);
    await expect.poll(() => elasticsearch.waiting()).toBe(3);
    elasticsearch.release();
    for (const { status } of await Promise.all([...waiting, other])) expect(status).toBe(200);
    expect((await ask('2001:db8::2', 3)).status).toBe(200);
  });

  test('a disconnect aborts the search of the request, unless another request waits for the same one', async () => {
    const url = await startSlow({});
    const [leaving, alsoLeaving] = [new AbortController(), new AbortController()];
    const gone = get(url, list, 'limit=11', { signal: leaving.signal }).catch(() => 'gone');
    await expect.poll(() => elasticsearch.waiting()).toBe(1);
    const staying = get(url, list, 'limit=12');
    await expect.poll(() => elasticsearch.waiting()).toBe(2);
    const sharing = get(url, list, 'limit=12', { signal: alsoLeaving.signal }).catch(() => 'gone');
    await expect.poll(() => metric(url, 'gem_api_requests_in_flight')).toBe(4);
    leaving.abort();
    alsoLeaving.abort();
    expect([await gone, await sharing]).toEqual(['gone', 'gone']);
    // Elasticsearch cancels a search when its connection closes.
    await expect.poll(() => elasticsearch.waiting()).toBe(1);
    await expect.poll(() => metric(url, `gem_api_requests_total{route="${list}",status="499"}`)).toBe(2);
    elasticsearch.release();
    expect((await staying).status).toBe(200);
  });

  test('a search longer than ELASTICSEARCH_TIMEOUT_MS leads to 503 with Retry-After, and to 200 later', async () => {
    const url = await startSlow({ ELASTICSEARCH_TIMEOUT_MS: '300' });
    for (const path of [list, '/api/v1/stats', '/api/v1/rankings/top-price']) {
      const late = await get(url, path, 'gem_name=ruby&price_min=1');
      expect([late.status, late.body.error.code]).toEqual([503, 'unavailable']);
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    // No search is left that nobody waits for.
    await expect.poll(() => elasticsearch.waiting()).toBe(0);
    elasticsearch.release();
    expect((await get(url, list, 'gem_name=ruby&price_min=1')).status).toBe(200);
  });

  test('concurrent readiness requests ask Elasticsearch once', async () => {
    const url = await startSlow({});
    const all = Array.from({ length: 50 }, () => get(url, '/readyz'));
    await expect.poll(() => metric(url, 'gem_api_requests_in_flight')).toBe(51);
    // The state of the index; the API's own check may differ.
    expect(elasticsearch.waiting()).toBeLessThanOrEqual(2);
    elasticsearch.release();
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  });

  test('the line of a request has its query and the time of Elasticsearch', async () => {
    // A process of its own, whose log is read.
    const settings = { INDEX_ALIAS: inject('corpus').alias, ELASTICSEARCH_URL: elasticsearch.url };
    const api = await startApiProcess(settings);
    expect((await get(api.url, list, 'limit=1')).status).toBe(200);
    elasticsearch.hold();
    const headers = { 'X-Request-Id': 'slow-one' };
    const late = get(api.url, list, 'gem_name=rubis&price_min=7', { headers });
    await expect.poll(() => elasticsearch.waiting()).toBeGreaterThan(0);
    const began = performance.now();
    await expect.poll(() => performance.now() - began).toBeGreaterThan(100);
    elasticsearch.release();
    expect((await late).status).toBe(200);
    const line = () => api.log.find(({ requestId }) => requestId === 'slow-one');
    const query = 'gem_name=rubis&price_min=7';
    await expect.poll(line).toMatchObject({ route: list, query, status: 200, client: '127.0.0.1' });
    expect(line()!.elasticsearchMs).toBeGreaterThan(100);
    expect(await api.stop()).toBe(0);
  });
});

test('a client that disconnects before its request is processed does not use up a place permanently', async () => {
  const redis = await startFaultProxy(inject('redisUrl'));
  closing.push(() => redis.close());
  const { url } = await start({ REDIS_URL: redis.url, MAX_IN_FLIGHT: '1', RATE_LIMIT_MAX: '1000' });
  // Both connections to Redis are idle after its announcements have arrived.
  await settled(url);
  const leaving = new AbortController();
  redis.hold();
  const gone = get(url, list, '', { signal: leaving.signal }).catch(() => 'gone');
  await expect.poll(() => redis.waiting()).toBe(1);
  leaving.abort();
  expect(await gone).toBe('gone');
  await expect.poll(() => metric(url, 'gem_api_requests_total{route="none",status="499"}')).toBe(1);
  redis.release();
  // Redis has already counted the disconnected request, so a request counted now is processed after it.
  expect((await get(url, list, 'limit=1')).status).toBe(200);
});

describe('the rate limit', () => {
  /** Each test has its own clients, which it names behind a trusted proxy. */
  async function startLimited(settings: Record<string, string> = {}): Promise<string> {
    const { url } = await start({ TRUST_PROXY: '127.0.0.1/32', RATE_LIMIT_MAX: '1000', ...settings });
    // A readiness result is reused for a second.
    await expect.poll(async () => (await get(url, '/readyz')).body.data.redis).toBe('ready');
    return url;
  }
  const from = (client: string) => ({ headers: { 'X-Forwarded-For': client } });
  const anyAddress = () => `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;

  test('a client gets exactly its limit through over 20 connections and 2 APIs', async () => {
    const urls = await Promise.all([1, 2].map(() => startLimited({ RATE_LIMIT_MAX: '100' })));
    // Each attempt uses a new client, because earlier counts remain.
    const address = anyAddress();
    const agent = new Agent({ keepAlive: true, maxSockets: 10 });
    const answers: Answered[] = [];
    let sent = 0;
    const client = async (url: string) => {
      while (sent++ < 110) answers.push(await askWith(agent, url, address));
    };
    await Promise.all(Array.from({ length: 20 }, (_, position) => client(urls[position % 2]!)));
    agent.destroy();
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([100, 10]);
    const left = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    // The two together report each number of remaining requests once.
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, rest) => rest));
    for (const { headers } of answers) {
      const rest = headers['x-ratelimit-remaining'];
      expect(headers['x-ratelimit-limit']).toBe('100');
      expect(headers['ratelimit-policy']).toBe('"hour";q=100;w=3600');
      expect(headers.ratelimit).toMatch(new RegExp(`^"hour";r=${rest};t=3[56]\\d\\d$`));
      expect(headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
    }
    for (const { headers } of refused) {
      expect(headers['x-ratelimit-remaining']).toBe('0');
      expect(headers['retry-after']).toMatch(/^3[56]\d\d$/);
    }
    expect((await get(urls[0]!, list, '', from(anyAddress()))).status).toBe(200);
  });

  test('HEAD, errors, unknown paths and 304 count, but OPTIONS, health and openapi.json do not', async () => {
    const url = await startLimited({ RATE_LIMIT_MAX: '6' });
    const client = from('198.51.100.2');
    const { headers } = await get(url, list, '', client);
    const remaining = (answer: { headers: Headers }) => answer.headers.get('x-ratelimit-remaining');
    for (const path of [list, '/healthz', '/api/v1/openapi.json', '/docs']) {
      const method = path === list ? 'OPTIONS' : 'GET';
      const uncounted = await fetch(url + path, { ...client, method });
      expect([...uncounted.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
    }
    expect(remaining(await get(url, list, '', { ...client, method: 'HEAD' }))).toBe('4');
    expect(remaining(await get(url, list, 'page=0', client))).toBe('3');
    expect(remaining(await get(url, '/api/v1/nothing', '', client))).toBe('2');
    const conditional = { headers: { ...client.headers, 'If-None-Match': headers.get('etag')! } };
    const notModified = await get(url, list, '', conditional);
    expect([notModified.status, remaining(notModified)]).toEqual([304, '1']);
    expect(remaining(await get(url, list, '', { ...client, method: 'POST' }))).toBe('0');
    const refused = await get(url, list, '', client);
    expect([refused.status, refused.body.error.code, remaining(refused)]).toEqual([429, 'rate_limited', '0']);
  });
});

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
}

function askWith(agent: Agent, url: string, client: string): Promise<Answered> {
  const { hostname, port } = new URL(url);
  const options = { agent, hostname, port, path: list, headers: { 'X-Forwarded-For': client } };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers }));
    });
    sent.on('error', reject).end();
  });
}

describe('connection limits', () => {
  const settings = { MAX_CONNECTIONS: '6', MAX_CONNECTIONS_PER_CLIENT: '3', OPERATIONS_PORT: '0' };
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

  test.each([
    ['of one client', 'client', 3, {}],
    ['of a trusted proxy, only in total,', 'total', 6, { TRUST_PROXY: '127.0.0.1/32' }],
  ])(
    'connections %s over the limit are closed, and closed ones free their places',
    async (_of, limit, count, more) => {
      const { url, operationsUrl } = await start({ ...settings, ...more });
      const kept = await open(url, count);
      const [further] = await open(url, 1);
      expect(await closed(further!)).toBe(true);
      const refused = `gem_api_connections_refused_total{limit="${limit}"}`;
      expect(await metric(operationsUrl!, refused)).toBe(1);
      for (const socket of kept) socket.destroy();
      await expect.poll(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status).toBe(200);
    },
  );
});
