import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFieldNames } from '../../../../../mappings/record.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { plainRanking } from '../../../../support/plain-lists.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';
import { corpus } from '../../../../support/world/world.ts';

/** The JSON path of each view. */
const views = {
  auctions: '/api/v1/auctions',
  market: '/api/v1/stats/market',
  trends: '/api/v1/stats/trends',
  'top-price': '/api/v1/rankings/top-price',
  'price-per-carat': '/api/v1/rankings/price-per-carat',
};
type View = keyof typeof views;

const unusualLots = [
  buildAuction({
    id: 900_001,
    title: '=SUM(A1)',
    treatment: '-heated',
    lot_number: '+5',
    sale: '@x',
    gem_type: 'Jet',
    image_url: 'https://images.example.com/1.jpg',
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
/** Texts that spreadsheets misread, in an index of their own to which a test writes. */
let unusual: ApiOverRecords;
beforeAll(async () => {
  unusual = await startApiOver(unusualLots);
});
afterAll(() => unusual?.close());

const fetchExport = (view: View, query: string, init: RequestInit = {}, url = corpus.url) =>
  fetch(`${url}/api/ext/export/${view}?${query}`, init);

async function rowsOf(view: View, query: string): Promise<Body[]> {
  const response = await fetchExport(view, `format=ndjson&${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const lines = (await response.text()).split('\n').slice(0, -1);
  expect(response.headers.get('x-total-records')).toBe(String(lines.length));
  return lines.map((line) => JSON.parse(line));
}

async function listRows(view: View, query: string) {
  const rows: Body[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await get(corpus.url, views[view], `${query}&limit=100&page=${page}`);
    pages = body.pagination.total_pages;
    rows.push(...body.data);
  }
  return rows;
}

describe('exports with format=ndjson', () => {
  test.for([
    'gem_name=ruby&sort=price&is_synthetic=false',
    'q=ruby&gem_name=sapphire',
    'gem_name=emerald&is_sold=false&fields=title,flags',
  ])('auctions, %s: the export has every row of the list, in the same order', async (query) => {
    expect(await rowsOf('auctions', query)).toEqual(await listRows('auctions', query));
  });

  test('auctions: the export has every record once', async () => {
    const ids = (await rowsOf('auctions', 'sort=id&fields=id')).map(({ id }) => id);
    expect(ids).toEqual(
      corpus
        .found({})
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    );
  });

  test.for([
    ['top-price', 'price_final_usd'],
    ['price-per-carat', 'price_per_carat_usd'],
  ] as const)('%s: the export has every ranked lot with its rank', async ([view, field]) => {
    const rows = await rowsOf(view, 'fields=title');
    expect(rows.map(({ id, rank }) => [id, rank])).toEqual(plainRanking(corpus.ranked({}), field));
    const query = 'gem_name=ruby&price_min=5000';
    expect(await rowsOf(view, query)).toEqual(await listRows(view, query));
  });

  test.for(['group_by=origin,carat_band&gem_name=ruby', 'group_by=year&sort=median_price'])(
    'market, %s: the export has every group of the JSON response',
    async (query) => {
      const { body } = await get(corpus.url, views.market, `${query}&limit=1000`);
      expect(body.data.length).toBeGreaterThan(2);
      expect(await rowsOf('market', query)).toEqual(body.data);
    },
  );

  test.for(['interval=quarter&gem_name=ruby', 'interval=month&gem_name=nothing'])(
    'trends, %s: the export has every period',
    async (query) => {
      const { body } = await get(corpus.url, views.trends, query);
      expect(await rowsOf('trends', query)).toEqual(body.data);
    },
  );
});

describe('exports with format=csv', () => {
  test('a CSV export has the columns of the record, and one row for each record', async () => {
    const query = 'gem_name=sapphire&sort=id';
    const text = await (await fetchExport('auctions', `format=csv&${query}`)).text();
    const [columns, ...rows] = parse(text, { bom: false }) as string[][];
    expect(columns).toEqual(recordFieldNames);
    expect(rows.map(([id]) => Number(id))).toEqual((await rowsOf('auctions', query)).map(({ id }) => id));
  });

  test('the members of a summary become separate CSV columns', async () => {
    const query = 'group_by=carat_band,origin&gem_name=ruby';
    const text = await (await fetchExport('market', `format=csv&${query}`)).text();
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    const groups = await rowsOf('market', query);
    expect(Object.keys(rows[0]!).slice(0, 3)).toEqual(['carat_band', 'origin', 'lots']);
    expect(Object.keys(rows[0]!)).toContain('price_per_carat_usd.median_low');
    expect(rows.map((row) => row['price_usd.median'])).toEqual(
      groups.map((group) => String(group.price_usd.median ?? '')),
    );
    expect(text).not.toContain('[object');
  });

  test('text is exported unchanged to CSV, except that formulas are neutralized', async () => {
    const text = await (await fetchExport('auctions', 'format=csv&sort=id', {}, unusual.url)).text();
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

  test('a CSV export without rows has only its header, and fields chooses the columns', async () => {
    const response = await fetchExport('auctions', 'format=csv&gem_name=nothing&fields=title,carat');
    expect(response.headers.get('x-total-records')).toBe('0');
    expect(await response.text()).toBe('id,title,carat\r\n');
  });

  test('a CSV export for spreadsheets has a byte order mark, and ids, days and lot numbers as text', async () => {
    const textOf = async (query: string) =>
      Buffer.from(
        await (await fetchExport('auctions', `format=csv&gem_name=tanzanite&${query}`)).arrayBuffer(),
      );
    const marked = await textOf('spreadsheet=true');
    expect(marked.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = (text: Buffer) => parse(text, { columns: true, bom: true }) as Record<string, string>[];
    const plain = rows(await textOf('spreadsheet=false'));
    const written = rows(marked);
    expect(written[0]!.id).toBe(`="${plain[0]!.id}"`);
    expect(written[0]!.auction_date).toBe(`="${plain[0]!.auction_date}"`);
    const asRead = (cell: string) => cell.replace(/^="(.*)"$/s, '$1');
    expect(written.map((row) => Object.values(row).map(asRead))).toEqual(
      plain.map((row) => Object.values(row)),
    );
    const refused = await get(corpus.url, '/api/ext/export/auctions', 'format=ndjson&spreadsheet=true');
    expect([refused.status, refused.body.error.details[0].parameter]).toEqual([400, 'spreadsheet']);
  });
});

describe('exports with format=parquet', () => {
  /** The rows as DuckDB reads them, each value as text. */
  async function parquetRows(view: View, query: string) {
    const response = await fetchExport(view, `format=parquet&${query}`);
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    const folder = await mkdtemp(join(tmpdir(), 'parquet-'));
    const file = join(folder, 'rows.parquet');
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run("SET TimeZone = 'UTC'");
    const result = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM '${file}'`);
    const [names, rows] = [result.columnNames(), result.getRowsJson()];
    connection.closeSync();
    await rm(folder, { recursive: true });
    expect(response.headers.get('x-total-records')).toBe(String(rows.length));
    return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  }

  test.for([
    ['auctions', 'gem_name=tanzanite,ruby&sort=price'],
    ['market', 'group_by=carat_band,origin&gem_name=ruby'],
    ['trends', 'interval=quarter&gem_name=ruby'],
    ['top-price', 'gem_name=tanzanite'],
    ['price-per-carat', 'gem_name=nothing'],
  ] as const)(
    '%s, %s: the Parquet export has the columns and rows of the CSV export',
    async ([view, query]) => {
      const rows = await parquetRows(view, query);
      const text = await (await fetchExport(view, `format=csv&${query}`)).text();
      const [columns, ...lines] = parse(text) as string[][];
      // Parquet has its own form of numbers, lists and times, and needs no protection against formulas.
      const plain = (value: unknown) =>
        String(value ?? '')
          .replace(/^'/, '')
          .replace(/^\[(.*)\]$/, (_, list: string) => list.replaceAll(', ', ';'))
          .replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(\.\d+)?)\+00$/, '$1T$2Z')
          .replace(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/, (number) => String(Number(number)));
      const inTime = (value: string) => value.replace(/\.000Z$/, 'Z');
      const expected = lines.map((line) => columns!.map((_, i) => inTime(plain(line[i]))));
      expect(rows.map((row) => columns!.map((column) => inTime(plain(row[column]))))).toEqual(expected);
    },
  );
});

describe('exports over HTTP', () => {
  test('HEAD returns the size of an export, and a client with the current ETag gets 304', async () => {
    const head = await fetchExport('auctions', 'format=csv', { method: 'HEAD' });
    expect(head.headers.get('x-total-records')).toBe(String(corpus.found({}).length));
    const etag = head.headers.get('etag')!;
    const known = await fetchExport('auctions', 'format=csv', { headers: { 'If-None-Match': etag } });
    expect(known.status).toBe(304);
    expect(known.headers.get('x-data-version')).toBe(head.headers.get('x-data-version'));
    const since = { 'If-Modified-Since': head.headers.get('last-modified')! };
    expect((await fetchExport('market', 'format=csv', { headers: since })).status).toBe(304);
    const other = await fetchExport('auctions', 'format=ndjson', { headers: { 'If-None-Match': etag } });
    expect(other.status).toBe(200);
    await other.text();
  });

  test('an export names its data version and file in headers that other origins may read', async () => {
    const { body } = await get(corpus.url, views.market);
    const { headers } = await fetchExport('market', 'format=csv&gem_name=Paraíba%22%0d%0ax&group_by=origin', {
      method: 'HEAD',
    });
    const version = body.meta.data_version;
    expect(headers.get('x-data-version')).toBe(version);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="market_${version}.csv"`);
    const exposed = headers.get('access-control-expose-headers')!.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['Content-Disposition', 'X-Data-Version', 'X-Total-Records']),
    );
  });

  test('an export refuses paging parameters, a missing format and an Accept header that excludes the format', async () => {
    for (const view of ['auctions', 'trends']) {
      const path = `/api/ext/export/${view}`;
      for (const query of ['page=2', 'limit=20', 'facets=year', 'cursor=x', 'sample=5']) {
        const { status, body } = await get(corpus.url, path, `format=csv&${query}`);
        const parameters = body.error.details.map(({ parameter }: { parameter: string }) => parameter);
        expect([status, parameters], `${view} ${query}`).toEqual([400, [query.split('=')[0]]]);
      }
      for (const query of ['', 'format=xml', 'format=json', 'format=CSV']) {
        expect((await get(corpus.url, path, query)).status, `${view} ${query}`).toBe(400);
      }
      const headers = { Accept: 'application/json' };
      expect((await get(corpus.url, path, 'format=csv', { headers })).status).toBe(406);
    }
    expect((await get(corpus.url, '/api/ext/export/stats', 'format=csv')).status).toBe(404);
  });

  test('an export accepts the default page, and returns all rows', async () => {
    const [sent, omitted] = await Promise.all(
      ['format=csv&page=1', 'format=csv'].map((query) => fetchExport('trends', query)),
    );
    expect([sent!.status, sent!.headers.get('etag')]).toEqual([200, omitted!.headers.get('etag')]);
    expect(await sent!.text()).toBe(await omitted!.text());
  });

  test('an export that an import overtakes has the data of its start', async () => {
    const response = await fetchExport(
      'auctions',
      'format=ndjson&sort=id',
      { headers: { 'Accept-Encoding': 'identity' } },
      unusual.url,
    );
    await unusual.index.write([buildAuction({ id: 999_999, gem_type: 'Jet' })]);
    const rows = (await response.text()).split('\n').slice(0, -1);
    expect(rows).toHaveLength(unusualLots.length);
  });
});
