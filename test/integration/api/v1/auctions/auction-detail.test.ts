import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { startApi } from '../../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

const largest = Number.MAX_SAFE_INTEGER;
const records = [
  buildAuction({
    id: 1,
    title: 'The “Sunrise”\nRuby',
    flags: ['MULTI_STONE'],
    derived: ['carat'],
    carat: 25.59,
    price_final_usd: 30_335_698,
  }),
  buildAuction({
    id: largest,
    carat: null,
    origin: null,
    price_final_usd: null,
    is_sold: false,
    auction_date: null,
  }),
];
let index: TestIndex;
let api: RunningApi;

beforeAll(async () => {
  index = await createTestIndex(records);
  api = await startApi({ INDEX_ALIAS: index.alias });
});
afterAll(async () => {
  await api?.close();
  await index?.remove();
});

describe('GET /api/v1/auctions/{id}', () => {
  test.for(records)('record $id is returned completely, with every field present', async (record) => {
    const { status, body } = await get(api.url, `/api/v1/auctions/${record.id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(record);
    expect(body.pagination).toBeNull();
    expect(body.meta.filters).toEqual({});
  });

  test('an unknown id gets 404', async () => {
    const { status, body } = await get(api.url, '/api/v1/auctions/2');
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 'not_found', message: 'There is no auction record 2.' });
  });

  const wrongIds = [
    '0',
    '01',
    '-1',
    '1.0',
    '1e3',
    'abc',
    '9007199254740992',
    '99999999999999999',
    '%31x',
    '%00',
    '%E0',
    '+1',
    '1%20',
    'Latest',
  ];
  test.for(wrongIds)('%s is refused as an id', async (id) => {
    const { status, body } = await get(api.url, `/api/v1/auctions/${id}`);
    expect(status).toBe(400);
    expect(body.error.details).toHaveLength(1);
    expect(body.error.details[0]).toMatchObject({
      parameter: 'id',
      message: expect.stringContaining(id === '%00' ? 'NUL character' : `whole number from 1 to ${largest}`),
    });
  });

  test('fields limits the record to the named fields, in the order of the record', async () => {
    const { body } = await get(api.url, '/api/v1/auctions/1', 'fields=carat,title');
    expect(Object.entries(body.data)).toEqual([
      ['id', 1],
      ['title', records[0]!.title],
      ['carat', 25.59],
    ]);
    expect(body.meta.parameters).toEqual({ fields: ['carat', 'title'] });
    expect((await get(api.url, '/api/v1/auctions/1', 'fields=titel')).status).toBe(400);
  });

  test('filters and paging are refused, and named together with an invalid id', async () => {
    const { status, body } = await get(api.url, '/api/v1/auctions/x', 'limit=1&page=2');
    expect(status).toBe(400);
    expect(body.error.details.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'id',
      'limit',
      'page',
    ]);
  });
});
