import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { ApiProblem, createAuctionClient } from '../../../../docs/client/example-client.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { startApi } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

let index: TestIndex;
const running: RunningApi[] = [];

beforeAll(async () => {
  index = await createTestIndex(
    Array.from({ length: 250 }, (_, place) =>
      buildAuction({ id: place + 1, gem_type: place < 240 ? 'Ruby' : 'Jet', price_final_usd: 1000 + place }),
    ),
  );
});
afterAll(async () => {
  for (const api of running) await api.close();
  await index?.remove();
});

let clients = 0;

/** A client with its own address, and the statuses that it received. */
async function startClient(settings: Record<string, string> = {}, longestWaitS?: number) {
  const api = await startApi({ INDEX_ALIAS: index.alias, TRUST_PROXY: '127.0.0.1/32', ...settings });
  running.push(api);
  const statuses: number[] = [];
  const address = `203.0.113.${++clients}`;
  const counting: typeof fetch = async (url, init) => {
    const response = await fetch(url, { headers: { ...init?.headers, 'X-Forwarded-For': address } });
    statuses.push(response.status);
    return response;
  };
  const wait = longestWaitS === undefined ? {} : { longestWaitS };
  return { client: createAuctionClient(api.url, { fetch: counting, ...wait }), statuses };
}

describe('the example client', () => {
  test('the client reads every lot exactly once by cursor', async () => {
    const { client, statuses } = await startClient();
    const ids = await Array.fromAsync(client.walk({ gem_name: ['ruby'] }), ({ id }) => id);
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 240 }, (_, place) => place + 1));
    expect(statuses).toEqual([200, 200, 200]);
  });

  test('the client repeats a request with its ETag, and returns its stored copy on 304', async () => {
    const { client, statuses } = await startClient();
    const first = await client.get('/api/v1/stats', { gem_name: ['ruby', 'jet'], is_sold: true });
    expect(first.data.lots).toBe(250);
    expect(await client.get('/api/v1/stats', { gem_name: ['ruby', 'jet'], is_sold: true })).toEqual(first);
    expect(statuses).toEqual([200, 304]);
  });

  test('the client waits as long as the rate limit demands, and continues', async () => {
    const { client, statuses } = await startClient({ RATE_LIMIT_MAX: '1', RATE_LIMIT_WINDOW_S: '3' });
    const ids = await Array.fromAsync(client.walk(), ({ id }) => id);
    expect(new Set(ids).size).toBe(250);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses).toContain(429);
  });

  test('the client throws when the wait is too long, and names every problem of a refused request', async () => {
    const { client } = await startClient({ RATE_LIMIT_MAX: '2', RATE_LIMIT_WINDOW_S: '600' }, 5);
    const wrong = { price_min: 5, price_max: 4, weight_min: -1 };
    const refused = await client.get('/api/v1/auctions', wrong).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiProblem);
    const names = (refused as ApiProblem).details.map(({ parameter }) => parameter);
    expect(names.sort()).toEqual(['price_min', 'weight_min']);
    expect(await client.lot(1)).toMatchObject({ id: 1, gem_type: 'Ruby' });
    await expect(client.lot(1)).rejects.toThrow('429 rate_limited');
  });
});
