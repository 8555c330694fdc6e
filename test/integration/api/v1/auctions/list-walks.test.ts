import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { buildAuction, generateAuctions, lotNumbers } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { startApi } from '../../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

const path = '/api/v1/auctions';
const extremes = [
  buildAuction({
    id: 2 ** 53 - 1,
    price_final_usd: 2 ** 53 - 1,
    carat: 1_000_000,
    auction_date: '2100-12-31',
  }),
  buildAuction({
    id: 2 ** 53 - 2,
    price_final_usd: 2 ** 53 - 1,
    carat: 0.000_001,
    auction_date: '1600-01-01',
  }),
];
const few = [...generateAuctions(1500, 2), ...extremes];
// Ids are above those of `few`, and there are few dates, so that thousands of lots share a date.
const many = Array.from({ length: 23_500 }, (_, index) =>
  buildAuction({
    id: 100_000 + index,
    gem_type: 'Spinel',
    auction_date: index % 9 === 0 ? null : `20${10 + (index % 8)}-03-01`,
    lot_number: index % 7 === 0 ? null : lotNumbers[index % lotNumbers.length]!,
  }),
);
const records = [...few, ...many];
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

const values: Record<string, (record: AuctionRecord) => number | string | null> = {
  date: (record) => record.auction_date,
  price: (record) => record.price_final_usd,
  carat: (record) => record.carat,
  price_per_carat: (record) => record.price_per_carat_usd,
  lot_number: ({ lot_number: number }) => (number === null ? null : lotNumbers.indexOf(number)),
  id: (record) => record.id,
};

/** The ids in the documented order: by each key, missing values last, then by id in the direction of the last key. */
function inOrder(sort: string, some: AuctionRecord[]): number[] {
  const keys = sort.split(',');
  const all = [...keys, keys.at(-1)!.startsWith('-') ? '-id' : 'id'];
  const compareBy = (key: string, a: AuctionRecord, b: AuctionRecord) => {
    const sign = key.startsWith('-') ? -1 : 1;
    const value = values[key.replace('-', '')]!;
    const [valueA, valueB] = [value(a), value(b)];
    if (valueA === valueB) return 0;
    if (valueA === null) return 1;
    if (valueB === null) return -1;
    return valueA < valueB ? -sign : sign;
  };
  const compare = (a: AuctionRecord, b: AuctionRecord) =>
    all.reduce((order, key) => order || compareBy(key, a, b), 0);
  return [...some].sort(compare).map(({ id }) => id);
}

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

async function walk(query: string): Promise<number[]> {
  const found: number[] = [];
  let cursor = '';
  do {
    const { status, body } = await get(api.url, path, `${query}${cursor && `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    found.push(...idsOf(body));
    cursor = body.meta.next_cursor ?? '';
  } while (cursor !== '');
  return found;
}

/** Every order that a list can have. */
const sorts = [
  ...Object.keys(values).flatMap((name) => [name, `-${name}`]),
  '-price,date',
  'date,-lot_number,price',
  'date,-carat',
  '-date,price,-carat,price_per_carat',
  '-date,-id',
  'carat,-id,price',
];

describe('the sort order of the list', () => {
  test.for(sorts)(
    'sort=%s puts missing values last and ties in id order, by page and by cursor',
    async (sort) => {
      const some = few.filter(({ gem_type }) => gem_type !== 'Spinel');
      const expected = inOrder(sort, some);
      const names = 'gem_name=ruby,sapphire,padparadscha,emerald,paraiba,garnet,moon%20rock';
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 100); page++) {
        const { body } = await get(api.url, path, `${names}&sort=${sort}&limit=100&page=${page}`);
        expect(body.meta.sort).toBe(sort);
        pages.push(...idsOf(body));
      }
      expect(pages).toEqual(expected);
      expect(await walk(`${names}&sort=${sort}&limit=77`)).toEqual(expected);
    },
  );

  test('q without a sort lists the best matches first, each once', async () => {
    const found = await walk('q=kashmir&limit=50');
    const expected = few.filter(({ title }) => /kashmir/i.test(title)).map(({ id }) => id);
    expect([...found].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    const { body } = await get(api.url, path, 'q=kashmir&limit=1');
    expect(body.meta.sort).toBe('relevance');
    expect(body.data[0].title).toMatch(/^(Kashmir ?)+$/);
  });
});

describe('pages past 10,000 records', () => {
  const expected = inOrder('-date', records);

  test('pages past 10,000 can be fetched in any order, up to the last one', async () => {
    const pages = Math.ceil(expected.length / 100);
    for (const page of [pages, 101, 100, 150, 237, 151, 99, pages - 1]) {
      const { status, body } = await get(api.url, path, `limit=100&page=${page}`);
      expect(status).toBe(200);
      expect(body.pagination).toEqual({
        current_page: page,
        total_pages: pages,
        total_records: records.length,
      });
      expect(idsOf(body)).toEqual(expected.slice((page - 1) * 100, page * 100));
    }
  });

  test('pages that cross the 10,000th record or the end are complete', async () => {
    const { body } = await get(api.url, path, 'limit=99&page=102');
    expect(idsOf(body)).toEqual(expected.slice(101 * 99, 102 * 99));
    const last = Math.ceil(expected.length / 97);
    const end = await get(api.url, path, `limit=97&page=${last}`);
    expect(idsOf(end.body)).toEqual(expected.slice((last - 1) * 97));
    expect(end.body.meta.next_cursor).toBeUndefined();
    const past = await get(api.url, path, `limit=97&page=${last + 1}`);
    expect(past.body.data).toEqual([]);
  });

  test('far pages can be requested concurrently in every sort order', async () => {
    const orders = new Map(sorts.map((sort) => [sort, inOrder(sort, records)]));
    const isOneKey = (sort: string) => !sort.includes(',');
    // Two rounds, because the last of all requests at once would exceed its time limit.
    for (const some of [sorts.filter(isOneKey), sorts.filter((sort) => !isOneKey(sort))]) {
      const asked = [230, 120, 140, 180, 250].flatMap((page) => some.map((sort) => ({ page, sort })));
      const answers = await Promise.all(
        asked.map(({ page, sort }) => get(api.url, path, `limit=100&page=${page}&sort=${sort}`)),
      );
      for (const [position, { status, body }] of answers.entries()) {
        const { page, sort } = asked[position]!;
        expect([status, body.error], `${sort}, page ${page}`).toEqual([200, undefined]);
        expect(idsOf(body), `${sort}, page ${page}`).toEqual(
          orders.get(sort)!.slice((page - 1) * 100, page * 100),
        );
      }
    }
  });

  test('pages far from both ends of a list by date are correct', async () => {
    // Each page has its own filter, so that the API has no cached positions.
    for (const [i, page] of [105, 109, 110, 115].entries()) {
      const bound = `2100-01-0${i + 1}`;
      const before = records.filter(({ auction_date }) => auction_date !== null && auction_date <= bound);
      const { body } = await get(api.url, path, `limit=100&page=${page}&date_to=${bound}`);
      expect(before.length).toBeGreaterThan(22_000);
      expect(idsOf(body), `page ${page}`).toEqual(
        inOrder('-date', before).slice((page - 1) * 100, page * 100),
      );
    }
  });

  test('a walk by cursor meets every record exactly once', async () => {
    expect(await walk('limit=100')).toEqual(expected);
  });
});

describe('list cursors', () => {
  test('the same request has the same cursor, which also works with other limit and fields', async () => {
    const one = await get(api.url, path, 'limit=10&sort=-price');
    const other = await get(api.url, path, 'sort=-price&limit=10');
    const cursor = one.body.meta.next_cursor;
    expect(other.body.meta.next_cursor).toBe(cursor);
    const next = await get(api.url, path, `limit=3&sort=-price&fields=title&cursor=${cursor}`);
    expect(idsOf(next.body)).toEqual(inOrder('-price', records).slice(10, 13));
    expect(next.body.pagination.current_page).toBe(4);
    expect(next.body.meta.parameters).not.toHaveProperty('page');
  });

  test('a cursor accepts the default page and limit, as if they were left out', async () => {
    const { body } = await get(api.url, path, 'sort=-price');
    const cursor: string = body.meta.next_cursor;
    const alone = await get(api.url, path, `sort=-price&cursor=${cursor}`);
    const beside = await get(api.url, path, `sort=-price&page=1&limit=20&cursor=${cursor}`);
    expect(beside.status).toBe(200);
    expect(beside.body).toEqual(alone.body);
  });

  test('a cursor of other filters or another sort, and a changed or invented cursor, is refused', async () => {
    const { body } = await get(api.url, path, 'limit=10&sort=-price');
    const cursor: string = body.meta.next_cursor;
    const encode = (place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const forged = encode([10, 1e300, 'x', 5]);
    const queries = [
      // A number where the key of a lot number stands, and the reverse.
      `sort=lot_number&cursor=${encode([10, 5, 5, 'x'])}`,
      `sort=-price&cursor=${encode([10, '0015', 5, 'x'])}`,
      `sort=-price&is_sold=true&cursor=${cursor}`,
      `sort=price&cursor=${cursor}`,
      `cursor=${cursor}`,
      `sort=-price&cursor=${cursor}A`,
      `sort=-price&cursor=${cursor.slice(0, -4)}`,
      `sort=-price&cursor=${forged}`,
      'cursor=nonsense',
      `sort=-price&page=2&cursor=${cursor}`,
      `cursor=${'A'.repeat(501)}`,
    ];
    for (const query of queries) {
      const answer = await get(api.url, path, query);
      expect(answer.status, query).toBe(400);
      expect(answer.body.error.details[0].parameter).toBe('cursor');
    }
  });
});

describe('several sort keys', () => {
  test('a repeated, unknown or empty sort key is refused', async () => {
    for (const sort of ['price,-price', 'price,price', 'price,colour', 'price,,date', ',']) {
      const { status, body } = await get(api.url, path, { sort });
      expect([status, body.error?.details[0].parameter], sort).toEqual([400, 'sort']);
    }
  });

  test('sort keys may be sent as one list or as repeated parameters', async () => {
    const one = await get(api.url, path, 'sort=-price,date&limit=5');
    const other = await get(api.url, path, 'sort=-price&sort=date&limit=5');
    expect(other.body).toEqual(one.body);
    expect(one.body.meta.sort).toBe('-price,date');
  });
});

test('fields keeps the id and the named fields, in the order of the record', async () => {
  const { body } = await get(api.url, path, 'fields=price_final_usd,title&limit=5');
  for (const record of body.data) expect(Object.keys(record)).toEqual(['id', 'title', 'price_final_usd']);
  expect((await get(api.url, path, 'fields=titel')).status).toBe(400);
});
