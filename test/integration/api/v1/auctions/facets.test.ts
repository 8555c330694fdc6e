import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { caratBandOf } from '../../../../../mappings/document.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters, buildAuction, generateAuctions } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { meetsFilters } from '../../../../support/naive-filter.ts';
import { startApi } from '../../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

const path = '/api/v1/auctions';
const kinds = Array.from({ length: 150 }, (_, n) =>
  buildAuction({ id: 90_000 + n, gem_type: `Kind ${100 + n}` }),
);
const records = [...generateAuctions(2000, 4), ...kinds];
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

type Value = string | number;
const facets: Record<string, { own: string[]; values: (record: AuctionRecord) => Value[] }> = {
  gem_type: { own: ['gem_name'], values: ({ gem_type }) => [gem_type] },
  origin: { own: ['origin'], values: ({ origin }) => (origin === null ? [] : [origin]) },
  auction_house: {
    own: ['auction_house'],
    values: ({ auction_house: house }) => (house === null ? [] : [house]),
  },
  treatment: { own: ['treatment'], values: ({ treatment }) => (treatment === null ? [] : [treatment]) },
  lab: { own: ['lab'], values: ({ labs }) => labs },
  object_type: {
    own: ['object_type'],
    values: ({ object_type: object }) => (object === null ? [] : [object]),
  },
  sale: { own: ['sale'], values: ({ sale }) => (sale === null ? [] : [sale]) },
  location: { own: ['location'], values: ({ location }) => (location === null ? [] : [location]) },
  carat_band: {
    own: ['carat_band', 'weight_min', 'weight_max'],
    values: ({ carat }) => (carat === null ? [] : [caratBandOf(carat)]),
  },
  year: {
    own: ['year', 'date_from', 'date_to'],
    values: ({ auction_date: day }) => (day === null ? [] : [Number(day.slice(0, 4))]),
  },
  flags: { own: ['flags'], values: (record) => record.flags },
};

/** `ready-filters.test.ts` has the filters. */
const withoutFilters = (counts: Record<string, Facet>) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, { values, ...others }]) => [
      name,
      { ...others, values: values.map(({ filter: _filter, ...value }) => value) },
    ]),
  );

type Facet = { values: { filter: object }[] };

function counted(name: string, filters: Record<string, string>) {
  const { own, values } = facets[name]!;
  const others = Object.fromEntries(Object.entries(filters).filter(([filter]) => !own.includes(filter)));
  const lots = new Map<Value, number>();
  const kept = records.filter((record) => meetsFilters(record, others));
  for (const value of kept.flatMap(values)) lots.set(value, (lots.get(value) ?? 0) + 1);
  const sorted = [...lots].sort(([a, lotsA], [b, lotsB]) => lotsB - lotsA || (a < b ? -1 : 1));
  return {
    total_values: lots.size,
    missing: kept.filter((record) => values(record).length === 0).length,
    values: sorted.slice(0, 100).map(([value, count]) => ({ value, lots: count })),
  };
}

describe('facets', () => {
  test('each facet counts exactly what a scan counts without the filter of that facet', async () => {
    const names = Object.keys(facets);
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.subarray(names, { minLength: 1 }), async (filters, some) => {
        const { status, body } = await get(api.url, path, { ...filters, facets: some.join(',') });
        expect(status).toBe(200);
        const expected = Object.fromEntries(some.map((name) => [name, counted(name, filters)]));
        expect(withoutFilters(body.meta.facets)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('a facet says how many values there are beyond the 100 listed', async () => {
    const { body } = await get(api.url, path, 'facets=gem_type');
    expect(body.meta.facets.gem_type.values).toHaveLength(100);
    expect(body.meta.facets.gem_type.total_values).toBe(157);
  });

  test('facets are counted only on request, and unknown facets are refused', async () => {
    expect((await get(api.url, path)).body.meta).not.toHaveProperty('facets');
    expect((await get(api.url, path, 'facets=title')).status).toBe(400);
  });
});

describe('Link headers', () => {
  const relations = (header: string | null) =>
    Object.fromEntries(
      [...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, name]) => [name, url]),
    );

  test('Link headers lead to the first, previous, next and last page of the same request', async () => {
    const { headers, body } = await get(api.url, path, 'gem_name=ruby,emerald&limit=50&page=2');
    const links = relations(headers.get('link'));
    expect(Object.keys(links)).toEqual(['first', 'prev', 'next', 'last']);
    const follow = async (url: string) => get(api.url, path, url.split('?')[1]!);
    const last = await follow(links.last!);
    expect(last.body.pagination.current_page).toBe(body.pagination.total_pages);
    expect(last.body.pagination.total_records).toBe(body.pagination.total_records);
    expect(Object.keys(relations(last.headers.get('link')))).toEqual(['first', 'prev', 'last']);
    const [next, previous] = [await follow(links.next!), await follow(links.prev!)];
    expect(relations(next.headers.get('link')).prev).toBe(relations(previous.headers.get('link')).next);
  });

  test('Link headers of a page by cursor continue by cursor, and are absent when nothing is found', async () => {
    const { body } = await get(api.url, path, 'limit=50');
    const walk = await get(api.url, path, `limit=50&cursor=${body.meta.next_cursor}`);
    const links = relations(walk.headers.get('link'));
    expect(Object.keys(links)).toEqual(['next']);
    expect(links.next).toContain(encodeURIComponent(walk.body.meta.next_cursor));
    expect(relations((await get(api.url, path, 'gem_name=nothing')).headers.get('link'))).toEqual({});
  });
});
