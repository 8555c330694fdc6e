import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, get } from '../../../support/get.ts';
import { marketRecords } from '../../../support/hedonic-records.ts';
import { startApi } from '../../../support/start-api.ts';
import { type ApiOverRecords, startApiOver } from '../../../support/start-api-over.ts';
import { startIngest } from '../../../support/start-ingest.ts';

/** The lots of all sales, some with estimates. */
const market = marketRecords(300, 5).map((record, i) => ({
  ...record,
  ...(i % 2 === 0 && { estimate_low_usd: 1_000, estimate_high_usd: 50_000 }),
}));

/** Famous lots of the same sales, at a hundred times the price, one of which is a watch. */
const picked = market.slice(0, 40).map((record, i) => ({
  ...record,
  id: 50_000 + record.id,
  title: `The famous ruby ${i}`,
  price_final_usd: 100 * record.price_final_usd!,
  price_per_carat_usd: 100 * record.price_per_carat_usd!,
  flags: ['HAND_PICKED' as const],
  object_type: i === 0 ? ('watch' as const) : record.object_type,
}));

/** Indices of their own: the same market with the famous lots, without them, and these alone. */
let withPicked: ApiOverRecords;
let withoutPicked: ApiOverRecords;
let pickedAlone: ApiOverRecords;
beforeAll(async () => {
  withPicked = await startApiOver([...market, ...picked]);
  withoutPicked = await startApiOver(market);
  pickedAlone = await startApiOver(picked);
});
afterAll(async () => {
  await withPicked?.close();
  await withoutPicked?.close();
  await pickedAlone?.close();
});

async function ask({ url }: { url: string }, path: string, query: string): Promise<Body> {
  const { status, body } = await get(url, path, query);
  expect(status, `${path}?${query}`).toBe(200);
  return body;
}

/** The data of a response, without the filters by which its groups are listed. */
const figures = ({ data }: Body) =>
  JSON.parse(JSON.stringify(data, (name, value) => (name === 'filter' ? undefined : value)));

describe('hand-picked lots are not the market', () => {
  test.each([
    ['/api/v1/stats', ''],
    ['/api/v1/stats/market', 'group_by=auction_house'],
    ['/api/v1/stats/trends', 'interval=year'],
    ['/api/ext/price-index', 'gem_name=ruby'],
    ['/api/ext/premia', 'gem_name=ruby'],
    ['/api/ext/size-curve', 'gem_name=ruby'],
    ['/api/ext/comparables', 'gem_name=ruby&carat=3&limit=50'],
    ['/api/ext/estimates', 'group_by=auction_house'],
    ['/api/ext/coverage', 'group_by=year'],
  ])(
    '%s?%s answers as if there were none, counts them, and includes them on request',
    async (path, query) => {
      const usual = await ask(withPicked, path, query);
      expect(figures(usual)).toEqual(figures(await ask(withoutPicked, path, query)));
      expect(usual.meta.excluded).toMatchObject({ objects: 1, hand_picked: 39 });
      const all = await ask(withPicked, path, `${query}&selection=all`);
      expect(figures(all)).not.toEqual(figures(usual));
      expect(all.meta.excluded).toMatchObject({ objects: 1, hand_picked: 0 });
      // Of comparables the flag narrows only the lots that are compared, not the price level.
      const flagged = await ask(withPicked, path, `${query}&flags=HAND_PICKED`);
      const alone = await ask(pickedAlone, path, `${query}&selection=all`);
      if (path.endsWith('comparables')) expect(flagged.data.n).toBe(alone.data.n);
      else expect(figures(flagged)).toEqual(figures(alone));
    },
  );

  test.each([
    ['/api/v1/auctions', 'limit=100&sort=-price', 340],
    ['/api/v1/rankings/top-price', 'limit=100', 339],
    ['/api/v1/rankings/price-per-carat', 'limit=100', 339],
  ])('%s?%s has them, and leaves them out on request', async (path, query, total) => {
    const usual = await ask(withPicked, path, query);
    expect(usual.pagination.total_records).toBe(total);
    expect(usual.data[0].id).toBeGreaterThan(50_000);
    expect(usual.meta.excluded?.hand_picked ?? 0).toBe(0);
    const without = await ask(withPicked, path, `${query}&selection=market`);
    expect(without.pagination.total_records).toBe(300);
  });

  test('price records have them', async () => {
    const path = '/api/ext/records';
    expect((await ask(withPicked, path, 'limit=100')).data.at(-1).lot.id).toBeGreaterThan(50_000);
    const without = await ask(withPicked, path, 'limit=100&selection=market');
    expect(without.data).toEqual((await ask(withoutPicked, path, 'limit=100')).data);
  });
});

test('an import with a selection leaves its lots out of statistics, from a file, a profile and the queue', async () => {
  const ingest = await startIngest();
  const api = await startApi({ INDEX_ALIAS: ingest.alias });
  try {
    const csv = (id: number) => `id,title,gem_type,price_final_usd\n${id},A ruby,Ruby,${id}000\n`;
    await ingest.import('all.csv', csv(1));
    await ingest.import('records.csv', csv(2), { selection: 'hand_picked' });
    const columns = ['id', 'title', 'gem_type', 'price_final_usd'];
    const fields = Object.fromEntries(columns.map((column) => [column, { column }]));
    const profile = { name: 'records', selection: 'hand_picked', fields } as const;
    await ingest.import('profiled.csv', csv(3), { profile });
    const record = { id: 4, title: 'A ruby', gem_type: 'Ruby', price_final_usd: 4_000 };
    await ingest.session.imports.add('upsert-records', { records: [record], selection: 'hand_picked' });
    await expect.poll(async () => (await ask(api, '/api/v1/auctions', '')).pagination.total_records).toBe(4);
    const { data, meta } = await ask(api, '/api/v1/stats', '');
    expect([data.lots, data.total_value_usd, meta.excluded.hand_picked]).toEqual([1, 1_000, 3]);
  } finally {
    await api.close();
    await ingest.close();
  }
});
