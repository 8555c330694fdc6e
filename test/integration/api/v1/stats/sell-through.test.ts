import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { expandProfile } from '../../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../../ingest/record/profile/profile.ts';
import { get } from '../../../../support/get.ts';
import { startApi } from '../../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../../support/start-ingest.ts';

const profile = expandProfile({
  name: 'results',
  fields: {
    ...{ id: 'No', title: 'What', auction_house: 'House', auction_date: 'Day', sale_status: 'Result' },
    ...{ gem_type: 'Gem', carat: 'Carat', origin: 'From', treatment: 'Treatment' },
    price_basis: { value: 'hammer' },
  },
  price: { amount: 'Price', currency: { value: 'USD' }, estimate_low: 'Low', estimate_high: 'High' },
}) as Profile;

/** All lots are in one group, for every grouping. */
const shared = "A ruby ring,Ruby,3.5,Burma,Heated,Christie's,2019-05-14";
const results: [count: number, status: string, price: number | ''][] = [
  [100, 'Price on request', 9_000],
  [50, 'unknown', ''],
  [30, 'Sold', 1_500],
  [20, 'Passed', ''],
];
const rows = results
  .flatMap(([count, status, price]) => Array.from({ length: count }, () => `${status},${price},1000,2000`))
  .map((row, i) => `${i + 1},${shared},${row}`);
const file = ['No,What,Gem,Carat,From,Treatment,House,Day,Result,Price,Low,High', ...rows].join('\n');

let ingest: TestIngest;
let api: RunningApi;
beforeAll(async () => {
  ingest = await startIngest();
  const entry = await ingest.import('results.csv', file, { profile });
  expect(entry).toMatchObject({ state: 'completed', indexed: 200, rejected: 0 });
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest.close();
});

/** Every rate in a body, at any depth. */
function ratesIn(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'sell_through_rate' ? [value] : ratesIn(value),
  );
}

/** The required parameters of a path, and some optional ones. */
const queries: Record<string, string[]> = {
  '/api/v1/stats/market': [
    '',
    ...['gem_type', 'origin', 'auction_house', 'carat_band', 'treatment', 'year', 'gem_type,year'].map(
      (groups) => `group_by=${groups}`,
    ),
    'sort=-sell_through_rate',
  ],
  '/api/ext/estimates': ['', 'group_by=auction_house,year', 'basis=premium'],
  '/api/v1/stats/trends': ['', 'interval=quarter', 'interval=month'],
  '/api/v1/suggestions': ['q=ruby'],
  '/api/v1/auctions': [
    '',
    'facets=gem_type,origin,auction_house,treatment,carat_band,year,flags,object_type,lab',
  ],
  '/api/ext/price-index': ['gem_name=ruby'],
  '/api/ext/comparables': ['gem_name=ruby&carat=3.5'],
  '/api/ext/size-curve': ['gem_name=ruby'],
};

describe('the sell-through rate of 30 sold and 20 unsold lots beside listings and unknown ones', () => {
  it('the sell-through rate is 0.6 on every path that documents one', async () => {
    const { paths } = (await (await fetch(`${api.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const telling = new Set<string>();
    for (const path of Object.keys(paths)) {
      const url = path.replace('{id}', '151');
      const isExport = path.startsWith('/api/ext/export/');
      for (const query of queries[path] ?? ['']) {
        const bodies = isExport ? await exported(url) : [(await get(api.url, url, query)).body];
        const rates = bodies.flatMap(ratesIn);
        if (rates.length > 0) telling.add(path);
        expect([path, query, ...new Set(rates)]).toEqual([path, query, ...(rates.length > 0 ? [0.6] : [])]);
      }
    }
    expect([...telling].sort()).toEqual([
      '/api/ext/estimates',
      '/api/ext/export/market',
      '/api/ext/export/trends',
      '/api/v1/stats',
      '/api/v1/stats/market',
      '/api/v1/stats/trends',
    ]);
  });

  async function exported(url: string): Promise<unknown[]> {
    const lines = (await (await fetch(`${api.url}${url}?format=ndjson`)).text()).trim().split('\n');
    return lines.map((line) => JSON.parse(line));
  }

  it('listings count only on request, and lots with unknown outcomes never do', async () => {
    const stats = async (query = '') => (await get(api.url, '/api/v1/stats', query)).body.data;
    expect(await stats()).toMatchObject({ lots: 100, sold_lots: 30, unsold_lots: 20, other_lots: 50 });
    expect(await stats('status=listing')).toMatchObject({ lots: 100, sold_lots: 0, sell_through_rate: null });
    expect(await stats('status=unknown')).toMatchObject({ lots: 50, sell_through_rate: null });
  });
});
