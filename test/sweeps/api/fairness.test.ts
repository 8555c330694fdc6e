import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiProcess } from '../../support/api-process.ts';
import { startApiProcess } from '../../support/api-process.ts';
import { buildAuction, generateAuctions } from '../../support/build-auction.ts';
import { getFrom } from '../../support/get-from.ts';
import { openSocket, readOnSlowly, readStatus } from '../../support/slow-sockets.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

const list = '/api/v1/auctions';
/** More bytes than the system buffers for a client that does not read (Linux: 4 MiB). */
const largeList = `${list}?gem_name=jet&limit=100`;
const exportPath = '/api/ext/export/auctions';
/** An export of many steps, which needs its point in time until the last one. */
const longExport = `${exportPath}?gem_name=amber&format=ndjson`;
const [greedy, other] = ['127.0.0.2', '127.0.0.3'];
/** An index of its own: lots larger than buffers, and a count of its open points in time. */
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
