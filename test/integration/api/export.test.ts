import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { recordFieldNames } from '../../../mappings/record.ts';
import { buildAuction, generateAuctions } from '../../support/build-auction.ts';
import { get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

const path = '/api/v1/auctions';
const awkward = [
  buildAuction({
    id: 900_001,
    title: '=SUM(A1)',
    treatment: '-heated',
    lot_number: '+5',
    sale: '@x',
    gem_type: 'Jet',
  }),
  buildAuction({
    id: 900_002,
    title: 'Says "hi", twice\nand\r\nends',
    gem_type: 'Jet',
    flags: ['MULTI_STONE', 'DATE_PARTIAL'],
  }),
  buildAuction({
    id: 900_003,
    title: 'Été 💎',
    gem_type: 'Jet',
    carat: null,
    price_final_usd: null,
    is_sold: false,
  }),
];
const records = [...generateAuctions(4500, 3), ...awkward];
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

const fetchExport = (query: string, init: RequestInit = {}) => fetch(`${api.url}${path}?${query}`, init);

async function listed(query: string) {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await get(api.url, path, `${query}&limit=100&page=${page}`);
    pages = body.pagination.total_pages;
    rows.push(...body.data);
  }
  return rows;
}

describe('format=ndjson', () => {
  test.for([
    'sort=-date',
    'sort=price',
    'gem_name=jet,ruby&sort=-price_per_carat',
    'q=ruby',
    'is_sold=false&fields=title,flags',
  ])('%s gives every row of the list, equal to it and in its order', async (query) => {
    const response = await fetchExport(`format=ndjson&${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const rows = (await response.text())
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(rows).toEqual(await listed(query));
    expect(response.headers.get('x-total-records')).toBe(String(rows.length));
  });
});

describe('format=csv', () => {
  test('gives the columns of the record, one row a record', async () => {
    const text = await (await fetchExport('format=csv')).text();
    const [columns, ...rows] = parse(text, { bom: false }) as string[][];
    expect(columns).toEqual(recordFieldNames);
    expect(rows.map(([id]) => Number(id))).toEqual((await listed('sort=-date')).map(({ id }) => id));
  });

  test('keeps text as it is, save that formulas are made harmless', async () => {
    const text = await (await fetchExport('format=csv&gem_name=jet&sort=id')).text();
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows[0]).toMatchObject({
      title: "'=SUM(A1)",
      treatment: "'-heated",
      lot_number: "'+5",
      sale: "'@x",
    });
    expect(rows[1]).toMatchObject({
      title: 'Says "hi", twice\nand\r\nends',
      flags: 'MULTI_STONE;DATE_PARTIAL',
    });
    expect(rows[2]).toMatchObject({ title: 'Été 💎', carat: '', price_final_usd: '', is_sold: 'false' });
  });

  test('of nothing is its head, and fields chooses the columns', async () => {
    const response = await fetchExport('format=csv&gem_name=nothing&fields=title,carat');
    expect(response.headers.get('x-total-records')).toBe('0');
    expect(await response.text()).toBe('id,title,carat\r\n');
  });
});

describe('an export', () => {
  test('tells its size to HEAD, and 304 to who has it', async () => {
    const head = await fetchExport('format=csv', { method: 'HEAD' });
    expect(head.headers.get('x-total-records')).toBe(String(records.length));
    const etag = head.headers.get('etag')!;
    expect((await fetchExport('format=csv', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test('does not go with what belongs to pages, nor with another Accept', async () => {
    for (const query of ['page=2', 'limit=21', 'facets=year', 'cursor=x']) {
      const answer = await get(api.url, path, `format=csv&${query}`);
      expect(answer.status, query).toBe(400);
    }
    expect((await get(api.url, path, 'format=xml')).status).toBe(400);
    const headers = { Accept: 'application/json' };
    expect((await get(api.url, path, 'format=csv', { headers })).status).toBe(406);
  });

  test('that an import meets on the way is the data of its beginning', async () => {
    const response = await fetchExport('format=ndjson&sort=id', {
      headers: { 'Accept-Encoding': 'identity' },
    });
    await index.write([buildAuction({ id: 999_999, gem_type: 'Jet' })]);
    const rows = (await response.text()).split('\n').slice(0, -1);
    expect(rows).toHaveLength(records.length);
  });

  test('that fails on the way breaks the connection', async () => {
    // More in the first steps than sockets and streams buffer: the last ones wait until the client reads.
    const title = 'long '.repeat(600);
    const fat = await createTestIndex(
      Array.from({ length: 12_000 }, (_, n) => buildAuction({ id: n + 1, title })),
    );
    const [name] = Object.keys(await fat.elasticsearch.indices.getAlias({ name: fat.alias }));
    const reader = await startApi({ INDEX_ALIAS: fat.alias });
    const headers = { 'Accept-Encoding': 'identity' };
    const response = await fetch(`${reader.url}${path}?format=ndjson`, { headers });
    expect(response.headers.get('x-total-records')).toBe('12000');
    await fat.elasticsearch.indices.delete({ index: name! });
    const outcome = await response.text().then(
      () => 'a whole file',
      () => 'a broken connection',
    );
    expect(outcome).toBe('a broken connection');
    await reader.close();
    await fat.remove();
  });
});
