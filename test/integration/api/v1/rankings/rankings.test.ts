import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import { generateSkewed } from '../../../../support/build-skewed.ts';
import { plainRanking, type RankedField } from '../../../../support/plain-lists.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

let api: ApiOverRecords;
/** Requests to both rankings, with the records that match their filters. */
let requests: { filters: Record<string, string>; page: number; limit: number; records: AuctionRecord[] }[];
beforeAll(async () => {
  api = await startApiOver(generateSkewed(30_000, 4));
  requests = fc
    .sample(anyRequest, { numRuns: 60, seed: 6 })
    .map(([filters, page, limit]) => ({ filters, page, limit, records: api.meeting(filters) }));
});
afterAll(() => api?.close());

const rankings: [path: string, field: RankedField][] = [
  ['rankings/top-price', 'price_final_usd'],
  ['rankings/price-per-carat', 'price_per_carat_usd'],
];

const anyRequest = fc.tuple(anyFilters, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 100 }));

const shown = (data: { id: number; rank: number }[]) => data.map(({ id, rank }) => [id, rank]);

describe.each(rankings)('the ranking /%s', (path, field) => {
  it('the ranking equals a plain sort, on any page of any filter', async () => {
    for (const { filters, page, limit, records } of requests) {
      const asked = { ...filters, page: String(page), limit: String(limit) };
      const { data, pagination } = await api.ask(path, asked);
      const ranking = plainRanking(records, field);
      expect(shown(data), JSON.stringify(asked)).toEqual(ranking.slice((page - 1) * limit, page * limit));
      expect(pagination).toEqual({
        current_page: page,
        total_pages: Math.ceil(ranking.length / limit),
        total_records: ranking.length,
      });
    }
  });

  it('rank and id are present beside the fields chosen by fields', async () => {
    const whole = await api.ask(path, 'limit=5&page=2');
    const { data } = await api.ask(path, 'limit=5&page=2&fields=gem_type');
    expect(data).toEqual(
      whole.data.map((record: Record<string, unknown>) => ({
        rank: record.rank,
        id: record.id,
        gem_type: record.gem_type,
      })),
    );
  });

  it('the ranking is correct past 10,000 lots, on the last page and beyond', async () => {
    const ranking = plainRanking(api.meeting({}), field);
    expect(ranking.length).toBeGreaterThan(10_500);
    const last = Math.ceil(ranking.length / 100);
    for (const page of [100, 101, 104, last]) {
      const { data } = await api.ask(path, { page: String(page), limit: '100' });
      expect(shown(data), `page ${page}`).toEqual(ranking.slice((page - 1) * 100, page * 100));
    }
    const beyond = await api.ask(path, { page: String(last + 1), limit: '100' });
    expect(beyond.data).toEqual([]);
    expect(beyond.pagination.total_pages).toBe(last);
  });
});

it('the ranking by price per carat counts lots of several stones as left out, with the reason', async () => {
  const several = api
    .meeting({ gem_name: 'ruby' })
    .filter((record) => record.price_per_carat_usd !== null && record.flags.includes('MULTI_STONE'));
  const { meta } = await api.ask('rankings/price-per-carat', 'gem_name=ruby');
  expect(several.length).toBeGreaterThan(0);
  expect(meta.excluded).toMatchObject({ lots: several.length, flag: 'MULTI_STONE' });
  expect(meta.excluded.reason).toMatch(/several stones/);
});

it.each(rankings)(
  '/%s leaves out watches and other objects unless object types are requested',
  async (path, field) => {
    const isRanked = (record: AuctionRecord) => record.is_sold && record[field] !== null;
    const watches = api.meeting({ object_type: 'watch' }).filter(isRanked);
    const whole = await api.ask(path, 'limit=1');
    expect(whole.meta.excluded.objects).toBe(api.leftOut({}).filter(isRanked).length);
    const asked = await api.ask(path, 'limit=1&object_type=watch');
    expect(asked.meta.excluded?.objects ?? 0).toBe(0);
    const none = await api.ask(path, 'limit=1&object_type=ring&gem_name=nothing');
    expect(none.meta).not.toHaveProperty('excluded');
    expect(asked.pagination.total_records).toBe(plainRanking(watches, field).length);
    expect(watches.length).toBeGreaterThan(100);
  },
);
