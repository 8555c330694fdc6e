import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters, buildAuction, lotNumbers } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { meetsFilters } from '../../../../support/naive-filter.ts';
import { newestFirst } from '../../../../support/plain-lists.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { testToday } from '../../../../support/start-api.ts';
import { startApiOver } from '../../../../support/start-api-over.ts';
import { corpus } from '../../../../support/world/world.ts';

const path = '/api/v1/auctions';
const meeting = (filters: Record<string, string>) =>
  corpus
    .found(filters)
    .toSorted(newestFirst)
    .map(({ id }) => id);
const records = corpus.found({}).toSorted(newestFirst);
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

/** Ids of all pages by cursor. */
async function walk(query: Record<string, string>, { ask } = corpus): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const body = await ask('auctions', { ...query, ...(cursor && { cursor }) });
    found.push(...idsOf(body));
    cursor = body.meta.next_cursor;
  } while (cursor);
  return found;
}

describe('GET /api/v1/auctions', () => {
  test('a request without parameters gets page 1 with 20 complete records in order', async () => {
    const body = await corpus.ask('auctions');
    expect(body.data).toEqual(records.slice(0, 20));
    expect(body.pagination).toEqual({
      current_page: 1,
      total_pages: Math.ceil(records.length / 20),
      total_records: records.length,
    });
    expect(body.meta).toMatchObject({ filters: {}, parameters: { page: 1, limit: 20 }, sort: '-date' });
  });

  test.for([
    ...['gem_name=RUBY,Paraiba', 'origin=Burma,none', 'auction_house=vieux marche,none', 'is_sold=true'],
    ...['weight_min=2.5', 'weight_max=2.5', 'price_min=10000', 'price_max=10000', 'price_per_carat_min=5000'],
    ...['price_per_carat_max=5000', 'date_from=2020-02-29', 'date_to=2020-02-29', 'treatment=unheated'],
    ...['treatment=none', 'lab=gubelin,none', 'object_type=ring,none', 'status=sold', 'status=unsold'],
    ...['status=withdrawn,unknown', 'status=listing', 'carat_band=2-3,20-', 'year=2016,2020'],
    ...['flags=MULTI_STONE', 'is_synthetic=true', 'updated_since=2026-02-28T23:59:59.999Z', 'ids=1,4,20001'],
    ...['sale=magnificent JEWELS,none', 'location="zurich, ONLINE"', 'lot_number=10a', 'q=ete'],
    ...['report_number=grs 2019/04', 'q="sunrise ruby"', 'duplicates=only', 'duplicates=include'],
  ])('the filter %s finds what a scan finds, bounds included', async (filter) => {
    const [name, value] = filter.split(/=(.*)/) as [string, string];
    const expected = meeting({ [name]: value });
    expect(expected.length).toBeGreaterThan(0);
    const body = await corpus.ask('auctions', { [name]: value, sort: '-date', limit: '100' });
    expect(body.pagination.total_records).toBe(expected.length);
    expect(idsOf(body)).toEqual(expected.slice(0, 100));
  });

  test('filters combined find what a scan of all records finds, on any page', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.integer({ min: 1, max: 5 }), async (filters, page) => {
        const expected = meeting(filters);
        const last = Math.min(page, Math.max(1, Math.ceil(expected.length / 100)));
        const query = { ...filters, sort: '-date', limit: '100', page: String(last) };
        const body = await corpus.ask('auctions', query);
        expect(body.pagination.total_records).toBe(expected.length);
        expect(idsOf(body)).toEqual(expected.slice(100 * (last - 1), 100 * last));
      }),
    );
  });

  test('meta.filters shows the parsed filters, whatever their order', async () => {
    const one = await get(corpus.url, path, 'origin=ceylon,Burma&gem_name=RUBY&price_min=5');
    const other = await get(corpus.url, path, 'price_min=5&gem_name=ruby&origin=Myanmar&origin=sri%20lanka');
    expect(one.body.meta.filters).toEqual({
      gem_name: ['Ruby'],
      origin: ['Myanmar', 'Sri Lanka'],
      price_min: 5,
    });
    expect(other.body).toEqual(one.body);
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
  });

  test('fields keeps the id and the named fields, in the order of the record', async () => {
    const { data } = await corpus.ask('auctions', 'fields=price_final_usd,title&limit=5');
    for (const record of data) expect(Object.keys(record)).toEqual(['id', 'title', 'price_final_usd']);
    await expectRefused(corpus.url, path, [['fields=titel', 'fields']]);
  });
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
function inOrder(sort: string, some: readonly AuctionRecord[]): number[] {
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
  return some.toSorted(compare).map(({ id }) => id);
}

const oneKey = Object.keys(values).flatMap((name) => [name, `-${name}`]);

describe('the order of the list', () => {
  test.for([
    ...oneKey,
    ...['-price,date', 'date,-lot_number,price', '-date,price,-carat,price_per_carat', 'carat,-id,price'],
  ])('sort=%s puts missing values last and ties in id order, by page and by cursor', async (sort) => {
    const expected = inOrder(
      sort,
      records.filter(({ gem_type }) => gem_type === 'Garnet'),
    );
    expect(expected.length).toBeGreaterThan(150);
    const pages = await Promise.all(
      [1, 2].map((page) => corpus.ask('auctions', `gem_name=garnet&sort=${sort}&limit=80&page=${page}`)),
    );
    expect(pages.flatMap(idsOf)).toEqual(expected.slice(0, 160));
    expect(pages[0].meta.sort).toBe(sort);
    expect(await walk({ gem_name: 'garnet', sort, limit: '77' })).toEqual(expected);
  });

  test('the extreme values of every key are sorted, by cursor too', async () => {
    // An index of its own: statistics of the shared lots would not be exact with these prices.
    const price_final_usd = 2 ** 53 - 1;
    const extremes = [
      buildAuction({ id: 2 ** 53 - 1, price_final_usd, carat: 1_000_000, auction_date: '2100-12-31' }),
      buildAuction({ id: 2 ** 53 - 2, price_final_usd, carat: 0.000_001, auction_date: '1600-01-01' }),
      buildAuction({ id: 1, price_final_usd: 0 }),
    ];
    const api = await startApiOver(extremes);
    for (const sort of oneKey.filter((key) => !key.includes('lot_number'))) {
      expect(await walk({ sort, limit: '1' }, api), sort).toEqual(inOrder(sort, extremes));
    }
    await api.close();
  });

  test('a walk by cursor meets every record exactly once', async () => {
    expect(await walk({ limit: '100', fields: 'id' })).toEqual(records.map(({ id }) => id));
  });

  test('q without a sort lists the best matches first, each once', async () => {
    const found = await walk({ q: 'kashmir', limit: '100' });
    expect(new Set(found)).toEqual(new Set(meeting({ q: 'kashmir' })));
    expect(new Set(found).size).toBe(found.length);
    const { meta, data } = await corpus.ask('auctions', 'q=kashmir&limit=1');
    expect(meta.sort).toBe('relevance');
    expect(data[0].title).toMatch(/^(Kashmir ?)+$/);
  });

  test('sort keys may be sent as one list or as repeated parameters, each once', async () => {
    const one = await corpus.ask('auctions', 'sort=-price,date&limit=5');
    expect(await corpus.ask('auctions', 'sort=-price&sort=date&limit=5')).toEqual(one);
    expect(one.meta.sort).toBe('-price,date');
    const wrong = ['price,-price', 'price,price', 'price,colour', 'price,,date', ',', 'image_url'];
    await expectRefused(
      corpus.url,
      path,
      wrong.map((sort) => [`sort=${sort}`, 'sort'] as const),
    );
  });
});

describe('list cursors', () => {
  test('the same request has the same cursor, which also works with other limit, page and fields', async () => {
    const cursorOf = async (query: string) => (await corpus.ask('auctions', query)).meta.next_cursor;
    const cursor = await cursorOf('limit=10&sort=-price');
    expect(await cursorOf('sort=-price&limit=10')).toBe(cursor);
    const next = await corpus.ask('auctions', `limit=3&sort=-price&fields=title&cursor=${cursor}`);
    expect(idsOf(next)).toEqual(inOrder('-price', records).slice(10, 13));
    expect(next.pagination.current_page).toBe(4);
    expect(next.meta.parameters).not.toHaveProperty('page');
    expect(await corpus.ask('auctions', `sort=-price&page=1&limit=20&cursor=${cursor}`)).toEqual(
      await corpus.ask('auctions', `sort=-price&cursor=${cursor}`),
    );
  });

  test('a cursor of other filters or another sort, and a changed or invented cursor, is refused', async () => {
    const cursor: string = (await corpus.ask('auctions', 'limit=10&sort=-price')).meta.next_cursor;
    const encode = (place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const queries = [
      // A number where the key of a lot number stands, and the reverse.
      `sort=lot_number&cursor=${encode([10, 5, 5, 'x'])}`,
      `sort=-price&cursor=${encode([10, '0015', 5, 'x'])}`,
      `sort=-price&is_sold=true&cursor=${cursor}`,
      `sort=price&cursor=${cursor}`,
      `cursor=${cursor}`,
      `sort=-price&cursor=${cursor}A`,
      `sort=-price&cursor=${cursor.slice(0, -4)}`,
      `sort=-price&cursor=${encode([10, 1e300, 'x', 5])}`,
      'cursor=nonsense',
      `sort=-price&page=2&cursor=${cursor}`,
      `cursor=${'A'.repeat(501)}`,
    ];
    await expectRefused(
      corpus.url,
      path,
      queries.map((query) => [query, 'cursor'] as const),
    );
  });
});

describe('Link headers', () => {
  const relations = (header: string | null) =>
    Object.fromEntries(
      [...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, name]) => [name, url]),
    );
  const follow = (url: string) => get(corpus.url, path, url.split('?')[1]!);

  test('Link headers lead to the first, previous, next and last page of the same request', async () => {
    const { headers, body } = await get(corpus.url, path, 'gem_name=ruby,emerald&limit=50&page=2');
    const links = relations(headers.get('link'));
    expect(Object.keys(links)).toEqual(['first', 'prev', 'next', 'last']);
    const last = await follow(links.last!);
    expect(last.body.pagination).toEqual({
      ...body.pagination,
      current_page: body.pagination.total_pages,
    });
    expect(Object.keys(relations(last.headers.get('link')))).toEqual(['first', 'prev', 'last']);
    const [next, previous] = [await follow(links.next!), await follow(links.prev!)];
    expect(relations(next.headers.get('link')).prev).toBe(relations(previous.headers.get('link')).next);
  });

  test('Link headers of a page by cursor continue by cursor, and are absent when nothing is found', async () => {
    const { meta } = await corpus.ask('auctions', 'limit=50');
    const { headers, body } = await get(corpus.url, path, `limit=50&cursor=${meta.next_cursor}`);
    const links = relations(headers.get('link'));
    expect(Object.keys(links)).toEqual(['next']);
    expect(links.next).toContain(encodeURIComponent(body.meta.next_cursor));
    const none = await get(corpus.url, path, 'gem_name=nothing');
    expect(relations(none.headers.get('link'))).toEqual({});
  });
});

describe('words that a list prefers', () => {
  /** Words of titles, with one that no title has, and a phrase. */
  const anyWords = fc
    .subarray(['kashmir', 'SUNRISE', 'ete', 'shaped', '12.5', 'peace', '"sunrise ruby"', '"peace ring"'], {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join(' '));

  test('the lots stay the same, those with a preferred word come first, and the others stay newest first', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, anyWords, async (filters, prefer) => {
        const found = records.filter((record) => meetsFilters(record, filters));
        const isPreferred = (record: AuctionRecord) =>
          prefer.match(/"[^"]*"|\S+/g)!.some((q) => meetsFilters(record, { duplicates: 'include', q }));
        const first = found.filter(isPreferred).map(({ id }) => id);
        const last = found.filter((record) => !isPreferred(record)).map(({ id }) => id);
        // The page on which the preferred lots end, and the one after it.
        const turn = Math.floor(first.length / 100) + 1;
        const asked = { ...filters, prefer, limit: '100', facets: 'gem_type' };
        const pages = await Promise.all(
          [turn, turn + 1].map((page) => corpus.ask('auctions', { ...asked, page: `${page}` })),
        );
        const shown = pages.flatMap(idsOf);
        const preferred = first.length - 100 * (turn - 1);
        expect(shown.slice(0, preferred).filter((id) => !first.includes(id))).toEqual([]);
        expect(shown.slice(preferred)).toEqual(last.slice(0, 200 - preferred));
        const plain = await corpus.ask('auctions', { ...filters, facets: 'gem_type' });
        expect(pages[0].pagination.total_records).toBe(found.length);
        expect(pages[0].meta).toMatchObject({
          sort: 'relevance',
          facets: plain.meta.facets,
          parameters: { prefer },
        });
      }),
    );
  });

  test('a preference of no word is no order, and another order, a sample or a cursor of another preference is refused', async () => {
    const body = await corpus.ask('auctions', 'prefer=kashmir');
    expect(await corpus.ask('auctions', 'prefer=kashmir&sort=relevance')).toEqual(body);
    expect(idsOf(await corpus.ask('auctions', 'prefer=!'))).toEqual(records.slice(0, 20).map(({ id }) => id));
    await expectRefused(corpus.url, path, [
      ['prefer=kashmir&sort=-date', 'prefer'],
      ['prefer=kashmir&sample=5', 'sample'],
      ['prefer=', 'prefer'],
      [`prefer=sunrise&cursor=${body.meta.next_cursor}`, 'cursor'],
      [`cursor=${body.meta.next_cursor}`, 'cursor'],
    ]);
  });
});

describe('random samples of the list', () => {
  test('a sample has different lots of the filter, up to the requested number', async () => {
    const size = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(anyFilters, size, fc.nat(2 ** 31 - 1), async (filters, sample, seed) => {
        const body = await corpus.ask('auctions', { ...filters, sample: `${sample}`, seed: `${seed}` });
        const all = meeting(filters);
        const ids = idsOf(body);
        expect(ids).toHaveLength(Math.min(sample, all.length));
        expect(new Set(ids).size).toBe(ids.length);
        expect(all).toEqual(expect.arrayContaining(ids));
        expect(body.pagination).toEqual({
          current_page: 1,
          total_pages: Math.min(1, all.length),
          total_records: all.length,
        });
        expect(body.meta).toMatchObject({ sort: 'random', parameters: { sample, seed } });
        expect(body.meta).not.toHaveProperty('next_cursor');
        expect(body.meta.parameters).not.toHaveProperty('page');
      }),
    );
  });

  test('the same seed gives the same sample, and a smaller sample is the beginning of a larger one', async () => {
    const [small, large, other, unseeded, zero] = await Promise.all(
      ['sample=10&seed=1', 'sample=50&seed=1', 'sample=50&seed=2', 'sample=50', 'sample=50&seed=0'].map(
        async (query) => idsOf(await corpus.ask('auctions', query)),
      ),
    );
    expect(large!.slice(0, 10)).toEqual(small);
    expect(other).not.toEqual(large);
    expect(unseeded).toEqual(zero);
  });

  test('a sample draws each lot equally often', async () => {
    const groups = Array.from({ length: 10 }, () => 0);
    const ids = records.map(({ id }) => id).sort((a, b) => a - b);
    const groupOf = new Map(ids.map((id, rank) => [id, Math.floor((10 * rank) / ids.length)]));
    for (let seed = 0; seed < 50; seed++) {
      const body = await corpus.ask('auctions', `sample=100&fields=id&seed=${seed}`);
      for (const id of idsOf(body)) groups[groupOf.get(id)!]! += 1;
    }
    // 50 samples of 100 lots draw each of ten groups of neighboring ids 500 times on average. Pearson's statistic with
    // 9 degrees of freedom exceeds 33.7 once in 10,000 times, and the seeds are always the same.
    expect(groups.reduce((sum, times) => sum + (times - 500) ** 2 / 500, 0)).toBeLessThan(33.7);
  });

  test('a sample refuses page, cursor and sort, and a seed without sample is refused', async () => {
    await expectRefused(corpus.url, path, [
      ['sample=5&page=2', 'sample'],
      ['sample=5&limit=5', 'sample'],
      ['sample=5&cursor=a', 'sample'],
      ['sample=5&sort=price', 'sample'],
      ['sample=5&format=csv', 'format'],
      ['seed=5', 'seed'],
      ['sample=0', 'sample'],
      ['sample=101', 'sample'],
      ['sample=5&seed=-1', 'seed'],
      ['sample=5&seed=2147483648', 'seed'],
    ]);
  });
});

describe('GET /api/v1/auctions/latest', () => {
  const past = (filters: Record<string, string> = {}) =>
    records.filter(
      (record) =>
        record.auction_date !== null && record.auction_date <= testToday && meetsFilters(record, filters),
    );

  test('lots dated today or earlier are listed by descending date, then by descending id', async () => {
    const body = await corpus.ask('auctions/latest', 'limit=100');
    expect(body.data).toEqual(past().slice(0, 100));
    expect(body.data[0].auction_date).toBe(testToday);
    expect(body.pagination.total_records).toBe(past().length);
  });

  test('filters, paging and fields are accepted', async () => {
    const body = await corpus.ask('auctions/latest', 'gem_name=ruby&limit=7&page=2&fields=auction_date');
    const expected = past({ gem_name: 'ruby' }).slice(7, 14);
    expect(body.data).toEqual(expected.map(({ id, auction_date }) => ({ id, auction_date })));
    expect((await corpus.ask('auctions/latest', 'date_from=2020-06-02')).data).toEqual([]);
  });
});
