import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';

let api: RunningApi;
beforeAll(async () => {
  // Paths are looked up without an index.
  api = await startApi({ INDEX_ALIAS: 't-none' });
});
afterAll(() => api?.close());

it.each([
  ['/api/v1/auction', '/api/v1/auctions'],
  ['/api/v1/latest', '/api/v1/auctions/latest'],
  ['/api/v1/top-price', '/api/v1/rankings/top-price'],
  ['/api/v1/stats/trend', '/api/v1/stats/trends'],
  ['/API/v1/Stats/', '/api/v1/stats'],
  ['/api/ext/price_index', '/api/ext/price-index'],
])('%s is a 404 that names %s', async (path, meant) => {
  const { status, body } = await get(api.url, path);
  expect(status).toBe(404);
  expect(body.error.message).toContain(`Did you mean ${meant}?`);
});

it.each(['/api/v2/bids', '/nothing', '/api/v1/auctions/7/bids'])(
  '%s is a 404 that names no path',
  async (path) => {
    const { status, body } = await get(api.url, path);
    expect(status).toBe(404);
    expect(body.error.message).not.toContain('Did you mean');
  },
);
