import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters, generateAuctions } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { meetsFilters } from '../../../../support/naive-filter.ts';
import { newestFirst } from '../../../../support/plain-lists.ts';
import { startApi } from '../../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

const path = '/api/v1/auctions';
const records = generateAuctions(3000, 1).sort(newestFirst);
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

describe('GET /api/v1/auctions', () => {
  test('a request without parameters gets page 1 with 20 complete records in order', async () => {
    const { status, body } = await get(api.url, path);
    expect(status).toBe(200);
    expect(body.data).toEqual(records.slice(0, 20));
    expect(body.pagination).toEqual({ current_page: 1, total_pages: 150, total_records: 3000 });
    expect(body.meta).toMatchObject({ parameters: { page: 1, limit: 20 }, sort: '-date' });
    expect(body.meta.filters).toEqual({});
  });

  test('every filter, alone and combined, finds what a scan of all records finds, on every page', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.integer({ min: 20, max: 100 }), async (filters, limit) => {
        const expected = records.filter((record) => meetsFilters(record, filters)).map(({ id }) => id);
        const found: number[] = [];
        const pages = Math.max(1, Math.ceil(expected.length / limit));
        for (let page = 1; page <= Math.min(pages, 5); page++) {
          const { status, body } = await get(api.url, path, {
            ...filters,
            sort: '-date',
            limit: `${limit}`,
            page: `${page}`,
          });
          expect(status).toBe(200);
          expect(body.pagination.total_records).toBe(expected.length);
          found.push(...body.data.map(({ id }: AuctionRecord) => id));
        }
        expect(found).toEqual(expected.slice(0, 5 * limit));
      }),
      { numRuns: 150 },
    );
  });

  test('all pages together have every record exactly once', async () => {
    const found: number[] = [];
    for (let page = 1; page <= 30; page++) {
      const { body } = await get(api.url, path, `limit=100&page=${page}`);
      found.push(...body.data.map(({ id }: AuctionRecord) => id));
    }
    expect(found).toEqual(records.map(({ id }) => id));
  });

  test('a page past the last one is empty', async () => {
    const { status, body } = await get(api.url, path, 'page=2147483647&limit=100');
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.pagination).toEqual({ current_page: 2_147_483_647, total_pages: 30, total_records: 3000 });
  });

  test('an unknown name gets no pages and a hint', async () => {
    const { status, body } = await get(api.url, path, 'gem_name=rubby&origin=none');
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.pagination).toEqual({ current_page: 1, total_pages: 0, total_records: 0 });
    expect(body.meta.hints).toHaveLength(1);
    expect(body.meta.hints[0]).toMatchObject({ parameter: 'gem_name', value: 'rubby' });
    expect(body.meta.hints[0].nearest).toContain('Ruby');
  });

  test('meta.filters shows the parsed filters, whatever their order', async () => {
    const one = await get(api.url, path, 'origin=ceylon,Burma&gem_name=RUBY&price_min=5');
    const other = await get(api.url, path, 'price_min=5&gem_name=ruby&origin=Myanmar&origin=sri%20lanka');
    expect(one.body.meta.filters).toEqual({
      gem_name: ['Ruby'],
      origin: ['Myanmar', 'Sri Lanka'],
      price_min: 5,
    });
    expect(other.body).toEqual(one.body);
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
  });

  test('all spellings of a gem type find the same lots', async () => {
    const { body } = await get(api.url, path, 'gem_name=sapphire&limit=100');
    expect(new Set(body.data.map(({ gem_type }: AuctionRecord) => gem_type))).toEqual(new Set(['Sapphire']));
  });

  test('a quoted value may contain a comma', async () => {
    const { body } = await get(api.url, path, { treatment: '"huile MINEURE, traces"' });
    const expected = records.filter((record) => record.treatment === 'Huile mineure, traces');
    expect(body.pagination.total_records).toBe(expected.length);
  });
});
