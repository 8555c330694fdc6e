import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { startApi, testToday } from '../../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

const path = '/api/v1/auctions/latest';
let index: TestIndex;
let api: RunningApi;

beforeAll(async () => {
  index = await createTestIndex([
    buildAuction({ id: 1, auction_date: '2020-06-02' }),
    buildAuction({ id: 2, auction_date: testToday }),
    buildAuction({ id: 3, auction_date: testToday, gem_type: 'Emerald' }),
    buildAuction({ id: 4, auction_date: null }),
    buildAuction({ id: 5, auction_date: '1999-12-31' }),
  ]);
  api = await startApi({ INDEX_ALIAS: index.alias });
});
afterAll(async () => {
  await api?.close();
  await index?.remove();
});

const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

describe('GET /api/v1/auctions/latest', () => {
  test('lots dated today or earlier are listed by descending date, then by descending id', async () => {
    const { body } = await get(api.url, path);
    expect(ids(body)).toEqual([3, 2, 5]);
    expect(body.pagination).toEqual({ current_page: 1, total_pages: 1, total_records: 3 });
  });

  test('filters and paging are accepted', async () => {
    expect(ids((await get(api.url, path, 'gem_name=ruby&limit=1&page=2')).body)).toEqual([5]);
    expect(ids((await get(api.url, path, 'date_from=2020-06-02')).body)).toEqual([]);
  });

  test('fields limits each record to the named fields', async () => {
    const { body } = await get(api.url, path, 'fields=auction_date&limit=2');
    expect(body.data).toEqual([
      { id: 3, auction_date: testToday },
      { id: 2, auction_date: testToday },
    ]);
  });

  test('parameters that only the list accepts are refused', async () => {
    const { status, body } = await get(api.url, path, 'sort=-price&limit=101');
    expect(status).toBe(400);
    expect(body.error.details).toHaveLength(2);
  });
});
