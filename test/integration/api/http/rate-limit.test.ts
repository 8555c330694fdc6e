import { randomInt } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { type ApiProcess, startApiProcess } from '../../../support/api-process.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const list = '/api/v1/auctions';
let index: TestIndex;
const running: RunningApi[] = [];

beforeAll(async () => {
  index = await createTestIndex([buildAuction({ id: 1 })]);
});
afterAll(async () => {
  for (const api of running) await api.close();
  await index?.remove();
});

/** Each test has its own clients, which it names behind a trusted proxy. */
async function start(settings: Record<string, string> = {}) {
  const api = await startApi({
    INDEX_ALIAS: index.alias,
    TRUST_PROXY: '127.0.0.1/32',
    RATE_LIMIT_MAX: '1000',
    ...settings,
  });
  running.push(api);
  const redis = async () => (await get(api.url, '/readyz')).body.data.redis;
  // A readiness result is reused for a second.
  await expect.poll(redis).toBe('ready');
  return api;
}

const from = (client: string) => ({ headers: { 'X-Forwarded-For': client } });

describe('the rate limit', () => {
  test.each([
    ['OPTIONS', '/api/v1/stats'],
    ['GET', '/api/v1/openapi.json'],
    ['GET', '/healthz'],
    ['GET', '/docs'],
  ])('a request that does not count has no rate limit headers: %s %s', async (method, path) => {
    const api = await start();
    const { headers } = await fetch(`${api.url}${path}`, { method, ...from('192.0.2.77') });
    expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
  });

  test('a client gets exactly 1,000 requests through over 20 connections and 2 processes', async () => {
    const settings = { INDEX_ALIAS: index.alias, TRUST_PROXY: '127.0.0.1/32' };
    const apis = [await startApiProcess(settings), await startApiProcess(settings)];
    // Each attempt uses a new client, because earlier counts remain.
    const address = `198.18.${randomInt(256)}.${randomInt(256)}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 10 });
    const answers: Answered[] = [];
    let sent = 0;
    const client = async (api: ApiProcess) => {
      while (sent++ < 1100) answers.push(await ask(api, agent, address));
    };
    await Promise.all(Array.from({ length: 20 }, (_, position) => client(apis[position % 2]!)));
    agent.destroy();

    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([1000, 100]);
    const left = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    // The two processes together report each number of remaining requests once.
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, rest) => rest));
    for (const { headers } of answers) {
      const rest = headers['x-ratelimit-remaining'];
      expect(headers['x-ratelimit-limit']).toBe('1000');
      expect(headers['ratelimit-policy']).toBe('"hour";q=1000;w=3600');
      expect(headers.ratelimit).toMatch(new RegExp(`^"hour";r=${rest};t=3[56]\\d\\d$`));
      expect(headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
    }
    for (const { headers } of refused) {
      expect(headers['x-ratelimit-remaining']).toBe('0');
      expect(headers['retry-after']).toMatch(/^3[56]\d\d$/);
    }
    for (const api of apis) {
      const other = await get(api.url, list, '', from('192.0.2.2'));
      expect(other.status).toBe(200);
      expect(Number(other.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(998);
      expect(await api.stop()).toBe(0);
    }
  });

  test('the headers show limit, remaining requests and reset time', async () => {
    const api = await start({ RATE_LIMIT_MAX: '3', RATE_LIMIT_WINDOW_S: '600' });
    const before = Date.now() / 1000;
    const { status, headers } = await get(api.url, list, '', from('198.51.100.1'));
    expect(status).toBe(200);
    expect(headers.get('ratelimit-policy')).toBe('"600-seconds";q=3;w=600');
    expect(headers.get('ratelimit')).toMatch(/^"600-seconds";r=2;t=(600|599)$/);
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe('2');
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset - before).toBeGreaterThanOrEqual(599);
    expect(reset - before).toBeLessThanOrEqual(602);
  });

  test('HEAD, errors, unknown paths and 304 count, but OPTIONS, health and openapi.json do not', async () => {
    const api = await start({ RATE_LIMIT_MAX: '6' });
    const client = from('198.51.100.2');
    const { headers } = await get(api.url, list, '', client);
    const remaining = (answer: { headers: Headers }) => answer.headers.get('x-ratelimit-remaining');
    expect(remaining(await get(api.url, list, '', { ...client, method: 'OPTIONS' }))).toBeNull();
    expect(remaining(await get(api.url, '/healthz', '', client))).toBeNull();
    expect(remaining(await fetch(`${api.url}/api/v1/openapi.json`, client))).toBeNull();
    expect(remaining(await get(api.url, list, '', { ...client, method: 'HEAD' }))).toBe('4');
    expect(remaining(await get(api.url, list, 'page=0', client))).toBe('3');
    expect(remaining(await get(api.url, '/api/v1/nothing', '', client))).toBe('2');
    const conditional = { headers: { ...client.headers, 'If-None-Match': headers.get('etag')! } };
    const notModified = await get(api.url, list, '', conditional);
    expect(notModified.status).toBe(304);
    expect(remaining(notModified)).toBe('1');
    expect(remaining(await get(api.url, list, '', { ...client, method: 'POST' }))).toBe('0');
    const refused = await get(api.url, list, '', client);
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(3598);
    expect(remaining(refused)).toBe('0');
  });

  test('the window rolls: after Retry-After seconds a request passes again', async () => {
    const api = await start({ RATE_LIMIT_MAX: '2', RATE_LIMIT_WINDOW_S: '1' });
    const client = from('198.51.100.3');
    await get(api.url, list, '', client);
    await get(api.url, list, '', client);
    const refused = await get(api.url, list, '', client);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[12]$/);
    await expect.poll(async () => (await get(api.url, list, '', client)).status).toBe(200);
  });

  test('an IPv6 /64 counts as one client, and X-Forwarded-For of an untrusted peer is ignored', async () => {
    const api = await start({ RATE_LIMIT_MAX: '1' });
    expect((await get(api.url, list, '', from('2001:db8::1'))).status).toBe(200);
    expect((await get(api.url, list, '', from('2001:db8::ffff:2'))).status).toBe(429);
    expect((await get(api.url, list, '', from('2001:db8:0:1::1'))).status).toBe(200);
    const open = await start({ RATE_LIMIT_MAX: '1', TRUST_PROXY: '', RATE_LIMIT_WINDOW_S: '60' });
    expect((await get(open.url, list, '', from('203.0.113.1'))).status).toBe(200);
    expect((await get(open.url, list, '', from('203.0.113.2'))).status).toBe(429);
  });
});

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
}

function ask(api: ApiProcess, agent: Agent, client: string): Promise<Answered> {
  const { hostname, port } = new URL(api.url);
  const options = { agent, hostname, port, path: list, headers: { 'X-Forwarded-For': client } };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers }));
    });
    sent.on('error', reject).end();
  });
}
