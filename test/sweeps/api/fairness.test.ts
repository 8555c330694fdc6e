import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiProcess } from '../../support/api-process.ts';
import { startApiProcess } from '../../support/api-process.ts';
import { buildAuction, generateAuctions } from '../../support/build-auction.ts';
import { getFrom } from '../../support/get-from.ts';
import { startGreedyClient } from '../../support/greedy-client.ts';
import { openSocket, readOnSlowly, readStatus } from '../../support/slow-sockets.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

const list = '/api/v1/auctions';
/** More bytes than the system buffers for a client that does not read (Linux: 4 MiB). */
const largeList = `${list}?gem_name=jet&limit=100`;
const exportPath = '/api/ext/export/auctions';
const largeExport = `${exportPath}?gem_name=jet&format=ndjson`;
/** An export of many steps, which needs its point in time until the last one. */
const longExport = `${exportPath}?gem_name=amber&format=ndjson`;
const [greedy, other] = ['127.0.0.2', '127.0.0.3'];
let index: TestIndex;

beforeAll(async () => {
  const url = `https://example.com/${'x'.repeat(70_000)}`;
  index = await createTestIndex([
    ...generateAuctions(2000, 3),
    ...Array.from({ length: 120 }, (_, n) => buildAuction({ id: 900_000 + n, gem_type: 'Jet', url })),
    ...Array.from({ length: 4000 }, (_, n) => {
      return buildAuction({ id: 800_000 + n, gem_type: 'Amber', url: url.slice(0, 6000) });
    }),
  ]);
});
afterAll(() => index?.remove());

const start = (settings: Record<string, string>) =>
  startApiProcess({ INDEX_ALIAS: index.alias, RATE_LIMIT_MAX: '0', ...settings });
const ask = (api: ApiProcess, path: string, from: string, headers = {}) =>
  getFrom(from, `${api.url}${path}`, headers);
const open = (api: ApiProcess, path: string, from: string) =>
  openSocket(api.url, `GET ${path} HTTP/1.1\r\nHost: api\r\n\r\n`, from);

/** The number of points in time of the index that are open in Elasticsearch. */
async function openContexts(): Promise<number> {
  const { _all } = await index.elasticsearch.indices.stats({ index: index.alias, metric: 'search' });
  return _all.total!.search!.open_contexts!;
}

async function metric(api: ApiProcess, name: string): Promise<number> {
  const { text } = await ask(api, '/metrics', other);
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

test('a client that sends as many requests as it can does not cause refusals for another client', async () => {
  const api = await start({
    MAX_IN_FLIGHT: '24',
    MAX_IN_FLIGHT_PER_CLIENT: '12',
  });
  const client = await startGreedyClient(api.url, greedy, {
    costly: 12,
    slowReaders: 40,
    slowExports: 8,
    slowPath: largeList,
    exportPath: largeExport,
    bytesPerS: 25_000,
  });
  await expect.poll(() => metric(api, 'gem_api_requests_in_flight')).toBeGreaterThan(8);
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) {
    statuses.push((await ask(api, `${list}?price_min=${n}`, other)).status);
    if (n % 8 === 0) statuses.push((await ask(api, `${exportPath}?format=csv&gem_name=ruby`, other)).status);
    expect((await ask(api, '/healthz', other)).status).toBe(200);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  // The readers were slow the whole time, and were not disconnected.
  expect(client.reading()).toBeGreaterThanOrEqual(6);
  expect(client.statuses[429]).toBeGreaterThan(0);
  await client.end();
});

describe('a client with too many requests in progress', () => {
  test('a client over its concurrency limit gets 429, which does not use up its hourly limit', async () => {
    const api = await start({ MAX_IN_FLIGHT_PER_CLIENT: '2', RATE_LIMIT_MAX: '1000' });
    const readers = await Promise.all([1, 2].map(() => open(api, largeList, greedy)));
    expect(await Promise.all(readers.map(readStatus))).toEqual([200, 200]);
    const refused = await ask(api, list, greedy);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.text).error).toMatchObject({ code: 'rate_limited' });
    expect(JSON.parse(refused.text).error.message).toContain('2 are allowed');
    expect((await ask(api, list, other)).status).toBe(200);
    for (const reader of readers) reader.destroy();
    await expect.poll(async () => (await ask(api, list, greedy)).status).toBe(200);
    const { headers } = await ask(api, list, greedy);
    // Two readers, at least one finished list, and this request.
    expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(996);
  });

  test('clients behind a trusted proxy are told apart by X-Forwarded-For', async () => {
    const api = await start({ MAX_IN_FLIGHT_PER_CLIENT: '1', TRUST_PROXY: other });
    const from = (client: string) => ({ 'X-Forwarded-For': client });
    const socket = await openSocket(
      api.url,
      `GET ${largeList} HTTP/1.1\r\nHost: api\r\nX-Forwarded-For: 2001:db8::1\r\n\r\n`,
      other,
    );
    expect(await readStatus(socket)).toBe(200);
    expect((await ask(api, list, other, from('2001:db8::2'))).status).toBe(429);
    expect((await ask(api, list, other, from('2001:db8:0:1::1'))).status).toBe(200);
    socket.destroy();
  });
});

describe('exports', () => {
  test('an export closes its point in time, however it ends', async () => {
    const api = await start({ READ_TIMEOUT_S: '3' });
    expect((await ask(api, longExport, other)).status).toBe(200);
    await expect.poll(openContexts).toBe(0);

    // An export whose client disconnects halfway.
    const left = await open(api, longExport, greedy);
    expect(await readStatus(left)).toBe(200);
    expect(await openContexts()).toBe(1);
    left.destroy();
    await expect.poll(openContexts).toBe(0);

    // An export whose client does not read: the client is disconnected.
    const stalled = await open(api, longExport, greedy);
    expect(await readStatus(stalled)).toBe(200);
    await expect.poll(openContexts).toBe(0);
    let text = '';
    stalled.on('data', (chunk) => {
      text += chunk;
    });
    if (!stalled.closed) await once(stalled, 'close');
    // A complete response ends with an empty chunk, so the client sees that this one was cut.
    expect(text.endsWith('0\r\n\r\n')).toBe(false);

    // Clients that disconnect while the point in time is opened.
    for (let n = 0; n < 30; n++) {
      const socket = await open(api, longExport, greedy);
      await new Promise((resolve) => setTimeout(resolve, n % 10));
      socket.destroy();
    }
    await expect.poll(() => metric(api, 'gem_api_requests_in_flight')).toBe(1);
    await expect.poll(openContexts).toBe(0);
  });

  test('an export waits for another export of its client, but not for those of other clients', async () => {
    const api = await start({});
    const first = await open(api, longExport, greedy);
    expect(await readStatus(first)).toBe(200);
    let status = 0;
    const second = ask(api, longExport, greedy).then((answer) => {
      status = answer.status;
    });
    await expect.poll(() => metric(api, 'gem_api_requests_in_flight')).toBe(3);
    expect((await ask(api, longExport, other)).status).toBe(200);
    expect(status).toBe(0);
    first.destroy();
    await second;
    expect(status).toBe(200);
  });

  test('an export that nobody reads does not keep a process from stopping', async () => {
    const api = await start({});
    const stalled = await open(api, longExport, greedy);
    expect(await readStatus(stalled)).toBe(200);
    expect(await api.stop()).toBe(0);
    await expect.poll(openContexts).toBe(0);
  });
});

test('a client that does not read its response is disconnected; one that reads is not', async () => {
  const api = await start({ READ_TIMEOUT_S: '3' });
  const [stalled, steady] = [await open(api, largeList, greedy), await open(api, longExport, other)];
  readOnSlowly(steady, 6_000_000);
  let bytes = 0;
  const read = steady.read.bind(steady);
  steady.read = (size) => {
    const chunk = read(size);
    bytes += chunk?.length ?? 0;
    return chunk;
  };
  // The request of the metrics, and the client that reads.
  await expect.poll(() => metric(api, 'gem_api_requests_in_flight')).toBe(2);
  await expect.poll(() => bytes).toBeGreaterThan(24_000_000);
  await once(stalled.resume(), 'close');
  steady.destroy();
});
