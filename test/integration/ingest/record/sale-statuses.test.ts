import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { expandProfile } from '../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { type Body, get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const profile = expandProfile({
  name: 'results and offers',
  fields: {
    id: 'no',
    title: 'title',
    gem_type: 'gem',
    carat: 'ct',
    sale_status: 'outcome',
    auction_date: 'day',
    report_numbers: 'report',
  },
  price: { amount: { column: 'price', numbers: { thousands: ',' } }, currency: { value: 'USD' } },
}) as Profile;

/** The number of lots of each outcome, and the text of their price column. */
const lots: [outcome: string, price: string, count: number][] = [
  ['For sale', '9,000', 60],
  ['', 'Price on request', 40],
  ['unknown', '5,000', 30],
  ['', '', 20],
  ['Sold', '4,000', 20],
  ['', '3,000', 10],
  ['Bought in', '', 12],
  ['', 'Passed', 8],
];

let ingest: TestIngest;
let api: RunningApi;

beforeAll(async () => {
  ingest = await startIngest();
  const rows = lots
    .flatMap(([outcome, price, count]) => Array.from({ length: count }, () => `"${outcome}","${price}"`))
    .map((cells, i) => `${i + 1},Ruby ring,Ruby,2.50,2019-05-12,GRS-${i}a,${cells}`);
  const csv = ['no,title,gem,ct,day,report,outcome,price', ...rows].join('\n');
  expect(await ingest.import('lots.csv', csv, { profile })).toMatchObject({ read: 200, indexed: 200 });
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

/** Every value of a name, at any depth. */
function everyValue(body: Body, name: string): unknown[] {
  if (Array.isArray(body)) return body.flatMap((element) => everyValue(element, name));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => (key === name ? [value] : everyValue(value, name)));
}

test.each([
  ['/api/v1/stats', {}],
  ['/api/v1/stats/market', { group_by: 'gem_type' }],
  ['/api/v1/stats/trends', { interval: 'year' }],
])(
  '%s %j has a sell-through rate of 0.6: listings and unknown outcomes do not count',
  async (path, query) => {
    const { status, body } = await get(api.url, path, query as Record<string, string>);
    expect(status, JSON.stringify(body)).toBe(200);
    const rates = everyValue(body, 'sell_through_rate');
    expect(rates.length).toBeGreaterThan(0);
    expect(new Set(rates)).toEqual(new Set([0.6]));
  },
);

test('listings are in statistics and rankings only on request, and in the list with their status and report number', async () => {
  const total = async (query: Record<string, string>) =>
    (await get(api.url, '/api/v1/auctions', query)).body.pagination.total_records;
  expect(await total({})).toBe(200);
  expect(await total({ status: 'listing' })).toBe(100);
  expect(await total({ status: 'unknown' })).toBe(50);
  expect(await total({ status: 'sold' })).toBe(30);
  expect(await total({ status: 'unsold' })).toBe(20);
  expect(await total({ report_number: 'grs-7A' })).toBe(1);
  const group = async (query: Record<string, string>) =>
    (await get(api.url, '/api/v1/stats/market', { group_by: 'gem_type', ...query })).body.data[0];
  expect(await group({})).toMatchObject({ lots: 100, sold_lots: 30, unsold_lots: 20 });
  expect(await group({ status: 'listing' })).toMatchObject({ lots: 100, sold_lots: 0, unsold_lots: 0 });
  const top = await get(api.url, '/api/v1/rankings/top-price', {});
  expect(top.body.data.map((lot: Body) => lot.price_final_usd).slice(0, 2)).toEqual([4000, 4000]);
  const offers = (await get(api.url, '/api/v1/auctions', { status: 'listing' })).body.data;
  expect(new Set(offers.map((lot: Body) => lot.price_final_usd))).toEqual(new Set([null]));
});
