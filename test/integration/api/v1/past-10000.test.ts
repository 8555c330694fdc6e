import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAuction } from '../../../support/build-auction.ts';
import { type ApiOverRecords, startApiOver } from '../../../support/start-api-over.ts';

/*
 * More lots and names than one search of Elasticsearch counts, lists or groups by default, from both ends. An index of its
 * own, because the shared lots are fewer.
 */
const total = 20_320;
let api: ApiOverRecords;
beforeAll(async () => {
  const lots = Array.from({ length: total }, (_, i) =>
    buildAuction({ id: i + 1, gem_type: `Stone ${i}`, price_final_usd: 1_000 + i }),
  );
  api = await startApiOver(lots);
});
afterAll(() => api?.close());

const last = Math.ceil(total / 100);
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
/** All lots have the same day, so that the highest id comes first. */
const page = (number: number) =>
  Array.from({ length: 100 }, (_, i) => total - 100 * (number - 1) - i).filter((id) => id > 0);

test('a list counts and pages past 10,000 lots, by page and by cursor', async () => {
  for (const number of [100, 101, 102, 103, last, last + 1]) {
    const body = await api.ask('auctions', `limit=100&page=${number}`);
    expect(idsOf(body)).toEqual(page(number));
    expect(body.pagination).toEqual({ current_page: number, total_pages: last, total_records: total });
  }
  const { meta } = await api.ask('auctions', 'limit=100&page=100');
  const next = await api.ask('auctions', `limit=100&cursor=${meta.next_cursor}`);
  expect(idsOf(next)).toEqual(page(101));
});

test('a ranking counts and pages past 10,000 lots', async () => {
  for (const number of [101, last]) {
    const { data, pagination } = await api.ask('rankings/top-price', `limit=100&page=${number}`);
    expect(data.map(({ rank }: { rank: number }) => rank)[0]).toBe(100 * (number - 1) + 1);
    expect(idsOf({ data })).toEqual(page(number));
    expect(pagination.total_records).toBe(total);
  }
});

test('an export has every lot past 10,000', async () => {
  const text = await (await fetch(`${api.url}/api/ext/export/auctions?format=csv&fields=id`)).text();
  expect(text.trim().split('\r\n')).toHaveLength(1 + total);
});

test('distinct names and groups are counted exactly', async () => {
  const { data } = await api.ask('stats');
  expect([data.lots, data.gem_types, data.origins, data.auction_houses]).toEqual([total, total, 1, 1]);
  const market = await api.ask('stats/market', 'limit=3&sort=lots&fields=lots');
  expect(market.meta.total_groups).toBe(total);
  const names = market.data.map(({ gem_type }: { gem_type: string }) => gem_type);
  expect(names).toEqual(['Stone 0', 'Stone 1', 'Stone 10']);
});
